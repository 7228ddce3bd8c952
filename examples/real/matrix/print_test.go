package main

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/systems"
)

var update = flag.Bool("update", false, "write testdata/report.json anew")

// The fields are what other programs read. Numbers differ from run to run.
func TestJSON(t *testing.T) {
	random := broken("odd", func(c *systems.Client) {
		c.Locks = grants{c.Locks, func(l *chapter.Lease, _ time.Duration) { l.Token = 0 }}
	})
	status, out, _ := matrix(t, []string{"-json"}, memory("one"), random)
	assert.Equal(t, 1, status)
	const golden = "testdata/report.json"
	got := regexp.MustCompile(`("(?:token.|mark)": ")[1-9]\d*"`).ReplaceAllString(out, `${1}N"`)
	got = regexp.MustCompile(`token \d+ < \d+`).ReplaceAllString(got, "token N < N")
	got = regexp.MustCompile(`("seconds": )[\d.]+`).ReplaceAllString(got, "${1}0")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(string(want), got), "if that is meant, go test ./matrix -update")
}

// No name that is not ours gets to be markup, the page needs nothing else, and each
// link leads somewhere.
func TestHTML(t *testing.T) {
	const odd = `<script>alert("1")</script> & 'two' ` + "\u202e" + `</style></svg>`
	_, out, _ := matrix(t, []string{"-html"}, memory(odd), memory("two"))
	elements, ids, links := make(map[string]int), make(map[string]bool), []string{}
	decoder := xml.NewDecoder(strings.NewReader(out))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	shown := ""
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, attribute := range token.Attr {
				switch attribute.Name.Local {
				case "id":
					assert.False(t, ids[attribute.Value], "two are called %s", attribute.Value)
					ids[attribute.Value] = true
				case "href":
					links = append(links, attribute.Value)
				case "src":
					t.Errorf("the page asks for %s", attribute.Value)
				}
			}
		case xml.CharData:
			shown += string(token)
		}
	}
	assert.Zero(t, elements["script"])
	assert.Equal(t, 16, elements["details"])
	assert.Equal(t, 16, elements["svg"])
	assert.Equal(t, 17, elements["style"], "the page's own, and one of each drawing")
	assert.Contains(t, shown, odd+" with two: corrupted")
	require.Len(t, links, 16)
	for _, link := range links {
		assert.True(t, ids[strings.TrimPrefix(link, "#")], "%s leads nowhere", link)
	}
	out = strings.ReplaceAll(out, `xmlns="http://www.w3.org/2000/svg"`, "")
	assert.Empty(t, regexp.MustCompile(`url\([^#].{20}|@import|https?://.{20}`).FindString(out))
}

// Of a cell that could not be tried the page says why, and claims nothing.
func TestHTMLOfACellThatCouldNotBeTried(t *testing.T) {
	over := broken("odd", func(c *systems.Client) {
		c.Locks = grants{c.Locks, func(l *chapter.Lease, _ time.Duration) { l.Expires = time.Now() }}
	})
	_, out, _ := matrix(t, []string{"-html"}, over)
	assert.Equal(t, 8, strings.Count(out, "could not be tried"), "four cells, each on top and in its place")
	assert.NotContains(t, out, "accepted")
	assert.NotContains(t, out, "<dl>")
}

// A wider table is of no use in most windows.
func TestTablesFitInto80Columns(t *testing.T) {
	var report Report
	for _, locks := range systems.Openers {
		for _, store := range systems.Openers {
			if locks.Name == "bolt" || store.Name == "redis (random value)" {
				continue // the one grants no leases, the other stores nothing
			}
			for _, scenario := range scenarios {
				report.Cells = append(report.Cells, Cell{LockService: locks.Name, Storage: store.Name, Scenario: scenario,
					MustBe: Corrupted, Seen: Seen{Token1: 33, Token2: 34, Holds: staleData}})
			}
		}
	}
	var b strings.Builder
	require.NoError(t, printTables(&b, &report))
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, len(strings.TrimRight(line, "\n")), 80, line)
	}
}
