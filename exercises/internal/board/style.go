package board

import (
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"
)

// A style renders text, or leaves it as it is.
type style func(text string) string

// The colors are the first of the terminal's own palette, which its owner can
// read. None of them says what the words do not say too.
type styles struct {
	plain, title, done, next, fails, faint style
}

func (b *Board) styles() styles {
	plain := func(text string) string { return text }
	if b.Plain {
		return styles{plain, plain, plain, plain, plain, plain}
	}
	color := func(s lipgloss.Style) style {
		return func(text string) string {
			if text == "" {
				return ""
			}
			return s.Render(text)
		}
	}
	return styles{
		plain: plain,
		title: color(lipgloss.NewStyle().Bold(true)),
		done:  color(lipgloss.NewStyle().Foreground(lipgloss.Green)),
		next:  color(lipgloss.NewStyle().Foreground(lipgloss.Cyan)),
		fails: color(lipgloss.NewStyle().Foreground(lipgloss.Red)),
		faint: color(lipgloss.NewStyle().Faint(true)),
	}
}

// columns is how wide the board is: lines longer than this are hard to read.
func (b *Board) columns() int { return min(max(b.Width(), 30), 88) }

// cut shortens a line.
func cut(line string, width int) string {
	if lipgloss.Width(line) <= width {
		return line
	}
	var short strings.Builder
	for _, r := range line {
		if lipgloss.Width(short.String()+string(r)) > width-1 {
			break
		}
		short.WriteRune(r)
	}
	return strings.TrimRight(short.String(), " ") + "…"
}

// wrap breaks a line between words. What follows is indented as the line is, and
// further if that begins like an item of a list or with a label. A word that is
// longer than a line stays whole: half a path cannot be copied.
func wrap(line string, width int) []string {
	start := beginning.FindString(line)
	hanging := strings.Repeat(" ", lipgloss.Width(start))
	var lines []string
	for lipgloss.Width(line) > width {
		at := -1 // the last space that is not too far, else the first there is
		for i := max(len(start), 1); i < len(line); i++ {
			if line[i] != ' ' || line[i-1] == ' ' {
				continue
			}
			if at >= 0 && lipgloss.Width(line[:i]) > width {
				break
			}
			at = i
		}
		if at < 0 {
			break
		}
		rest := strings.TrimLeft(line[at:], " ")
		lines = append(lines, line[:at])
		line, start = hanging+rest, hanging
	}
	return append(lines, line)
}

// beginning is what the rest of a broken line is indented by.
var beginning = regexp.MustCompile(`^ *((\d{1,3}\.|=>|-|Read:|Hint:) +)?`)
