package filestore

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// childFolder tells this test binary that it is the child, and where to write.
const childFolder = "FILESTORE_TEST_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		fmt.Fprintln(os.Stderr, writeUntilKilled(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeUntilKilled writes under ever higher tokens and prints each as soon as
// it is acknowledged.
func writeUntilKilled(dir string) error {
	ctx := context.Background()
	s, err := Open(dir)
	if err != nil {
		return err
	}
	_, mark, err := s.Read(ctx, "orders")
	for token := max(mark, 32) + 1; err == nil; token++ {
		if err = s.Write(ctx, "orders", dataOf(token), token); err == nil {
			_, err = fmt.Println(token)
		}
	}
	return err
}

func dataOf(token chapter.Token) []byte { return fmt.Appendf(nil, "data of %d", token) }

func TestWhatAKilledProcessAcknowledgedIsThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for kills := range 10 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childFolder+"="+dir)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())

		// The kill comes after a few lines, while the child goes on
		// writing. What it has printed until then is in the pipe.
		var acknowledged chapter.Token
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			_, err := fmt.Sscan(lines.Text(), &acknowledged)
			assert.NoError(t, err)
			if n == 0 {
				_, err := Open(dir)
				assert.ErrorIs(t, err, ErrInUse, "the child has it open")
			}
			if n == kills%4 {
				assert.NoError(t, child.Process.Kill())
			}
		}
		assert.Error(t, child.Wait(), "the child has ended by itself")
		require.NotZero(t, acknowledged)

		s, err := Open(dir)
		require.NoError(t, err)
		_, mark, err := s.Read(t.Context(), "orders")
		require.NoError(t, err)
		assert.Contains(t, []chapter.Token{acknowledged, acknowledged + 1}, mark)
		holds(t, s, "orders", dataOf(mark), mark)
		err = s.Write(t.Context(), "orders", []byte("zombie"), mark-1)
		assert.ErrorIs(t, err, chapter.ErrStaleToken)
		require.NoError(t, s.Close())
	}
}
