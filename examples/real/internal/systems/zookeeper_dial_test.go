package systems

import (
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// The first answer is waited for for seconds, the others for as long as is said.
func TestTheFirstAnswerIsNotWaitedForForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		defer here.Close()
		defer there.Close()
		conn := &impatient{Conn: here}
		for _, want := range []time.Duration{firstAnswer, 400 * time.Second} {
			began := time.Now()
			assert.NoError(t, conn.SetReadDeadline(began.Add(400*time.Second)))
			_, err := conn.Read(make([]byte, 1))
			assert.ErrorIs(t, err, os.ErrDeadlineExceeded)
			assert.Equal(t, want, time.Since(began))
		}
	})
}

func TestADeadlineThatIsSoonerStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		defer here.Close()
		defer there.Close()
		conn, began := &impatient{Conn: here}, time.Now()
		assert.NoError(t, conn.SetReadDeadline(began.Add(time.Second)))
		_, err := conn.Read(make([]byte, 1))
		assert.ErrorIs(t, err, os.ErrDeadlineExceeded)
		assert.Equal(t, time.Second, time.Since(began))
	})
}
