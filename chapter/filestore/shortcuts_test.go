package filestore

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryShortcutLosesSomethingInSomeCrash(t *testing.T) {
	over := func(on func(*simDisk) disk, save func(disk, []byte) error) variant {
		return variant{just(save).newSave, func(d disk) disk { return on(d.(*simDisk)) }}
	}
	oneCrash := [][]call{theStory, afterwards}
	twoCrashes := [][]call{thePart, afterwards, afterwards}
	for _, tt := range []struct {
		shortcut string
		variant  variant
		takes    [][]call // a case that needs two crashes in a row is one that survives any single one
		says     string
	}{
		{"no sync of the file", just(withoutFileSync), oneCrash, "corrupt store: truncated"},
		{"no sync of the folder", just(withoutFolderSync), oneCrash, "mark lost"},
		{"rename before sync", just(renameBeforeSync), oneCrash, "corrupt store: truncated"},
		{"write in place", just(inPlace), oneCrash, "corrupt store: truncated"},
		{"mark and data in two files", over(func(d *simDisk) disk { return joining{d} }, apart), oneCrash,
			`"users" has mark 0 and data "user data"`},
		{"sync again after it failed", just(secondTry), oneCrash, "corrupt store: truncated"},
		{"a leftover is overwritten", over(func(d *simDisk) disk { return overwriting{d} }, replace), twoCrashes,
			"corrupt store: truncated"},
		{"what was read is trusted", variant{trusting, theStore.on}, twoCrashes, "mark lost"},
	} {
		t.Run(tt.shortcut, func(t *testing.T) {
			_, err := explore(tt.variant, everything, tt.takes...)
			require.Error(t, err, "the simulated disk is too kind: it lets this pass")
			t.Log(err)
			assert.ErrorContains(t, err, tt.says)
			if len(tt.takes) > len(oneCrash) {
				_, err := explore(tt.variant, everything, oneCrash...)
				assert.NoError(t, err, "one crash was enough")
			}
		})
	}
}

// Why cut the power of a simulated disk when a real process can be killed?
func TestKillingTheProcessDoesNotShowAMissingSync(t *testing.T) {
	for _, save := range []func(disk, []byte) error{withoutFileSync, withoutFolderSync, renameBeforeSync} {
		_, err := explore(just(save), []event{kill}, theStory, afterwards)
		assert.NoError(t, err)
	}
}
