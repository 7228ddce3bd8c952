package zookeeper

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-zookeeper/zk"

	"example.com/fencing/chapter"
)

// Locks grants leases by name. A grant is an ephemeral node, and a session that
// belongs to this grant alone: it ends with it. The token is the node's czxid.
// Only the Locks that granted a lease can renew or release it.
type Locks struct {
	conn    *zk.Conn
	root    string
	open    OpenSession
	longest time.Duration

	mu     sync.Mutex
	grants map[chapter.Token]*grant // those that are live
}

// OpenSession opens a session, most often by [zk.Connect] with the same servers
// as always. Two of its options are worth their while: WithMaxConnBufferSize and
// WithMaxBufferSize of some kilobytes, else each session takes three megabytes.
type OpenSession func(timeout time.Duration) (*zk.Conn, <-chan zk.Event, error)

// A grant is live until it expires, or is released.
type grant struct {
	path    string
	holder  string
	session *zk.Conn
	timeout time.Duration // of the session
	expires time.Time     // guarded by Locks.mu, as the timer that waits for it
	timer   *time.Timer
}

// NewLocks returns locks whose nodes stand under root, such as "/locks". They look
// at what is held through conn, and open a session for each grant. No lease lasts
// longer than longest, which must not be above the servers' maxSessionTimeout (20
// ticks if nothing else is configured, and so 40 seconds in many places): they cut
// a session's timeout down to that, and the client library does not tell.
func NewLocks(conn *zk.Conn, root string, open OpenSession, longest time.Duration) *Locks {
	return &Locks{conn: conn, root: root, open: open, longest: longest, grants: make(map[chapter.Token]*grant)}
}

func (l *Locks) path(name string) string { return l.root + "/" + escape(name) }

// Acquire grants holder the lease called name, or returns an error that is
// [chapter.ErrHeld] at once. It lasts for ttl or for the longest time allowed,
// whichever is shorter.
func (l *Locks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if holder == "" {
		return chapter.Lease{}, chapter.ErrNoHolder
	}
	if ttl <= 0 {
		return chapter.Lease{}, chapter.ErrTTL
	}
	// A look is cheaper than a session, for those who ask in vain.
	current, err := do(ctx, func() ([]byte, error) { data, _, err := l.conn.Get(l.path(name)); return data, err })
	if err == nil {
		return chapter.Lease{}, fmt.Errorf("%w by %s", chapter.ErrHeld, current)
	}
	if !errors.Is(err, zk.ErrNoNode) {
		return chapter.Lease{}, err
	}
	ttl = min(ttl, l.longest)
	g := &grant{path: l.path(name), holder: holder, timeout: ttl, expires: time.Now().Add(ttl)}
	// Rounded up: the library cuts off what is less than a millisecond.
	g.session, _, err = l.open(ttl + time.Millisecond - 1)
	if err != nil {
		return chapter.Lease{}, err
	}
	token, err := do(ctx, g.take)
	if err != nil {
		go g.session.Close() // with the session goes the node, if it was created
		return chapter.Lease{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.grants[token] = g
	g.timer = time.AfterFunc(time.Until(g.expires), func() { l.end(token, false) })
	return chapter.Lease{Holder: holder, Token: token, Expires: g.expires}, nil
}

// take creates the node and returns its czxid.
func (g *grant) take() (chapter.Token, error) {
	err := create(g.session, g.path, []byte(g.holder), zk.FlagEphemeral)
	if errors.Is(err, zk.ErrNodeExists) {
		return 0, fmt.Errorf("%w by somebody who came first", chapter.ErrHeld)
	}
	if err != nil {
		return 0, err
	}
	return g.owner()
}

// owner returns the czxid of the node if it is this session's.
func (g *grant) owner() (chapter.Token, error) {
	there, stat, err := g.session.Exists(g.path)
	if err != nil {
		return 0, err
	}
	if !there || stat.EphemeralOwner != g.session.SessionID() {
		return 0, fmt.Errorf("%w: the session of %s has expired", chapter.ErrNotHeld, g.holder)
	}
	return chapter.Token(stat.Czxid), nil
}

// Renew extends the lease under the same token, by ttl or the ttl it was acquired
// for, whichever is shorter: a session keeps its timeout. The client library
// heartbeats by itself, and that the process runs is all that its heartbeat says.
// So a lease that nobody renews is given back when it expires.
func (l *Locks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if ttl <= 0 {
		return chapter.Lease{}, chapter.ErrTTL
	}
	g := l.live(name, lease)
	if g == nil {
		return chapter.Lease{}, notHeld(lease)
	}
	asked := time.Now()
	token, err := do(ctx, func() (chapter.Token, error) {
		// The server that we are connected to may be behind; sync has it
		// catch up with the others, before it looks.
		if _, err := g.session.Sync(g.path); err != nil {
			return 0, err
		}
		return g.owner()
	})
	if err != nil {
		return chapter.Lease{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if token != lease.Token || l.grants[token] != g || g.over() {
		return chapter.Lease{}, notHeld(lease)
	}
	lease.Expires = asked.Add(min(ttl, g.timeout))
	if lease.Expires.After(g.expires) { // else a later renewal was faster, and its word stands
		g.expires = lease.Expires
		g.timer.Reset(time.Until(g.expires))
	}
	return lease, nil
}

// Release gives a live lease back. It closes the grant's own session, never
// deletes a node by its name: coming late, it harms nobody.
func (l *Locks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	g := l.live(name, lease)
	if g == nil {
		return notHeld(lease)
	}
	ended, err := do(ctx, func() (bool, error) { return l.end(lease.Token, true), nil })
	if err == nil && !ended {
		return notHeld(lease)
	}
	return err
}

// live returns the grant of a lease, or nil if it is over.
func (l *Locks) live(name string, lease chapter.Lease) *grant {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.grants[lease.Token]
	if g == nil || g.over() || g.path != l.path(name) || g.holder != lease.Holder {
		return nil
	}
	return g
}

// over holds for good: what is over is not renewed.
func (g *grant) over() bool { return !time.Now().Before(g.expires) }

// end closes the session of a grant that is over or released, once. One that was
// renewed at the last moment is not over.
func (l *Locks) end(token chapter.Token, released bool) bool {
	l.mu.Lock()
	g := l.grants[token]
	ends := g != nil && (released || g.over())
	if ends {
		delete(l.grants, token)
	}
	l.mu.Unlock()
	if ends {
		g.session.Close()
	}
	return ends
}

func notHeld(lease chapter.Lease) error {
	return fmt.Errorf("%w: token %d of %s is over", chapter.ErrNotHeld, lease.Token, lease.Holder)
}
