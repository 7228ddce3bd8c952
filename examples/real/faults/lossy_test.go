package faults

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/jackc/pgx/v5/pgxpool"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	goredis "github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"

	"example.com/fencing/examples/real/etcd"
	"example.com/fencing/examples/real/internal/cutproxy"
	"example.com/fencing/examples/real/internal/etcdserver"
	"example.com/fencing/examples/real/internal/natsserver"
	"example.com/fencing/examples/real/internal/s3server"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
	"example.com/fencing/examples/real/nats"
	"example.com/fencing/examples/real/postgres"
	"example.com/fencing/examples/real/redis"
	"example.com/fencing/examples/real/s3"
)

// A lossy system can be reached in two ways: by a client whose replies may be lost,
// and by one whose replies are not.
type lossy struct {
	proxy       *cutproxy.Proxy
	via, direct systems.Client

	// leases counts those that the server knows of, be they live or not.
	leases func(context.Context) (int, error)

	// givesBack says that a client which hears of no grant tries to give it
	// back, so that the next one may not have to wait.
	givesBack bool

	// counter says that a lease's tokens are counted, one by one.
	counter bool
}

// lossySystems are all whose clients talk through a connection.
var lossySystems = []struct {
	name string
	open func(*testing.T) lossy
}{
	{"etcd", lossyEtcd},
	{"zookeeper", lossyZooKeeper},
	{"postgres", lossyPostgres},
	{"redis", lossyRedis},
	{"nats", lossyNATS},
	{"s3 (gofakes3)", func(t *testing.T) lossy {
		endpoint, stop := s3server.Start()
		t.Cleanup(stop)
		return lossyS3(t, endpoint, "any", "any")
	}},
	{"s3 (versitygw)", func(t *testing.T) lossy {
		return lossyS3(t, ours(t, servers.Versitygw).Address, servers.S3Access, servers.S3Secret)
	}},
}

// ours starts a server of our own for one test.
func ours(t *testing.T, start func() (*servers.Server, error)) *servers.Server {
	server := servers.ForTest(t, start)
	if server.Foreign() {
		t.Skip("the tests of faults want a server of their own, not the one at", server.Address)
	}
	return server
}

func proxyTo(t *testing.T, dial func() (net.Conn, error)) *cutproxy.Proxy {
	proxy, err := cutproxy.Start(dial)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, proxy.Close()) })
	return proxy
}

// dialing is what a client library calls, whatever address it has in mind.
func dialing(proxy *cutproxy.Proxy) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", proxy.Address())
	}
}

func lossyEtcd(t *testing.T) lossy {
	server, err := etcdserver.Start()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Stop()) })
	proxy := proxyTo(t, cutproxy.To("tcp", server.Address[len("http://"):]))
	dial := func(address string) (*clientv3.Client, systems.Client) {
		client, err := etcdserver.Dial(address)
		require.NoError(t, err)
		t.Cleanup(func() { client.Close() })
		return client, systems.Client{Locks: etcd.NewLocks(client, "locks/"), Store: etcd.NewStore(client, "data/")}
	}
	_, via := dial("http://" + proxy.Address())
	client, direct := dial(server.Address)
	return lossy{proxy: proxy, via: via, direct: direct, givesBack: true, leases: func(ctx context.Context) (int, error) {
		found, err := client.Get(ctx, "locks/", clientv3.WithPrefix())
		if err != nil {
			return 0, err
		}
		return len(found.Kvs), nil
	}}
}

func lossyZooKeeper(t *testing.T) lossy {
	server := ours(t, servers.ZooKeeper)
	proxy := proxyTo(t, cutproxy.To("tcp", server.Address))
	_, via := dialZooKeeper(t, proxy.Address(), patience)
	conn, direct := dialZooKeeper(t, server.Address, patience)
	return lossy{proxy: proxy, via: via, direct: direct, givesBack: true, leases: func(context.Context) (int, error) {
		nodes, _, err := conn.Children("/locks")
		return len(nodes), err
	}}
}

func lossyPostgres(t *testing.T) lossy {
	server := ours(t, servers.Postgres)
	proxy := proxyTo(t, cutproxy.To("unix", server.Address[len("host="):len(server.Address)-len(" user=postgres dbname=postgres")]+"/.s.PGSQL.5432"))
	dial := func(change func(*pgxpool.Config)) (*pgxpool.Pool, systems.Client) {
		config, err := pgxpool.ParseConfig(server.Address)
		require.NoError(t, err)
		change(config)
		db, err := pgxpool.NewWithConfig(context.Background(), config)
		require.NoError(t, err)
		t.Cleanup(db.Close)
		_, err = db.Exec(context.Background(), postgres.Schema)
		require.NoError(t, err)
		return db, systems.Client{Locks: postgres.NewLocks(db), Store: postgres.NewStore(db)}
	}
	_, via := dial(func(c *pgxpool.Config) { c.ConnConfig.DialFunc = dialing(proxy) })
	db, direct := dial(func(*pgxpool.Config) {})
	return lossy{proxy: proxy, via: via, direct: direct, counter: true, leases: func(ctx context.Context) (n int, err error) {
		err = db.QueryRow(ctx, "SELECT count(*) FROM lease").Scan(&n)
		return n, err
	}}
}

func lossyRedis(t *testing.T) lossy {
	server := ours(t, func() (*servers.Server, error) { return servers.Redis(false) })
	proxy := proxyTo(t, cutproxy.To("unix", server.Address))
	dial := func(options *goredis.Options) (*goredis.Client, systems.Client) {
		client := goredis.NewClient(options)
		t.Cleanup(func() { client.Close() })
		return client, systems.Client{Locks: redis.NewLocks(client, "locks:"), Store: redis.NewStore(client, "data:")}
	}
	_, via := dial(&goredis.Options{Addr: proxy.Address()})
	client, direct := dial(&goredis.Options{Network: "unix", Addr: server.Address})
	return lossy{proxy: proxy, via: via, direct: direct, counter: true, leases: func(ctx context.Context) (int, error) {
		keys, err := client.Keys(ctx, "locks:*:counter").Result()
		return len(keys), err
	}}
}

func lossyNATS(t *testing.T) lossy {
	ctx := context.Background()
	server, err := natsserver.Start(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { server.Shutdown(); server.WaitForShutdown() })
	proxy := proxyTo(t, server.InProcessConn)
	dial := func(conn *natsgo.Conn, err error) (jetstream.KeyValue, systems.Client) {
		require.NoError(t, err)
		t.Cleanup(conn.Close)
		js, err := jetstream.New(conn)
		require.NoError(t, err)
		leases, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "locks", LimitMarkerTTL: time.Minute})
		require.NoError(t, err)
		data, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "data"})
		require.NoError(t, err)
		locks, err := nats.NewLocks(ctx, js, leases)
		require.NoError(t, err)
		store, err := nats.NewStore(ctx, data)
		require.NoError(t, err)
		return leases, systems.Client{Locks: locks, Store: store}
	}
	_, via := dial(natsgo.Connect("nats://"+proxy.Address(), natsgo.ReconnectWait(10*time.Millisecond), natsgo.MaxReconnects(-1)))
	leases, direct := dial(natsserver.Connect(server))
	return lossy{proxy: proxy, via: via, direct: direct, leases: func(ctx context.Context) (int, error) {
		keys, err := leases.ListKeys(ctx)
		if err != nil {
			return 0, err
		}
		n := 0
		for range keys.Keys() {
			n++
		}
		return n, nil
	}}
}

func lossyS3(t *testing.T, endpoint, access, secret string) lossy {
	proxy := proxyTo(t, cutproxy.To("tcp", endpoint[len("http://"):]))
	bucket := aws.String("faults")
	dial := func(options ...func(*awss3.Options)) (*awss3.Client, systems.Client) {
		client := s3server.Client(endpoint, access, secret, options...)
		return client, systems.Client{Locks: s3.NewLocks(client, *bucket, "locks/"), Store: s3.NewStore(client, *bucket, "data/")}
	}
	_, via := dial(func(o *awss3.Options) { // and the SDK's retries, as they are by default
		transport := &http.Transport{DialContext: dialing(proxy)}
		t.Cleanup(transport.CloseIdleConnections)
		o.HTTPClient = &http.Client{Transport: transport}
	})
	client, direct := dial()
	_, err := client.CreateBucket(context.Background(), &awss3.CreateBucketInput{Bucket: bucket})
	require.NoError(t, err)
	return lossy{proxy: proxy, via: via, direct: direct, counter: true, leases: func(ctx context.Context) (int, error) {
		found, err := client.ListObjectsV2(ctx, &awss3.ListObjectsV2Input{Bucket: bucket, Prefix: aws.String("locks/")})
		if err != nil {
			return 0, err
		}
		return len(found.Contents), nil
	}}
}
