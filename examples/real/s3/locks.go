package s3

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"

	"example.com/fencing/chapter"
)

// Locks grants leases: objects, each replaced on the condition that its ETag is
// still the one seen. An object says who holds the lease under which token, and is
// never deleted, for the next token is one above.
//
// S3 has no clock that it could judge expiry by, so the clients do, by watching.
// Every renewal changes the ETag. Who has seen the same ETag for the length of the
// TTL, on its own monotonic clock, has seen the lease run out. It began to watch
// after the holder had put the object, and the holder began to count before.
//
// So a Locks has to be kept: it remembers since when it has watched, for each name it
// was refused. One that is new waits a whole TTL for a lease that is long over.
//
// Each method takes two requests: to look, and to put.
type Locks struct {
	objects objects

	mu      sync.Mutex
	watched map[string]sighting
}

// A sighting is what a lease's ETag was, and since when.
type sighting struct {
	etag  string
	since time.Time
}

// A record is what a lease's object says, as JSON.
type record struct {
	Token   chapter.Token `json:"token"`
	Holder  string        `json:"holder"`  // empty once released
	TTL     time.Duration `json:"ttl"`     // in nanoseconds
	Renewal int           `json:"renewal"` // counts, so that each has an ETag of its own
}

// NewLocks returns leases kept in the objects of bucket whose keys begin with
// prefix, which is put before every name. Nothing else may be kept there, and no
// rule may expire it.
func NewLocks(client *awss3.Client, bucket, prefix string) *Locks {
	return &Locks{objects: objects{client, bucket, prefix}, watched: make(map[string]sighting)}
}

// Acquire grants holder the lease called name if it is free: if nobody ever had it,
// if it was released, or if this Locks has watched it run out. Otherwise it returns a
// [*chapter.HeldError]; ask again when it says, through the same Locks.
//
// Other errors than the chapter's leave open whether the lease was granted. Then
// wait the TTL out.
func (l *Locks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if err := checkTTL(ctx, ttl); err != nil {
		return chapter.Lease{}, err
	}
	if holder == "" {
		return chapter.Lease{}, chapter.ErrNoHolder
	}
	for {
		last, etag, err := l.get(ctx, name)
		if err != nil {
			return chapter.Lease{}, err
		}
		if last.Holder != "" {
			until := l.watch(name, etag).Add(patience(last.TTL))
			if time.Now().Before(until) {
				return chapter.Lease{}, &chapter.HeldError{Holder: last.Holder, Until: until}
			}
		}
		if last.Token == math.MaxUint64 {
			return chapter.Lease{}, chapter.ErrTokensExhausted
		}
		lease, err := l.put(ctx, name, etag, record{Token: last.Token + 1, Holder: holder, TTL: ttl})
		if !errors.Is(err, errChanged) {
			return lease, err
		}
	}
}

// Renew extends the lease to a full TTL from now, under the same token, unless
// somebody has followed or the lease is over on the clock of the caller. Then it
// returns [chapter.ErrNotHeld]. Renew the lease that the last renewal returned.
func (l *Locks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if err := checkTTL(ctx, ttl); err != nil {
		return chapter.Lease{}, err
	}
	return l.change(ctx, name, lease, func(r *record) {
		r.Renewal++
		r.TTL = ttl
	})
}

// Release gives the lease back. For one that is over it returns
// [chapter.ErrNotHeld], and nothing changes.
func (l *Locks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := l.change(ctx, name, lease, func(r *record) { r.Holder = "" })
	return err
}

// change replaces the object if it is still about this lease.
func (l *Locks) change(ctx context.Context, name string, lease chapter.Lease, change func(*record)) (chapter.Lease, error) {
	for {
		if lease.Expired(time.Now()) {
			return chapter.Lease{}, fmt.Errorf("%w: token %d of %q expired at %v", chapter.ErrNotHeld, lease.Token, name, lease.Expires)
		}
		last, etag, err := l.get(ctx, name)
		if err != nil {
			return chapter.Lease{}, err
		}
		if last.Token != lease.Token || last.Holder != lease.Holder || last.Holder == "" {
			return chapter.Lease{}, fmt.Errorf("%w: %q is not held by %q under token %d", chapter.ErrNotHeld, name, lease.Holder, lease.Token)
		}
		change(&last)
		changed, err := l.put(ctx, name, etag, last)
		if !errors.Is(err, errChanged) {
			return changed, err
		}
	}
}

// watch returns since when this object has had this ETag, as far as we have seen:
// from after it was read, at the earliest.
func (l *Locks) watch(name, etag string) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watched[name].etag != etag {
		l.watched[name] = sighting{etag, time.Now()}
	}
	return l.watched[name].since
}

// patience is how long an ETag has to stay the same: a thousandth longer than the
// lease lasts, for the two clocks may not run at the same rate.
func patience(ttl time.Duration) time.Duration { return ttl + ttl/1000 }

// get returns what the object says, and its ETag: both are zero if there is none.
func (l *Locks) get(ctx context.Context, name string) (last record, etag string, err error) {
	body, etag, err := l.objects.get(ctx, name)
	if err != nil || etag == "" {
		return record{}, "", err
	}
	if err := json.Unmarshal(body, &last); err != nil || last.Token == 0 {
		return record{}, "", fmt.Errorf("object %q is not a lease: it begins %.40q", l.objects.prefix+name, body)
	}
	return last, etag, nil
}

// put replaces the object, and returns the lease that it stands for. The holder
// begins to count before the request is sent.
func (l *Locks) put(ctx context.Context, name, etag string, next record) (chapter.Lease, error) {
	body, err := json.Marshal(next)
	if err != nil {
		return chapter.Lease{}, err
	}
	asked := time.Now()
	if _, err := l.objects.replace(ctx, name, etag, body); err != nil {
		return chapter.Lease{}, err
	}
	return chapter.Lease{Holder: next.Holder, Token: next.Token, Expires: asked.Add(next.TTL)}, nil
}

func checkTTL(ctx context.Context, ttl time.Duration) error {
	const longest = 365 * 24 * time.Hour // far from where durations overflow
	if ttl <= 0 || ttl > longest {
		return fmt.Errorf("%w and at most %v, not %v", chapter.ErrTTL, longest, ttl)
	}
	return ctx.Err()
}
