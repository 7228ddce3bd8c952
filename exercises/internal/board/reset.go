package board

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/fencing/exercises/internal/exercise"
)

// reset puts an exercise back as it was handed out. What the student has
// written is kept beside it, under a name that is not taken.
func (b *Board) reset(e exercise.Exercise, yes bool) error {
	stub, err := b.stub(e.Folder)
	if err != nil {
		return err
	}
	file := b.file(e)
	mine, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, stub, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(b.Out, "%s was not there, and is again, as it was handed out.\n", shown(e))
		return nil
	case err != nil:
		return err
	case bytes.Equal(mine, stub):
		fmt.Fprintf(b.Out, "%s is as it was handed out. There is nothing to reset.\n", shown(e))
		return nil
	}

	if !yes {
		if !b.Asks {
			return fmt.Errorf("reset asks before it replaces %s, and nobody here can answer; add -yes:\n  go run ./exercises reset %d -yes", shown(e), e.Number)
		}
		fmt.Fprintf(b.Out, "Put %s back as it was handed out?\nYours is kept as a copy. [y/N] ", shown(e))
		answer, _ := bufio.NewReader(b.In).ReadString('\n')
		if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
			fmt.Fprintln(b.Out, "Nothing is changed.")
			return nil
		}
	}
	copied, err := keep(file, mine)
	if err != nil {
		return fmt.Errorf("nothing is changed, because yours could not be kept: %w", err)
	}
	if err := os.WriteFile(file, stub, 0o666); err != nil {
		return fmt.Errorf("%w (yours is in %s)", err, copied)
	}
	b.rememberHint(e.Folder, 0)
	fmt.Fprintf(b.Out, "%s is as it was handed out.\nYours is kept in exercises/%s/%s\n", shown(e), e.Folder, filepath.Base(copied))
	return nil
}

// keep writes content into a new file: fence.go.1.bak, or the first such name
// that is not taken.
func keep(file string, content []byte) (name string, err error) {
	for n := 1; ; n++ {
		name = fmt.Sprintf("%s.%d.bak", file, n)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(content)
		if err == nil {
			err = f.Sync()
		}
		return name, errors.Join(err, f.Close())
	}
}
