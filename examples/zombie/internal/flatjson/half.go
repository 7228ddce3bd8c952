package flatjson

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// halfOfACharacter returns the first escape in valid JSON that stands for half
// of a character without its other half. encoding/json reads it as U+FFFD, and
// so another text would be stored than was sent.
func halfOfACharacter(body []byte) string {
	const escape = len(`\ud800`)
	for i := 0; i < len(body)-1; i++ {
		if body[i] != '\\' {
			continue
		}
		if body[i+1] != 'u' {
			i++ // an escaped backslash begins no escape of its own
			continue
		}
		first := codeUnit(body[i:])
		if !utf16.IsSurrogate(first) {
			continue
		}
		if utf16.DecodeRune(first, codeUnit(body[i+escape:])) == utf8.RuneError {
			return string(body[i : i+escape])
		}
		i += 2*escape - 1
	}
	return ""
}

// codeUnit returns the number in the escape that text begins with, or 0.
func codeUnit(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(n)
}
