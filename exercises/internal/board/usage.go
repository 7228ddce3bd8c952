package board

import (
	"fmt"
	"strings"
)

var commands = [][2]string{
	{"(no command)", "the board: what is done, what is next, what fails and why"},
	{"N", "exercise N alone, with the whole story of what fails"},
	{"hint [N [LEVEL]]", "a hint; once more, and it says more; without N for the next exercise; LEVEL is 1, 2 or 3"},
	{"watch", "the board, and an exercise whenever you save it"},
	{"reset N [-yes]", "exercise N as it was handed out; yours is kept as a copy"},
	{"help", "this text"},
}

// usage draws what there is to type.
func usage(width int) string {
	var text strings.Builder
	line := func(l string) { text.WriteString(l + "\n") }
	line("usage: go run ./exercises [COMMAND]")
	line("")
	const column = 20
	for _, c := range commands {
		label, indent := fmt.Sprintf("  %-*s", column-2, c[0]), column
		if width < 3*column { // the words get the whole line
			line("  " + c[0])
			label, indent = "", 6
		}
		for i, l := range wrap(c[1], width-indent) {
			if i > 0 || label == "" {
				label = strings.Repeat(" ", indent)
			}
			line(label + l)
		}
	}
	line("")
	for _, l := range wrap("Run it in the top folder of the checkout. NO_COLOR=1 in the environment makes it plain text.", width) {
		line(l)
	}
	return text.String()
}
