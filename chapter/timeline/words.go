package timeline

import (
	"strings"
	"unicode"
)

// How many columns of other people's text a sentence takes.
const (
	maxName   = 24
	maxData   = 40
	maxReason = 80
)

// shown is a name as a sentence has it.
func shown(name string) string {
	if name == "" {
		return "(no name)"
	}
	return cut(clean(name), maxName)
}

// quoted is data as a sentence has it.
func quoted(data string) string {
	if data == "" {
		return "nothing"
	}
	return `"` + cut(clean(data), maxData) + `"`
}

// clean replaces what is not to be seen, or moves what is: control characters,
// marks that change the direction of writing, broken UTF-8.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// cut shortens a text to so many columns; an ellipsis stands for the rest.
func cut(text string, columns int) string {
	if width(text) <= columns && len(text) <= 4*columns {
		return text
	}
	used, runes := 0, 0
	for at, r := range text {
		used, runes = used+runeWidth(r), runes+1
		if used > columns-1 || runes > columns-1 { // marks that take no column are no way round
			return text[:at] + "…"
		}
	}
	return text
}

// width returns how many columns of a terminal the text takes.
func width(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide holds what a terminal may draw over two columns, rather too much of it
// than too little.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, // Hangul
		{Lo: 0x231a, Hi: 0x23ff, Stride: 1}, // watches and the like
		{Lo: 0x25fd, Hi: 0x27bf, Stride: 1}, // symbols, dingbats
		{Lo: 0x2b05, Hi: 0x2b55, Stride: 1},
		{Lo: 0x2e80, Hi: 0xa4cf, Stride: 1}, // Chinese, Japanese, Yi
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x16fe0, Hi: 0x18d08, Stride: 1},
		{Lo: 0x1b000, Hi: 0x1b2fb, Stride: 1},
		{Lo: 0x1f000, Hi: 0x1faff, Stride: 1}, // emoji
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// wrap breaks a text into lines of so many columns, at spaces where it can, and
// not within "33 < 34".
func wrap(text string, columns int) []string {
	const glued = "\u00a0<\u00a0"
	var lines []string
	line := ""
	for word := range strings.SplitSeq(strings.ReplaceAll(text, " < ", glued), " ") {
		word = strings.ReplaceAll(word, glued, " < ")
		for {
			joined := word
			if line != "" {
				joined = line + " " + word
			}
			if width(joined) <= columns {
				line = joined
				break
			}
			if line == "" { // one word that is too long
				var head string
				head, word = split(word, columns)
				lines = append(lines, head)
				continue
			}
			lines, line = append(lines, line), ""
		}
	}
	return append(lines, line)
}

// split takes as much of a word as goes into so many columns, and at least one
// rune.
func split(word string, columns int) (head, rest string) {
	used := 0
	for at, r := range word {
		if used += runeWidth(r); used > columns && at > 0 {
			return word[:at], word[at:]
		}
	}
	return word, ""
}
