package filestore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

func openIn(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

// holds checks what a key has, nil being no data.
func holds(t *testing.T, s *Store, key string, data []byte, mark chapter.Token) {
	t.Helper()
	gotData, gotMark, err := s.Read(t.Context(), key)
	require.NoError(t, err)
	assert.Equal(t, data, gotData, "data of %q", key)
	assert.Equal(t, mark, gotMark, "mark of %q", key)
}

func TestTheZombieIsRefusedAfterARestart(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	s := openIn(t, dir)
	require.NoError(t, s.Write(ctx, "orders", []byte("client1 data"), 33))
	data, err := s.Claim(ctx, "orders", 34)
	require.NoError(t, err)
	require.Equal(t, "client1 data", string(data))
	require.NoError(t, s.Write(ctx, "empty", nil, 2))
	require.NoError(t, s.Write(ctx, "deleted", []byte("x"), 8))
	require.NoError(t, s.Delete(ctx, "deleted", 9))
	require.NoError(t, s.Close())

	s = openIn(t, dir)
	holds(t, s, "orders", []byte("client1 data"), 34)
	holds(t, s, "empty", []byte{}, 2)
	holds(t, s, "deleted", nil, 9)
	holds(t, s, "never seen", nil, 0)

	assert.EqualError(t, s.Write(ctx, "orders", []byte("client1 stale data"), 33), "token 33 < 34")
	assert.EqualError(t, s.Delete(ctx, "orders", 33), "token 33 < 34")
	data, err = s.Claim(ctx, "orders", 33)
	assert.EqualError(t, err, "token 33 < 34")
	assert.Nil(t, data)
	assert.ErrorIs(t, s.Write(ctx, "deleted", nil, 8), chapter.ErrStaleToken)
	assert.ErrorIs(t, s.Write(ctx, "orders", nil, 0), chapter.ErrNoToken)
	holds(t, s, "orders", []byte("client1 data"), 34)

	require.NoError(t, s.Write(ctx, "orders", []byte("client2 data"), 34))
	require.NoError(t, s.Write(ctx, "orders", []byte("client2 data, again"), 34))
	holds(t, s, "orders", []byte("client2 data, again"), 34)
}

func TestACallWhoseContextIsOverChangesNothing(t *testing.T) {
	s := openIn(t, t.TempDir())
	over, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, s.Write(over, "orders", nil, 34), context.Canceled)
	_, _, err := s.Read(over, "orders")
	assert.ErrorIs(t, err, context.Canceled)
	holds(t, s, "orders", nil, 0)
}

func TestWhatIsHandedInAndOutIsACopy(t *testing.T) {
	s := openIn(t, t.TempDir())
	in := []byte("data")
	require.NoError(t, s.Write(t.Context(), "orders", in, 34))
	in[0] = '!'
	out, _, err := s.Read(t.Context(), "orders")
	require.NoError(t, err)
	out[1] = '!'
	claimed, err := s.Claim(t.Context(), "orders", 34)
	require.NoError(t, err)
	claimed[2] = '!'
	holds(t, s, "orders", []byte("data"), 34)
}

func TestAFolderIsOpenOnlyOnce(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	_, err := Open(dir)
	require.ErrorIs(t, err, ErrInUse)

	require.NoError(t, s.Close())
	require.NoError(t, s.Close(), "a second Close")
	assert.ErrorIs(t, s.Write(t.Context(), "orders", nil, 34), os.ErrClosed)
	_, _, err = s.Read(t.Context(), "orders")
	assert.ErrorIs(t, err, os.ErrClosed)
	openIn(t, dir)
}

func TestAMissingFolderIsNotAnEmptyStore(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "not mounted"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestAFailedOpenLeavesTheFolderFree(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	require.NoError(t, os.WriteFile(path, []byte("something else"), 0o600))
	_, err := Open(dir)
	require.ErrorIs(t, err, ErrCorrupt)
	require.NoError(t, os.Remove(path))
	openIn(t, dir)
}

func TestTheLeftoverOfACrashIsReplaced(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, openIn(t, dir).Close())
	require.NoError(t, os.WriteFile(filepath.Join(dir, tempName), []byte("fencing files"), 0o600))
	s := openIn(t, dir)
	require.NoError(t, s.Write(t.Context(), "orders", nil, 34))
	assert.NoFileExists(t, filepath.Join(dir, tempName))
}

// The simulated disk has no lock of its own: with -race, this also shows that
// no two saves meet.
func TestManyWritersNeverLowerAMark(t *testing.T) {
	for name, d := range map[string]disk{"folder": folder(t.TempDir()), "simulated disk": newSimDisk()} {
		t.Run(name, func(t *testing.T) {
			s, err := open(d, replace)
			require.NoError(t, err)
			var writers sync.WaitGroup
			for w := range chapter.Token(4) {
				writers.Go(func() {
					for i := range chapter.Token(8) {
						token := 1 + 4*i + w
						err := s.Write(t.Context(), "orders", fmt.Append(nil, token), token)
						data, mark, readErr := s.Read(t.Context(), "orders")
						if err != nil {
							assert.ErrorIs(t, err, chapter.ErrStaleToken)
						}
						assert.NoError(t, readErr)
						assert.GreaterOrEqual(t, mark, token)
						assert.Equal(t, fmt.Sprint(mark), string(data))
					}
				})
			}
			writers.Wait()
			holds(t, s, "orders", []byte("32"), 32)
			again, err := open(d, replace)
			require.NoError(t, err)
			holds(t, again, "orders", []byte("32"), 32)
		})
	}
}
