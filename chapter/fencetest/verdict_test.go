package fencetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// storyOf returns what a check says of a store.
func storyOf(t *testing.T, check string, h StoreHarness) string {
	s, err := newStoreScene(h, settings{drawing: drawingIn(t)})
	require.NoError(t, err)
	v := named(storeChecks, check).examine(s)
	require.NotNil(t, v, "%s passes", check)
	return v.Error()
}

func brokenNamed[H any](broken []brokenThing[H], name string) H {
	for _, b := range broken {
		if b.name == name {
			return b.harness()
		}
	}
	panic("no broken thing " + name)
}

func TestStories(t *testing.T) {
	assert.Equal(t, `claim-fences: a claim alone shuts out every former holder, whatever the key holds
1. Write("k", "old", 33) → ok
2. Claim("k", 34) → "old"
3. Write("k", "stale", 33) → ok
   want an error that is chapter.ErrStaleToken: 34 has claimed
Read "What does fencing not do?" in example.com/fencing/chapter.`,
		storyOf(t, "claim-fences", brokenNamed(brokenStores, "claim does not raise the mark")))

	assert.Equal(t, `equal-token: the holder of the newest token calls as often as it likes
1. Write("k", "one", 33) → ok
2. Write("k", "two", 33) → error: token 33 < 33
   want ok: an equal token is the same holder, calling again
Read "What does fencing need?" in example.com/fencing/chapter.`,
		storyOf(t, "equal-token", brokenNamed(brokenStores, "refuses token <= mark")))

	assert.Equal(t, `reopen-after-claim: a claim survives a restart, though it has written no data
1. Write("k", "kept", 33) → ok
2. Claim("k", 34) → "kept"
3. Claim("new", 34) → no data
4. Read("new") → no data, mark 34
5. reopen → ok
6. Write("k", "stale", 33) → ok
   want an error that is chapter.ErrStaleToken: 34 had claimed before the restart
Read "What does fencing need?" in example.com/fencing/chapter.`,
		storyOf(t, "reopen-after-claim", brokenNamed(brokenStores, "the mark of a claim is lost on restart")))

	assert.Equal(t, `copies: the store's data is its own: no caller changes it through a slice
1. Write("k", "kept", 33) → ok
2. the caller overwrites the slice that was written, which reads "####" now
3. Read("k") → "####", mark 33
   want "kept": a slice is changed without a token
Read the comments of the interface: go doc example.com/fencing/chapter/fencetest.`,
		storyOf(t, "copies", brokenNamed(brokenStores, "keeps the slice that was written")))
}

func TestLockerStories(t *testing.T) {
	tell := func(check, broken string) string {
		s, err := newLockerScene(brokenNamed(brokenLockers, broken), settings{})
		require.NoError(t, err)
		v := named(lockerChecks, check).examine(s)
		require.NotNil(t, v)
		return v.Error()
	}
	assert.Equal(t, `renew-expired: a renewal never revives a lease that has run out
1. Acquire("lock", "client1", 10s) → token 1 of client1, expires in 10s
2. the clock is turned by 10s
3. Renew("lock", token 1 of client1, 10s) → token 1 of client1, expires in 10s
   want an error that is chapter.ErrNotHeld: the lease is over
Read "What about renewal?" in example.com/fencing/chapter.`,
		tell("renew-expired", "renewal revives an expired lease"))

	assert.Equal(t, `grow-same-holder: tokens grow when the same holder comes again
1. Acquire("lock", "client1", 10s) → token 1 of client1, expires in 10s
2. Release("lock", token 1 of client1) → ok
3. Acquire("lock", "client1", 10s) → token 1 of client1, expires in 10s
   want a token above 1: a later grant has a higher one
Read "What does fencing need?" in example.com/fencing/chapter.`,
		tell("grow-same-holder", "the token is the holder's"))
}

// TestDrawing finds porcupine's drawing where the story says it is.
func TestDrawing(t *testing.T) {
	story := storyOf(t, "atomic", brokenNamed(brokenStores, "check and write are two steps"))
	assert.Contains(t, story, "client36: ")
	assert.Equal(t, 1, strings.Count(story, "<- with this answer no order fits any more"), story)
	assert.Contains(t, story, "want answers that are possible if calls that overlap come one after the other")
	path := regexp.MustCompile(`drawing: (.*)`).FindStringSubmatch(story)
	require.NotNil(t, path, story)
	assert.Equal(t, "drawing.html", filepath.Base(path[1]))
	html, err := os.ReadFile(path[1])
	require.NoError(t, err)
	assert.True(t, strings.Contains(string(html), "Write("), "the calls are in the drawing")
	assert.True(t, strings.Contains(string(html), ", mark 3"), "and what they found")
}

// mute is a bucket whose Claim does something else than return.
type mute struct {
	*keyed.Bucket
	instead func(context.Context)
}

func (m mute) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	m.instead(ctx)
	return nil, ctx.Err()
}

func TestCallsThatDoNotReturn(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	harness := func(instead func(context.Context)) StoreHarness {
		h := wholeStore(mute{new(keyed.Bucket), instead})
		h.Timeout = 20 * time.Millisecond
		return h
	}
	for _, check := range []string{"claim-fences", "atomic"} {
		assert.Contains(t, storyOf(t, check, harness(func(context.Context) { <-over })),
			" → no answer in 40ms, though its context was over after 20ms\n", check)
		assert.Contains(t, storyOf(t, check, harness(func(context.Context) { panic("no such table") })),
			"→ panic: no such table\n", check)
		assert.Contains(t, storyOf(t, check, harness(func(context.Context) { runtime.Goexit() })),
			"→ ended its goroutine: runtime.Goexit, or FailNow of a test\n", check)
	}
	panicked := storyOf(t, "claim-fences", harness(func(context.Context) { panic("no such table") }))
	assert.Contains(t, panicked, "   want the call to return, with an error if need be\n")
	assert.Contains(t, panicked, "fencetest.mute.Claim", "the stack says where")
}

// TestHungStops says that one call that never comes back is enough: every other
// one would take its full time as well.
func TestHungStops(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	err := CheckStore(func() StoreHarness {
		h := wholeStore(mute{new(keyed.Bucket), func(context.Context) { <-over }})
		h.Timeout = 20 * time.Millisecond
		return h
	})
	require.Error(t, err)
	assert.Equal(t, 1, strings.Count(err.Error(), "no answer in 40ms"))
}

func TestIncompleteHarness(t *testing.T) {
	err := CheckStore(func() StoreHarness { return StoreHarness{LargestToken: 9, MaxValue: 9, Clients: -1, Timeout: -1} })
	for _, field := range []string{"Store is nil", "Reopen is nil", "LargestToken is 9", "MaxValue is 9", "Clients is -1", "Timeout is"} {
		assert.ErrorContains(t, err, "fencetest: StoreHarness."+field)
	}
	err = CheckLocker(func() LockerHarness { return LockerHarness{Advance: func(time.Duration) {}, TTL: -1, Lag: -1} })
	for _, field := range []string{"Locker is nil", "Reopen is nil", "Advance and Now", "TTL is", "Lag is"} {
		assert.ErrorContains(t, err, "fencetest: LockerHarness."+field)
	}
	same := func() (Store, error) { return nil, errors.New("gone") }
	err = CheckStore(func() StoreHarness {
		return StoreHarness{Store: new(keyed.Bucket), Reopen: same, NoReopen: true}
	})
	assert.ErrorContains(t, err, "NoReopen is set, and so is Reopen")
}
