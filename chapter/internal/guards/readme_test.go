package guards

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A command in a document is run nowhere unless somebody runs it.
func TestReadmeCommandsAreRunByCI(t *testing.T) {
	var ci []string
	for line := range strings.Lines(read(t, ".ci/run")) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
			ci = append(ci, line)
		}
	}
	commands := shellCommands(read(t, "README.md"))
	assert.NotEmpty(t, commands, "README.md shows no command in a ```sh block")
	for _, command := range commands {
		if strings.HasPrefix(command, "git clone ") || strings.HasPrefix(command, "cd ") {
			continue
		}
		// A command stands at the beginning of its line; what follows may be
		// where its output goes.
		runs := func(line string) bool {
			rest, ok := strings.CutPrefix(strings.TrimPrefix(line, "run "), command)
			return ok && (rest == "" || strings.HasPrefix(rest, " >") || strings.HasPrefix(rest, " |"))
		}
		assert.True(t, slices.ContainsFunc(ci, runs), "README.md shows a command that .ci/run does not run: %s", command)
	}
}

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// shellCommands returns the lines of the ```sh blocks, without comments.
func shellCommands(markdown string) []string {
	var commands []string
	for _, block := range shellBlock.FindAllStringSubmatch(markdown, -1) {
		for line := range strings.Lines(block[1]) {
			line, _, _ = strings.Cut(line, " # ")
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				commands = append(commands, line)
			}
		}
	}
	return commands
}

func TestLinksBetweenDocumentsLeadSomewhere(t *testing.T) {
	documents := markdownFiles(t)
	for name, content := range documents {
		for _, target := range linkTargets(content) {
			link, err := url.Parse(target)
			if !assert.NoError(t, err, "%s", name) || link.Scheme != "" {
				continue // out into the world
			}
			file := name
			if link.Path != "" {
				file = path.Join(path.Dir(name), link.Path)
				if !assert.True(t, filepath.IsLocal(file), "%s links out of the repository: %s", name, target) {
					continue
				}
				_, err = os.Stat(filepath.Join(root, file))
				assert.NoError(t, err, "%s links to a file that is not there: %s", name, target)
			}
			if link.Fragment != "" && err == nil {
				assert.Contains(t, anchors(documents[file]), link.Fragment, "%s links to a heading that %s does not have", name, file)
			}
		}
	}
}

func markdownFiles(t *testing.T) map[string]string {
	documents := make(map[string]string)
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == ".git" {
			return filepath.SkipDir
		}
		if entry.Type().IsRegular() && filepath.Ext(name) == ".md" {
			name, err = filepath.Rel(root, name)
			documents[filepath.ToSlash(name)] = read(t, name)
		}
		return err
	})
	require.NoError(t, err)
	for _, name := range []string{"README.md", "CONTRIBUTING.md"} {
		assert.Contains(t, documents, name)
	}
	return documents
}

var (
	fenced     = regexp.MustCompile("(?ms)^```.*?^```$")
	codeSpan   = regexp.MustCompile("`[^`\n]+`")
	picture    = regexp.MustCompile(`<img src="([^"]+)"`)
	inlineLink = regexp.MustCompile(`\]\(<?([^)<>\s]+)>?(?: "[^"]*")?\)`)
	definition = regexp.MustCompile(`(?m)^\[[^\]]+\]: (\S+)`)
	heading    = regexp.MustCompile(`(?m)^#{1,6} +(.+)$`)
)

func linkTargets(markdown string) []string {
	markdown = codeSpan.ReplaceAllString(fenced.ReplaceAllString(markdown, ""), "")
	var targets []string
	for _, pattern := range []*regexp.Regexp{inlineLink, definition, picture} {
		for _, match := range pattern.FindAllStringSubmatch(markdown, -1) {
			targets = append(targets, match[1])
		}
	}
	return targets
}

// anchors returns the fragments that GitHub gives to the headings.
func anchors(markdown string) []string {
	var found []string
	for _, match := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(markdown, ""), -1) {
		found = append(found, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(match[1])))
	}
	return found
}

func TestAnchors(t *testing.T) {
	document := "# Read `it`, twice\n\n```sh\n# no heading\n```\n\n## Two-step & more\n"
	assert.Equal(t, []string{"read-it-twice", "two-step--more"}, anchors(document))
}

func TestLinkTargets(t *testing.T) {
	document := "[a](x.md#y) ![b](p.svg \"title\") [c][d] `[no](code.md)`\n\n```\n[no](block.md)\n```\n\n[d]: z.md\n\n<img src=\"q.svg\" width=\"400\">\n"
	assert.Equal(t, []string{"x.md#y", "p.svg", "z.md", "q.svg"}, linkTargets(document))
}
