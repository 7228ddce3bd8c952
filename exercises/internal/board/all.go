package board

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"example.com/fencing/exercises/internal/exercise"
	"example.com/fencing/exercises/internal/gotest"
)

// A row is an exercise and how far it has got.
type row struct {
	exercise.Exercise
	gotest.Verdict
	begun bool // it is no longer as it was handed out
}

// showAll runs all tests and shows the board.
func (b *Board) showAll(ctx context.Context) error {
	rows, err := b.rows(ctx, b.exercises)
	if err != nil {
		return err
	}
	fmt.Fprint(b.Out, b.render(rows))
	return nil
}

// rows runs the tests of some exercises: of those that the student has begun,
// and of the first that is as it was handed out. The others are so, too: they
// fail, as is proven in solutions/, and it would take time to see that again.
func (b *Board) rows(ctx context.Context, exercises []exercise.Exercise) ([]row, error) {
	var folders []string // of those that have a file to test
	rows := make([]row, len(exercises))
	untouched := false // there was one already
	for i, e := range exercises {
		rows[i].Exercise = e
		source, err := os.ReadFile(b.file(e))
		if err != nil {
			rows[i].begun = true
			rows[i].Verdict = gotest.Verdict{
				State: gotest.Missing,
				Why:   fmt.Sprintf("%s.go is not there; go run ./exercises reset %d brings it back", e.Name, e.Number),
			}
			rows[i].Story = rows[i].Why
			continue
		}
		stub, err := b.stub(e.Folder)
		if err != nil {
			return nil, err
		}
		rows[i].begun = !bytes.Equal(source, stub)
		if rows[i].begun || !untouched {
			folders = append(folders, e.Folder)
		}
		untouched = untouched || !rows[i].begun
	}
	if len(folders) == 0 {
		return rows, nil
	}
	waiting := b.wait(len(folders))
	verdicts, err := b.test(ctx, b.module(), folders, waiting.step)
	waiting.end()
	if err != nil {
		return nil, err
	}
	for i, e := range exercises {
		if verdict, tested := verdicts[e.Folder]; tested {
			rows[i].Verdict = verdict
		}
	}
	return rows, nil
}

// next returns the first row that is not done, or -1.
func next(rows []row) int {
	for i, r := range rows {
		if r.State != gotest.Done {
			return i
		}
	}
	return -1
}
