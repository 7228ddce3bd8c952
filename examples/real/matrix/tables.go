package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// short names go into columns.
var short = map[string]string{
	"zookeeper": "zk", "postgres": "pg", "redis (random value)": "random",
	"s3 (gofakes3)": "s3-fake", "s3 (versitygw)": "s3-gw",
}

func shortName(name string) string { return cmp.Or(short[name], name) }

// words are what verdicts are called in a column. A cell that is not what it must
// be is WRONG there, and one that could not be tried has FAILED; standard error
// tells more.
var words = map[Verdict]string{Corrupted: "corrupt", Refused: "refused", NoToken: "can't"}

const legend = `A row is a lock service, a column a storage, and a cell what became of client1's
late write:
  corrupt  corrupted: accepted; the storage ends with stale data
  refused  its token is below the one that the storage has seen
  can't    no token: can't be fenced; the fence refuses everybody
`

// printTables prints a table for each scenario, 80 columns wide at most, and the
// tokens.
func printTables(w io.Writer, r *Report) error {
	var b strings.Builder
	b.WriteString(legend)
	for _, name := range slices.Concat(r.lockServices(), r.storages()) {
		if s := shortName(name); s != name && !strings.Contains(b.String(), "  "+s+" ") {
			fmt.Fprintf(&b, "  %-8s %s\n", s, name)
		}
	}
	for _, scenario := range scenarios {
		fmt.Fprintf(&b, "\n%s\n", scenario.heading())
		row(&b, "", r.storages(), shortName)
		for _, locks := range r.lockServices() {
			row(&b, shortName(locks), r.storages(), func(storage string) string {
				c := r.cell(scenario, locks, storage)
				switch {
				case c.Err != nil:
					return "FAILED"
				case !c.right():
					return "WRONG"
				}
				return words[c.verdict()]
			})
		}
	}
	r.writeTokens(&b)
	r.writeSummary(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func row(b *strings.Builder, head string, storages []string, cell func(string) string) {
	line := fmt.Sprintf("%-8s", head)
	for _, storage := range storages {
		line += fmt.Sprintf(" %-7s", cell(storage))
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// writeTokens writes the tokens of one cell of each lock service, and in how many
// client2's was above client1's.
func (r *Report) writeTokens(b *strings.Builder) {
	b.WriteString("\nTokens: client1's < client2's\n")
	for _, locks := range r.lockServices() {
		first, all, grown, none := Seen{}, 0, 0, 0
		for _, c := range r.Cells {
			if c.LockService != locks || c.Err != nil {
				continue
			}
			if all++; all == 1 {
				first = c.Seen
			}
			switch {
			case c.Seen.Token1 == 0 && c.Seen.Token2 == 0:
				none++
			case c.Seen.Token1 < c.Seen.Token2:
				grown++
			}
		}
		said := fmt.Sprintf("%d < %d, and so in %d of %d cells", first.Token1, first.Token2, grown, all)
		if grown == 0 {
			said = fmt.Sprintf("none in %d of %d cells", none, all)
		}
		fmt.Fprintf(b, "%-8s %s\n", shortName(locks), said)
	}
}

func (r *Report) writeSummary(b *strings.Builder) {
	for i, absent := range r.Absent {
		if i == 0 {
			b.WriteString("\nNot here:\n")
		}
		fmt.Fprintf(b, "  %s; to enable it: %s\n", absent.System, absent.Enable)
	}
	right := 0
	for _, c := range r.Cells {
		if c.right() {
			right++
		}
	}
	fmt.Fprintf(b, "\n%d of %d cells are as they must be (%.1f s)\n", right, len(r.Cells), r.Took.Seconds())
}
