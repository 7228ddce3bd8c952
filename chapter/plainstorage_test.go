package chapter_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

func TestPlainStorageTakesEveryWriteInTheOrderOfArrival(t *testing.T) {
	var storage chapter.PlainStorage
	assert.Empty(t, storage.Read(), "it begins empty")
	for _, data := range []string{"client2 data", "client1 stale data", ""} {
		storage.Write(data)
		assert.Equal(t, data, storage.Read())
		assert.Equal(t, data, storage.Read(), "reading changes nothing")
	}
}

func TestPlainStorageEndsWithSomebodysWholeWrite(t *testing.T) {
	var storage chapter.PlainStorage
	var writes [20]string
	for i := range writes {
		writes[i] = fmt.Sprintf("client%d data", i)
	}
	inParallel(len(writes), func(i int) {
		storage.Write(writes[i])
		if data := storage.Read(); !slices.Contains(writes[:], data) {
			t.Errorf("read %q, which nobody wrote", data)
		}
	})
	assert.Contains(t, writes, storage.Read())
}
