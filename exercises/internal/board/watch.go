package board

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"example.com/fencing/exercises/internal/exercise"
	"example.com/fencing/exercises/internal/gotest"
)

// quiet is how long no file must have changed before tests are run: saving one
// file is often several events, and saving all files is several files.
const quiet = 150 * time.Millisecond

// watch shows the board, and after each save the exercise that was saved.
func (b *Board) watch(ctx context.Context) error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer watcher.Close()
	for _, e := range b.exercises {
		// Folders, not files: many editors save by replacing the file.
		if err := watcher.Add(filepath.Join(b.module(), e.Folder)); err != nil {
			return fmt.Errorf("watch exercises/%s: %w", e.Folder, err)
		}
	}
	changes := make(chan string)
	go func() {
		defer close(changes)
		sourceChanges(ctx, watcher, changes)
	}()
	var rows []row
	work := func(ctx context.Context) (err error) {
		if rows, err = b.rows(ctx, b.exercises); err == nil {
			b.clear()
			fmt.Fprint(b.Out, b.render(rows))
		}
		return err
	}
	var folders []string
	for {
		saved, err := untilSaved(ctx, changes, work)
		switch {
		case err != nil:
			return b.endOfWatch(ctx, err)
		case saved == "":
			folders = nil
			fmt.Fprint(b.Out, "\n"+b.styles().faint("Save a file, and its tests are run. Ctrl-C ends this.")+"\n")
		case !slices.Contains(folders, saved):
			folders = append(folders, saved)
		}
		if folders = settled(ctx, changes, quiet, folders...); len(folders) == 0 {
			return b.endOfWatch(ctx, ctx.Err())
		}
		if rows != nil { // else begin again with all
			work = func(ctx context.Context) error { return b.runAgain(ctx, rows, folders) }
		}
	}
}

// untilSaved works until it is through, or until a file is saved: what it would
// say of the old one, maybe after half a minute, nobody wants to know. It
// returns the folder of that file, or "" if it is through.
func untilSaved(ctx context.Context, changes <-chan string, work func(context.Context) error) (saved string, err error) {
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	over := make(chan error, 1)
	go func() { over <- work(working) }()
	select {
	case err := <-over:
		return "", err
	case saved := <-changes: // "" when they have ended
		cancel()
		if err := <-over; err != nil && (ctx.Err() != nil || !errors.Is(err, context.Canceled)) {
			return "", err
		}
		return saved, nil
	}
}

// endOfWatch makes the way out no error.
func (b *Board) endOfWatch(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		fmt.Fprintln(b.Out)
		return nil
	}
	return err
}

// runAgain brings the rows of some folders up to date, and shows one of them:
// the first that fails, else the first.
func (b *Board) runAgain(ctx context.Context, rows []row, folders []string) error {
	var again []exercise.Exercise
	for _, e := range b.exercises {
		if slices.Contains(folders, e.Folder) {
			again = append(again, e)
		}
	}
	b.clear()
	updated, err := b.rows(ctx, again)
	if err != nil {
		return err
	}
	show := updated[0]
	for _, u := range updated {
		rows[slices.IndexFunc(rows, func(r row) bool { return r.Folder == u.Folder })] = u
		if show.State == gotest.Done && u.State != gotest.Done {
			show = u
		}
	}
	if show.State == gotest.Done {
		fmt.Fprint(b.Out, b.render(rows)) // with what comes next
		return nil
	}
	fmt.Fprint(b.Out, b.progress(rows)+"\n\n"+b.story(show))
	return nil
}

// clear begins a new page.
func (b *Board) clear() {
	if b.wipes() {
		fmt.Fprint(b.Out, "\x1b[H\x1b[2J")
		return
	}
	fmt.Fprintln(b.Out)
}

// sourceChanges sends the folder of each Go file that changes.
func sourceChanges(ctx context.Context, watcher *fsnotify.Watcher, changes chan<- string) {
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-watcher.Events:
			if !open {
				return
			}
			if filepath.Ext(event.Name) != ".go" || event.Op == fsnotify.Chmod {
				continue
			}
			select {
			case changes <- filepath.Base(filepath.Dir(event.Name)):
			case <-ctx.Done():
				return
			}
		case _, open := <-watcher.Errors: // events were lost: the next save will do
			if !open {
				return
			}
		}
	}
}

// settled waits for a change, if there is none yet, and then until there have
// been none for a while. It returns the folders that changed, none when there is
// nothing to wait for.
func settled(ctx context.Context, changes <-chan string, quiet time.Duration, folders ...string) []string {
	var calm <-chan time.Time
	if len(folders) > 0 {
		calm = time.After(quiet)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case folder, open := <-changes:
			if !open {
				return nil
			}
			if !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
			calm = time.After(quiet)
		case <-calm:
			return folders
		}
	}
}
