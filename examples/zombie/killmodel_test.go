//go:build unix

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

func TestWhatAKilledStorageMayHold(t *testing.T) {
	acknowledged := func(m *model) { m.send("old", 34); m.acknowledge() }
	cutOff := func(m *model) { acknowledged(m); m.send("new", 35) }
	for _, test := range []struct {
		name   string
		before func(*model)
		data   string
		mark   chapter.Token
		landed bool
		wrong  string
	}{
		{"what was acknowledged", acknowledged, "old", 34, false, ""},
		{"a lost write", acknowledged, "", 0, false, `the storage holds "" under mark 0: want "old" under mark 34`},
		{"a lost mark", acknowledged, "old", 0, false, `the storage holds "old" under mark 0: want "old" under mark 34`},
		{"a zombie's write", acknowledged, stale, 34, false, `the storage holds "client1 stale data" under mark 34: want "old" under mark 34`},
		{"a cut-off write that landed", cutOff, "new", 35, true, ""},
		{"a cut-off write that did not", cutOff, "old", 34, false, ""},
		{"half of it: the mark", cutOff, "old", 35, false, `the storage holds "old" under mark 35: want "old" under mark 34, or "new" under mark 35`},
		{"half of it: the data", cutOff, "new", 34, false, `the storage holds "new" under mark 34: want "old" under mark 34, or "new" under mark 35`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var m model
			test.before(&m)
			landed, err := m.found(test.data, test.mark)
			assert.Equal(t, test.landed, landed)
			if test.wrong != "" {
				assert.EqualError(t, err, test.wrong)
				return
			}
			assert.NoError(t, err)
			_, err = m.found(test.data, test.mark)
			assert.NoError(t, err, "and it stays so")
		})
	}
	var m model
	cutOff(&m)
	_, _ = m.found("old", 34)
	_, err := m.found("new", 35)
	assert.Error(t, err, "what was seen not to have landed does not land later: its process is dead")
}
