package nats

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.com/fencing/chapter"
)

// Locks grants leases: the keys of a JetStream key-value bucket, which the server
// drops when their TTL is over. The token is the key's revision.
//
// A renewal is a new revision, and so a new and higher token.
type Locks struct {
	js jetstream.JetStream
	kv jetstream.KeyValue
}

// NewLocks returns leases kept in the bucket kv, which js has opened. The bucket
// needs a LimitMarkerTTL, without which the server accepts no TTL for a key, no TTL
// of its own, which would end longer leases before their time, and a history of
// one, which is the default: an older value must not come back when the latest
// expires.
func NewLocks(ctx context.Context, js jetstream.JetStream, kv jetstream.KeyValue) (*Locks, error) {
	status, err := kv.Status(ctx)
	if err != nil {
		return nil, err
	}
	if status.LimitMarkerTTL() == 0 {
		return nil, fmt.Errorf("bucket %q has no LimitMarkerTTL: its keys would not expire", kv.Bucket())
	}
	if status.TTL() != 0 {
		return nil, fmt.Errorf("bucket %q drops what is older than %v, however long a lease is to last: leases need a bucket without TTL", kv.Bucket(), status.TTL())
	}
	if status.History() != 1 {
		return nil, fmt.Errorf("bucket %q keeps %d values of each key: leases need a history of 1", kv.Bucket(), status.History())
	}
	return &Locks{js: js, kv: kv}, nil
}

// Acquire grants holder the lease called name, if the key does not exist.
// Otherwise its error is [chapter.ErrHeld] and says who holds it. The name has to
// be a valid key of a bucket: letters, digits and -/_=. are.
//
// An error of the network leaves open whether the lease was granted. Then wait the
// TTL out.
func (l *Locks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if err := ctx.Err(); err != nil {
		return chapter.Lease{}, err
	}
	if holder == "" {
		return chapter.Lease{}, chapter.ErrNoHolder
	}
	seconds, err := wholeSeconds(ttl)
	if err != nil {
		return chapter.Lease{}, err
	}
	asked := time.Now() // before the request is sent: the server begins to count later
	revision, err := l.kv.Create(ctx, name, []byte(holder), jetstream.KeyTTL(seconds))
	if otherRevision(err) {
		return chapter.Lease{}, l.held(ctx, name)
	}
	if err != nil {
		return chapter.Lease{}, err
	}
	return chapter.Lease{Holder: holder, Token: chapter.Token(revision), Expires: asked.Add(ttl)}, nil
}

// held names the holder, if it still is one.
func (l *Locks) held(ctx context.Context, name string) error {
	entry, err := l.kv.Get(ctx, name)
	if err != nil {
		return chapter.ErrHeld
	}
	return fmt.Errorf("%w by %s", chapter.ErrHeld, entry.Value())
}

// Renew writes the key again with a TTL from now, if its revision is still the
// lease's token. Otherwise it returns [chapter.ErrNotHeld]. The lease it returns
// has a new token: go on with that one.
//
// An error of the network leaves open whether the lease was renewed. If it was, the
// old token can't renew it any more, and the lease runs out.
func (l *Locks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if err := ctx.Err(); err != nil {
		return chapter.Lease{}, err
	}
	seconds, err := wholeSeconds(ttl)
	if err != nil {
		return chapter.Lease{}, err
	}
	if lease.Token == 0 { // revision 0 means: if there is no such key
		return chapter.Lease{}, notHeld(name, lease)
	}
	if strings.ContainsAny(name, "*>") { // the revision of whichever key matches would do
		return chapter.Lease{}, fmt.Errorf("%w: %q is a pattern", jetstream.ErrInvalidKey, name)
	}
	// KeyValue.Update would send no TTL, and the lease would never end.
	asked := time.Now()
	message := &natsgo.Msg{Subject: "$KV." + l.kv.Bucket() + "." + name, Data: []byte(lease.Holder)}
	ack, err := l.js.PublishMsg(ctx, message,
		jetstream.WithExpectLastSequencePerSubject(uint64(lease.Token)), jetstream.WithMsgTTL(seconds))
	if otherRevision(err) {
		return chapter.Lease{}, notHeld(name, lease)
	}
	if err != nil {
		return chapter.Lease{}, err
	}
	return chapter.Lease{Holder: lease.Holder, Token: chapter.Token(ack.Sequence), Expires: asked.Add(ttl)}, nil
}

// Release deletes the key, if its revision is still the lease's token. Otherwise it
// returns [chapter.ErrNotHeld], and nothing changes.
func (l *Locks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if lease.Token == 0 { // LastRevision(0) means: whatever the revision is
		return notHeld(name, lease)
	}
	err := l.kv.Purge(ctx, name, jetstream.LastRevision(uint64(lease.Token)), jetstream.PurgeTTL(time.Second))
	if otherRevision(err) {
		return notHeld(name, lease)
	}
	return err
}

func notHeld(name string, lease chapter.Lease) error {
	return fmt.Errorf("%w: %q is not held by %q under token %d", chapter.ErrNotHeld, name, lease.Holder, lease.Token)
}

// wholeSeconds rounds a TTL up to what the server understands. It cuts fractions of
// a second off, and a lease that ends there before it ends here has two holders.
func wholeSeconds(ttl time.Duration) (time.Duration, error) {
	const longest = 365 * 24 * time.Hour // far from where durations overflow
	if ttl <= 0 || ttl > longest {
		return 0, fmt.Errorf("%w and at most %v, not %v", chapter.ErrTTL, longest, ttl)
	}
	return (ttl + time.Second - 1).Truncate(time.Second), nil
}

// otherRevision reports whether the server refused because the key's revision was
// not the expected one. Streams with and without replicas have a code each for it.
func otherRevision(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) &&
		(refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
			refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}
