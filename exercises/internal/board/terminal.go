package board

import (
	"os"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/term"
)

// OnThisTerminal returns the board for the process at hand.
func OnThisTerminal() *Board {
	b := &Board{Dir: ".", In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	b.Asks = term.IsTerminal(os.Stdin.Fd())
	b.Terminal = term.IsTerminal(os.Stdout.Fd())
	b.Plain = !b.Terminal || os.Getenv("TERM") == "dumb" || os.Getenv("NO_COLOR") != ""
	if !b.Plain {
		lipgloss.EnableLegacyWindowsANSI(os.Stdout)
	}
	// Where there is no such folder, nothing is remembered.
	b.CacheDir, _ = os.UserCacheDir()
	b.Width = func() int {
		if width, _, err := term.GetSize(os.Stdout.Fd()); b.Terminal && err == nil && width > 0 {
			return width
		}
		return 80
	}
	return b
}
