package board

import (
	"fmt"
	"path/filepath"
)

func (b *Board) module() string { return filepath.Join(b.root, "exercises") }

// A waiting is the line that is there while tests are running.
type waiting struct {
	board        *Board
	through, all int
}

func (b *Board) wait(n int) *waiting {
	w := &waiting{board: b, all: n}
	if b.Terminal && b.Plain {
		fmt.Fprintln(b.Err, "running the tests ...")
	}
	w.show()
	return w
}

func (w *waiting) show() {
	if !w.board.wipes() {
		return
	}
	text := "running the tests"
	if w.all > 1 {
		text += fmt.Sprintf(" of what is begun or next: %d of %d", w.through, w.all)
	}
	text = cut(text+" ...", w.board.columns()-1)
	fmt.Fprint(w.board.Out, "\r\x1b[K"+w.board.styles().faint(text))
}

func (w *waiting) step(string) {
	w.through++
	w.show()
}

func (w *waiting) end() {
	if w.board.wipes() {
		fmt.Fprint(w.board.Out, "\r\x1b[K")
	}
}

// wipes reports whether what stands on the screen can be replaced.
func (b *Board) wipes() bool { return b.Terminal && !b.Plain }
