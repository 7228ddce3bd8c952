package servers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each server comes up, is killed, comes up again on the same address, and leaves
// nothing behind.
func TestServersRestart(t *testing.T) {
	for name, start := range map[string]func() (*Server, error){
		"PostgreSQL": Postgres,
		"Redis":      func() (*Server, error) { return Redis(false) },
		"ZooKeeper":  ZooKeeper,
		"etcd":       Etcd,
		"versitygw":  Versitygw,
	} {
		t.Run(name, func(t *testing.T) {
			server := ForTest(t, start)
			if server.Foreign() {
				t.Skip("it is somebody else's, at", server.Address)
			}
			before := server.Address
			require.NoError(t, server.Restart())
			assert.Equal(t, before, server.Address)
			require.NoError(t, server.Kill())
			require.NoError(t, server.Kill(), "a second time is no error")
			require.NoError(t, server.Start())
			require.NoError(t, server.Stop())
			assert.NoDirExists(t, server.dir)
		})
	}
}
