package slides_test

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/present"
)

// A slide is a section of a deck, or its title.
type slide struct {
	title string
	notes []string
	elems []present.Elem
}

// decks are the decks, and how long each takes.
var decks = map[string]int{"fencing.slide": 45, "lightning.slide": 10}

// parse returns a deck's slides as present sees them, the title first.
func parse(t *testing.T, name string) []slide {
	t.Helper()
	present.PlayEnabled = true
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	doc, err := present.Parse(file, name, 0)
	require.NoError(t, err)
	slides := []slide{{title: doc.Title, notes: doc.TitleNotes}}
	for _, s := range doc.Sections {
		slides = append(slides, slide{title: s.Title, notes: s.Notes, elems: s.Elem})
	}
	return slides
}

func TestThereAreNoOtherDecks(t *testing.T) {
	names, err := filepath.Glob("*.slide")
	require.NoError(t, err)
	assert.Len(t, names, len(decks))
	for name := range decks {
		assert.Contains(t, names, name)
	}
	assert.Len(t, parse(t, "lightning.slide"), 7)
}

var minutes = regexp.MustCompile(`^([1-9]) minutes?$`)

func TestEverySlideHasItsMinutesAndNotes(t *testing.T) {
	for name, want := range decks {
		sum := 0
		for _, s := range parse(t, name) {
			if !assert.GreaterOrEqual(t, len(s.notes), 2, "%s, %q: notes: first its minutes, then what to say", name, s.title) {
				continue
			}
			for _, note := range s.notes {
				assert.NotContains(t, note, "<", "%s, %q: present takes notes for HTML: write &lt;", name, s.title)
			}
			match := minutes.FindStringSubmatch(s.notes[0])
			if assert.NotNil(t, match, "%s, %q: the first note is not like \"2 minutes\": %s", name, s.title, s.notes[0]) {
				n, _ := strconv.Atoi(match[1])
				sum += n
			}
		}
		assert.Equal(t, want, sum, "minutes of %s", name)
	}
}

func TestEveryDeckHasTheStyleAndItsImages(t *testing.T) {
	for name := range decks {
		styles := 0
		for _, s := range parse(t, name) {
			for _, elem := range s.elems {
				switch elem := elem.(type) {
				case present.HTML:
					if elem.Cmd == ".html style.html" {
						styles++
					}
				case present.Image:
					_, err := os.Stat(filepath.FromSlash(elem.URL))
					assert.NoError(t, err, "%s, %q: the image", name, s.title)
				}
			}
		}
		assert.Equal(t, 1, styles, "%s has \".html style.html\" on one slide, for all of them", name)
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// Whoever is to guess must not see the answer.
func TestAQuestionComesBeforeItsAnswer(t *testing.T) {
	answers := make(map[string]bool)
	for _, output := range goldenFiles(t) {
		for line := range strings.Lines(output) {
			answers[strings.TrimSpace(line)] = true
		}
	}
	for name := range decks {
		asked := false
		for _, s := range parse(t, name) {
			asks := strings.HasPrefix(s.title, "Predict")
			assert.False(t, asks && asked, "%s, %q: the question before it has no answer", name, s.title)
			asked = asks
			if !asks {
				continue
			}
			for _, elem := range s.elems {
				switch elem := elem.(type) {
				case present.Image:
					t.Errorf("%s, %q: an image shows how it ends", name, s.title)
				case present.Code:
					assert.False(t, elem.Play, "%s, %q: Run shows how it ends", name, s.title)
				case present.HTML:
					shown := html.UnescapeString(tag.ReplaceAllString(string(elem.HTML), ""))
					for answer := range answers {
						assert.NotContains(t, shown, answer, "%s, %q", name, s.title)
					}
				}
			}
		}
		assert.False(t, asked, "%s ends with a question", name)
	}
}

// What the notes say of an output, "> " before it, is what the slide's program
// prints, or some slide's where it has none.
func TestNotesQuoteWhatIsPrinted(t *testing.T) {
	all := goldenFiles(t)
	for name := range decks {
		quotes := 0
		for _, s := range parse(t, name) {
			printed := ""
			program := programOf(s)
			for file, output := range all {
				if program == "" || file == program || strings.HasPrefix(file, program+"-") {
					printed += output
				}
			}
			for _, note := range s.notes {
				if quote, ok := strings.CutPrefix(note, "> "); ok {
					quote = html.UnescapeString(quote)
					assert.Contains(t, "\n"+printed, "\n"+quote+"\n", "%s, %q: not printed", name, s.title)
					quotes++
				}
			}
		}
		assert.NotZero(t, quotes, "%s: no quotes found", name)
	}
}
