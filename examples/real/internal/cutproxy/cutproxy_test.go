package cutproxy

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// startEcho starts a server that says back each line, and tells of it here.
func startEcho(t *testing.T) (address string, heard <-chan string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	lines := make(chan string, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for in := bufio.NewScanner(conn); in.Scan(); {
					lines <- in.Text()
					fmt.Fprintln(conn, in.Text())
				}
			}()
		}
	}()
	return listener.Addr().String(), lines
}

func startProxy(t *testing.T, address string) *Proxy {
	p, err := Start(To("tcp", address))
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	return p
}

func connect(t *testing.T, p *Proxy) (net.Conn, *bufio.Reader) {
	conn, err := net.Dial("tcp", p.Address())
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	return conn, bufio.NewReader(conn)
}

func say(t *testing.T, conn net.Conn, text string) {
	_, err := io.WriteString(conn, text)
	require.NoError(t, err)
}

func TestAReplyIsLost(t *testing.T) {
	address, heard := startEcho(t)
	p := startProxy(t, address)
	conn, replies := connect(t, p)
	other, otherReplies := connect(t, p)

	say(t, conn, "one\n")
	reply, err := replies.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "one\n", reply, "without a trap all is passed on")
	assert.Equal(t, "one", <-heard)

	passed := p.Swallow("two")
	say(t, conn, "before t")
	select {
	case <-passed:
		t.Fatal("half of a text is not the text")
	case <-time.After(time.Millisecond):
	}
	say(t, conn, "wo\n")
	<-passed
	assert.Equal(t, "before two", <-heard, "the request has reached the server")

	say(t, other, "three\n")
	reply, err = otherReplies.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "three\n", reply, "others hear their replies")

	p.Cut()
	left, err := io.ReadAll(replies)
	assert.NoError(t, err)
	assert.Empty(t, left, "the reply is lost")
	say(t, other, "two\n")
	reply, err = otherReplies.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "two\n", reply, "a trap springs once")

	again, replies := connect(t, p)
	say(t, again, "four\n")
	reply, err = replies.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "four\n", reply, "who connects again is served")
}

// Each trap waits for what is said after it was set.
func TestTheSameTextAgain(t *testing.T) {
	address, _ := startEcho(t)
	p := startProxy(t, address)
	conn, replies := connect(t, p)
	say(t, conn, "one\n")
	_, err := replies.ReadString('\n')
	require.NoError(t, err)

	passed := p.Swallow("one")
	say(t, conn, "two\n")
	reply, err := replies.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "two\n", reply)
	say(t, conn, "one\n")
	<-passed
}

func TestWhenOneEndHangsUpSoDoesTheOther(t *testing.T) {
	address, _ := startEcho(t)
	p := startProxy(t, address)
	conn, replies := connect(t, p)
	say(t, conn, "one\n")
	_, err := replies.ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, p.Close())
	_, err = replies.ReadString('\n')
	assert.ErrorIs(t, err, io.EOF)
	_, err = net.Dial("tcp", p.Address())
	assert.Error(t, err)
}

func TestAServerThatIsNotThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	_, replies := connect(t, startProxy(t, listener.Addr().String()))
	_, err = replies.ReadString('\n')
	assert.Error(t, err)
}
