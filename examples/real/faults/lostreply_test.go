package faults

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// losing lets a call's request through to the server, waits until it has landed
// there, and cuts the connection, so that the reply is lost. In between comes
// meanwhile. The request is the next that has text in it.
func (l lossy) losing(t *testing.T, text string, call func(), landed func() bool, meanwhile func()) {
	t.Helper()
	passed := l.proxy.Swallow(text)
	done := make(chan struct{})
	go func() {
		defer close(done)
		call()
	}()
	select {
	case <-passed:
	case <-time.After(patience):
		require.FailNowf(t, "no such request", "nothing with %q in it has passed for %v", text, patience)
	}
	require.Eventually(t, landed, patience, 5*time.Millisecond, "the request with %q in it has no effect", text)
	meanwhile()
	l.proxy.Cut()
	select {
	case <-done:
	case <-time.After(patience):
		require.FailNowf(t, "it hangs", "the call that sent %q has not come back %v after its connection was cut", text, patience)
	}
}

func TestLostReplies(t *testing.T) {
	t.Parallel()
	for _, system := range lossySystems {
		t.Run(system.name, func(t *testing.T) {
			t.Parallel()
			opened := system.open(t)
			t.Run("acquire", func(t *testing.T) { testLostAcquire(t, opened) })
			t.Run("write", func(t *testing.T) { testLostWrite(t, opened) })
		})
	}
}

// The lease is granted, and the client does not hear of it. It does not know
// whether it holds the lease, and says neither that it does, nor that somebody
// else does. The next one is granted it when the TTL is over, or when the client
// has given back what it may have: so there are never two owners.
func testLostAcquire(t *testing.T, system lossy) {
	const ttl = 2 * time.Second
	ctx := context.Background()
	_, err := system.via.Locks.Acquire(ctx, "warm", "somebody", time.Minute) // scripts are loaded, nodes made
	require.NoError(t, err)
	before, err := system.leases(ctx)
	require.NoError(t, err)

	r := newRecorder()
	client1, client2 := client{r, "client1", system.via}, client{r, "client2", system.direct}
	var lost *grant
	var next *grant
	waiting := make(chan struct{})
	system.losing(t, "client1",
		func() { lost = client1.acquire(ttl) },
		func() bool { n, err := system.leases(ctx); return err == nil && n > before },
		func() {
			go func() {
				defer close(waiting)
				for deadline := time.Now().Add(patience); next == nil && time.Now().Before(deadline); {
					next = client2.acquire(time.Minute)
					time.Sleep(5 * time.Millisecond)
				}
			}()
		})
	assert.Nil(t, lost, "it was told that it holds the lease")
	<-waiting
	require.NotNil(t, next, "the lease is stuck")

	var unheard Call
	for _, c := range r.history() {
		if c.Client == "client1" {
			unheard = c
		}
	}
	assert.Equal(t, Unknown, unheard.Outcome, "a lost reply is not an answer")
	if !system.givesBack {
		assert.GreaterOrEqual(t, next.call.End, unheard.Begin+ttl, "the next one has to wait for the TTL: it may be held")
	}
	if system.counter {
		assert.Equal(t, chapter.Token(2), next.Token, "one grant that nobody heard of, and the next")
	}

	client2.release(next)
	third := client1.acquire(time.Minute)
	for deadline := time.Now().Add(patience); third == nil && time.Now().Before(deadline); third = client1.acquire(time.Minute) {
		time.Sleep(5 * time.Millisecond) // it may have to connect again
	}
	require.NotNil(t, third, "the lease is stuck")
	assert.Empty(t, Judge(r.history()))
}

// The data is in place, and the client does not hear of it. It repeats the write,
// under the same token: that is harmless.
func testLostWrite(t *testing.T, system lossy) {
	ctx := context.Background()
	r := newRecorder()
	client1, client2 := client{r, "client1", system.via}, client{r, "client2", system.direct}
	require.Equal(t, Done, client1.claim(33))
	require.Equal(t, Done, client1.write(33, "first data"))

	holds := func() (string, chapter.Token) {
		data, mark, err := system.direct.Store.Read(ctx, report)
		require.NoError(t, err)
		return string(data), mark
	}
	var outcome Outcome
	system.losing(t, "second data",
		func() { outcome = client1.write(33, "second data") },
		func() bool { data, _ := holds(); return data == "second data" },
		func() {})
	assert.Equal(t, Unknown, outcome, "a lost reply is not an answer")

	assert.Equal(t, Done, client1.repeat(33, "second data"))
	data, mark := holds()
	assert.Equal(t, "second data", data)
	assert.Equal(t, chapter.Token(33), mark)

	// And now the next holder comes before client1 hears of anything. It
	// finds the data. To call that write refused would be to say that
	// nothing was written.
	system.losing(t, "third data",
		func() { outcome = client1.write(33, "third data") },
		func() bool { data, _ := holds(); return data == "third data" },
		func() { require.Equal(t, Done, client2.claim(34)) })
	assert.Equal(t, Unknown, outcome, "it was written, and a refusal says that it was not")

	assert.Equal(t, Refused, client1.repeat(33, "third data"))
	data, mark = holds()
	assert.Equal(t, "third data", data)
	assert.Equal(t, chapter.Token(34), mark)
}

// repeat writes the same again, until there is an answer: the client may have to
// connect again.
func (c client) repeat(token chapter.Token, data string) (outcome Outcome) {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if outcome = c.write(token, data); outcome != Unknown {
			break
		}
	}
	return outcome
}
