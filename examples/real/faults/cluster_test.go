package faults

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/etcd/server/v3/embed"
	"go.uber.org/zap"

	"example.com/fencing/examples/real/etcd"
	"example.com/fencing/examples/real/internal/cutproxy"
	"example.com/fencing/examples/real/internal/etcdserver"
	"example.com/fencing/examples/real/internal/loopback"
	"example.com/fencing/examples/real/internal/systems"
)

// A cluster is etcd with three members, all in this process.
type cluster []*member

// A member can be stopped, and started again on the same data.
type member struct {
	address string // for clients, as host:port
	config  *embed.Config
	etcd    *embed.Etcd // nil while it does not run
}

func startCluster(t *testing.T) cluster {
	var c cluster
	var all []string
	for n := range 3 {
		clients, peers := freeURL(t), freeURL(t)
		config := embed.NewConfig()
		config.Name = fmt.Sprint("member", n+1)
		config.Dir = t.TempDir()
		config.TickMs, config.ElectionMs = 50, 500 // a slow machine is not to vote all day
		config.ZapLoggerBuilder = embed.NewZapLoggerBuilder(zap.NewNop())
		config.ListenClientUrls, config.AdvertiseClientUrls = clients, clients
		config.ListenPeerUrls, config.AdvertisePeerUrls = peers, peers
		all = append(all, config.Name+"="+peers[0].String())
		c = append(c, &member{address: clients[0].Host, config: config})
	}
	t.Cleanup(func() {
		for _, m := range c {
			m.stop()
		}
	})
	for _, m := range c {
		m.config.InitialCluster = strings.Join(all, ",")
		require.NoError(t, m.start())
	}
	_, err := c.leader(nil)
	require.NoError(t, err)
	return c
}

// freeURL returns an address that nobody listens on.
func freeURL(t *testing.T) []url.URL {
	port, err := loopback.FreePort()
	require.NoError(t, err)
	return []url.URL{{Scheme: "http", Host: fmt.Sprint("127.0.0.1:", port)}}
}

// start does not wait: the first member is ready when there is a second.
func (m *member) start() (err error) {
	m.etcd, err = embed.StartEtcd(m.config)
	return err
}

// stop stops a member as if its machine had failed: it hands nothing over.
func (m *member) stop() {
	if m.etcd != nil {
		m.etcd.Server.HardStop()
		m.etcd.Close()
		m.etcd = nil
	}
}

// leader waits until the members that run follow one of them, which is not the
// former one.
func (c cluster) leader(former *member) (*member, error) {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for _, m := range c {
			if m != former && m.etcd != nil && m.etcd.Server.Leader() == m.etcd.Server.MemberID() {
				return m, nil
			}
		}
	}
	return nil, fmt.Errorf("nobody leads the cluster after %v", patience)
}

// dialEtcd connects to the members with these addresses.
func dialEtcd(t *testing.T, addresses ...string) systems.Client {
	for n := range addresses {
		addresses[n] = "http://" + addresses[n]
	}
	client, err := etcdserver.Dial(addresses...)
	require.NoError(t, err)
	t.Cleanup(func() { client.Close() })
	return systems.Client{Locks: etcd.NewLocks(client, "locks/"), Store: etcd.NewStore(client, "data/")}
}

// Clients write, and the member that leads is stopped again and again. Another one
// takes its place, and the one that was stopped comes back.
func TestStoppedLeaders(t *testing.T) {
	t.Parallel()
	var results results
	c := startCluster(t)
	another := func() (systems.Client, error) {
		return dialEtcd(t, c[0].address, c[1].address, c[2].address), nil
	}
	results.add(t, "etcd, three members", *kills, another, func() error {
		former, err := c.leader(nil)
		if err != nil {
			return err
		}
		former.stop()
		if _, err := c.leader(former); err != nil {
			return err
		}
		return former.start()
	})
	t.Logf("what became of them:\n%v", &results)
}

// The leader has client1's request for the lease, and is stopped. Perhaps it has
// granted the lease and told the others, perhaps not. Whoever is granted it by the
// next leader is the only owner.
func TestTheLeaderIsStoppedInMidGrant(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	r := newRecorder()
	for range max(1, *kills/2) {
		former, err := c.leader(nil)
		require.NoError(t, err)
		var others []string
		for _, m := range c {
			if m != former {
				others = append(others, m.address)
			}
		}
		proxy := proxyTo(t, cutproxy.To("tcp", former.address))
		client1 := client{r, "client1", dialEtcd(t, proxy.Address())}
		client2 := client{r, "client2", dialEtcd(t, others...)}
		acquire := func() *grant {
			for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
				if g := client2.acquire(time.Minute); g != nil {
					return g
				}
			}
			return nil
		}
		first := acquire()
		require.NotNil(t, first, "before anything has happened")
		client2.release(first)

		passed := proxy.Swallow("client1")
		done := make(chan *grant)
		go func() { done <- client1.acquire(2 * time.Second) }()
		select {
		case <-passed:
		case <-time.After(patience):
			require.FailNow(t, "client1's request has not passed")
		}
		former.stop()
		proxy.Cut()
		assert.Nil(t, <-done, "it was told that it holds the lease")

		now, err := c.leader(former)
		require.NoError(t, err)
		assert.NotSame(t, former, now)
		next := acquire()
		require.NotNil(t, next, "the lease is stuck")
		assert.Greater(t, next.Token, first.Token)
		client2.release(next)
		require.NoError(t, former.start())
	}
	assert.Empty(t, Judge(r.history()))
}
