package timeline

import (
	"math"
	"strings"
	"unicode"
)

const fontSize = 20

// textWidth is an upper bound of how wide a text is drawn, whichever of the usual
// sans-serif fonts a reader has: the widest of them sets the numbers.
func textWidth(text string) int {
	ems := 0.0
	for _, r := range text {
		switch {
		case runeWidth(r) == 0:
		case runeWidth(r) == 2:
			ems += 1.1
		case strings.ContainsRune("ijltfr.,' ", r):
			ems += 0.43
		case strings.ContainsRune(":;|!()[]-I", r):
			ems += 0.46
		case strings.ContainsRune("mwMW@%…—", r) || r >= 0x370:
			ems += 1.0
		case unicode.IsUpper(r) || strings.ContainsRune("<>=+~#&", r):
			ems += 0.84
		default:
			ems += 0.64
		}
	}
	return int(math.Ceil(ems * fontSize))
}

// boldWidth is textWidth for bold text.
func boldWidth(text string) int { return textWidth(text) * 9 / 8 }
