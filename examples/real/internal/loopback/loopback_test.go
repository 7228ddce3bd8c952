package loopback

import (
	"fmt"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPortIsGivenOnce(t *testing.T) {
	port, err := FreePort()
	require.NoError(t, err)
	address := fmt.Sprint("127.0.0.1:", port)
	assert.Error(t, reserve(address), "it is given away, though nobody listens")

	server, err := net.Listen("tcp", address)
	require.NoError(t, err, "whom it is given to can listen")
	require.NoError(t, server.Close())
	assert.Error(t, reserve(address), "it is kept while its server is dead")
}

func TestAPortThatIsInUseIsNotFree(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer server.Close()
	for range 2 {
		assert.Error(t, reserve(server.Addr().String()), "each time")
	}
}
