package filestore

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/quick"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

func TestAnyKeyAndAnyDataComeBackFromTheFile(t *testing.T) {
	odd := map[string]object{
		"":                  {mark: 1, data: []byte{}},
		"../store":          {mark: 2},
		"two\nlines \"\x00": {mark: 3, data: []byte("\r\n\xff\ufffd \" \\")},
		"π":                 {mark: 1<<64 - 1, data: []byte("sha256 ")},
	}
	there := func(objects map[string]object) bool {
		back, err := decode(string(encode(objects)))
		return assert.NoError(t, err) &&
			assert.Empty(t, cmp.Diff(objects, back, cmp.AllowUnexported(object{})))
	}
	there(odd)
	require.NoError(t, quick.Check(func(key, data []byte, mark chapter.Token) bool {
		return there(map[string]object{string(key): {mark: mark, data: clone(data)}})
	}, nil))
}

func TestADamagedFileIsToldApartFromAnEmptyStore(t *testing.T) {
	whole := string(encode(map[string]object{"orders": {mark: 34, data: []byte("client2 data")}}))
	withSum := func(lines string) string { return header + lines + sumLine(header+lines) }
	for _, tt := range []struct{ damage, file, says string }{
		{"nothing left", "", "truncated, 0 bytes are left"},
		{"cut in the header", whole[:9], "truncated, 9 bytes are left"},
		{"cut in a line", whole[:40], "truncated or appended to"},
		{"cut before the checksum", whole[:len(whole)-sumLineSize], "truncated or appended to"},
		{"the last byte is missing", whole[:len(whole)-1], "truncated or appended to"},
		{"something was appended", whole + "35 \"orders\"\n", "truncated or appended to"},
		{"an older mark", strings.Replace(whole, "34", "33", 1), "altered"},
		{"a flipped bit in the data", strings.Replace(whole, "client2", "client3", 1), "altered"},
		{"a flipped bit in the checksum", whole[:len(whole)-2] + string(whole[len(whole)-2]^1) + "\n", "altered"},
		{"zeros", strings.Repeat("\x00", len(whole)), "not a store's file"},
		{"somebody else's file", "{\"orders\": 34}\n", "not a store's file, it begins \"{"},
		{"a later format", strings.Replace(whole, "format 1", "format 2", 1), `its format is "2", and only "1"`},
		{"a line that is none", withSum("orders 34\n"), "no key's"},
		{"a line with an end of its own", withSum("34 \"orders\" data\n"), "no key's"},
		{"a key without quotes", withSum("34 orders\n"), "no key's"},
		{"the same key twice", withSum("34 \"a\"\n33 \"a\"\n"), "no key's"},
	} {
		t.Run(tt.damage, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, fileName)
			require.NoError(t, os.WriteFile(path, []byte(tt.file), 0o600))

			_, err := Open(dir)
			require.ErrorIs(t, err, ErrCorrupt)
			assert.ErrorContains(t, err, tt.says)

			left, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, tt.file, string(left), "Open has touched the damaged file")
		})
	}
}

func TestEveryCutAndEveryFlippedBitIsNoticed(t *testing.T) {
	whole := encode(map[string]object{"orders": {mark: 34, data: []byte("client2 data")}, "users": {mark: 7}})
	for n := range whole {
		_, err := decode(string(whole[:n]))
		require.ErrorIs(t, err, ErrCorrupt, "cut after %d bytes", n)
		for bit := range 8 {
			flipped := bytes.Clone(whole)
			flipped[n] ^= 1 << bit
			_, err := decode(string(flipped))
			require.ErrorIs(t, err, ErrCorrupt, "bit %d of byte %d", bit, n)
		}
	}
}
