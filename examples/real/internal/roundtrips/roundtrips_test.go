package roundtrips

import (
	"io"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRoundTripsAreCounted(t *testing.T) {
	here, there := net.Pipe()
	defer here.Close()
	go func() { // an echo, which answers after every second byte
		defer there.Close()
		pair := make([]byte, 2)
		for {
			if _, err := io.ReadFull(there, pair); err != nil {
				return
			}
			if _, err := there.Write(pair); err != nil {
				return
			}
		}
	}()
	var counter Counter
	conn := counter.Conn(here)
	ask := func(pieces ...string) {
		for _, piece := range pieces {
			_, err := conn.Write([]byte(piece))
			assert.NoError(t, err)
		}
		_, err := io.ReadFull(conn, make([]byte, 2))
		assert.NoError(t, err)
	}
	assert.Equal(t, 0, counter.Of(func() {}))
	assert.Equal(t, 1, counter.Of(func() { ask("ab") }))
	assert.Equal(t, 1, counter.Of(func() { ask("a", "b") }), "two pieces, one wait")
	assert.Equal(t, 2, counter.Of(func() { ask("ab"); ask("cd") }))
}
