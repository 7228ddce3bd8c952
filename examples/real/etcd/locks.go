package etcd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"example.com/fencing/chapter"
)

// Locks grants leases by name. A grant is one key, bound to an etcd lease that no
// other grant has; its token is the revision that created the key. Everything
// there is to know about a grant is in etcd, so any client can renew or release
// it.
type Locks struct {
	client *clientv3.Client
	prefix string
}

// NewLocks returns locks whose keys begin with prefix, such as "locks/".
func NewLocks(client *clientv3.Client, prefix string) *Locks {
	return &Locks{client, prefix}
}

// Acquire grants holder the lease called name, or returns a [*chapter.HeldError]
// at once. etcd counts TTLs in whole seconds: it keeps the lease for ttl rounded
// up, and Expires does not make use of the rest.
func (l *Locks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if holder == "" {
		return chapter.Lease{}, chapter.ErrNoHolder
	}
	if ttl <= 0 {
		return chapter.Lease{}, chapter.ErrTTL
	}
	if err := l.lookFirst(ctx, name); err != nil {
		return chapter.Lease{}, err
	}
	asked := time.Now()
	own, err := l.client.Grant(ctx, seconds(ttl))
	if err != nil {
		return chapter.Lease{}, err
	}
	free := clientv3.Compare(clientv3.CreateRevision(l.prefix+name), "=", 0)
	take := clientv3.OpPut(l.prefix+name, holder, clientv3.WithLease(own.ID))
	look := clientv3.OpGet(l.prefix + name)
	txn, err := l.client.Txn(ctx).If(free).Then(take).Else(look).Commit()
	if err != nil {
		// Perhaps it was granted, and the answer lost. Nobody else uses
		// this etcd lease: without it there is no grant.
		l.revoke(own.ID)
		return chapter.Lease{}, err
	}
	if !txn.Succeeded {
		l.revoke(own.ID)
		return chapter.Lease{}, l.held(ctx, txn.Responses[0].GetResponseRange().Kvs[0])
	}
	return chapter.Lease{Holder: holder, Token: chapter.Token(txn.Header.Revision), Expires: asked.Add(ttl)}, nil
}

// lookFirst spares those who ask in vain the etcd lease.
func (l *Locks) lookFirst(ctx context.Context, name string) error {
	found, err := l.client.Get(ctx, l.prefix+name)
	if err != nil || len(found.Kvs) == 0 {
		return err
	}
	return l.held(ctx, found.Kvs[0])
}

// Renew extends the lease under the same token. What etcd granted for a TTL it
// extends by that TTL: Expires is at most so far away, whatever is asked for.
// The rule for a lease that is over is etcd's: it is not revived.
func (l *Locks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if ttl <= 0 {
		return chapter.Lease{}, chapter.ErrTTL
	}
	own, err := l.find(ctx, name, lease)
	if err != nil {
		return chapter.Lease{}, err
	}
	asked := time.Now()
	kept, err := l.client.KeepAliveOnce(ctx, own)
	if err != nil {
		return chapter.Lease{}, notHeld(err, lease)
	}
	lease.Expires = asked.Add(min(ttl, time.Duration(kept.TTL)*time.Second))
	return lease, nil
}

// Release gives a live lease back. It takes back the grant's own etcd lease,
// never a key by its name: coming late, it harms nobody.
func (l *Locks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	own, err := l.find(ctx, name, lease)
	if err != nil {
		return err
	}
	if _, err := l.client.Revoke(ctx, own); err != nil {
		return notHeld(err, lease)
	}
	return nil
}

// find returns the etcd lease of a grant that is live.
func (l *Locks) find(ctx context.Context, name string, lease chapter.Lease) (clientv3.LeaseID, error) {
	found, err := l.client.Get(ctx, l.prefix+name)
	if err != nil {
		return clientv3.NoLease, err
	}
	for _, key := range found.Kvs {
		if chapter.Token(key.CreateRevision) == lease.Token && string(key.Value) == lease.Holder {
			return clientv3.LeaseID(key.Lease), nil
		}
	}
	return clientv3.NoLease, notHeld(rpctypes.ErrLeaseNotFound, lease)
}

// notHeld says in the chapter's words that an etcd lease is gone.
func notHeld(err error, lease chapter.Lease) error {
	if errors.Is(err, rpctypes.ErrLeaseNotFound) {
		return fmt.Errorf("%w: token %d of %s is over", chapter.ErrNotHeld, lease.Token, lease.Holder)
	}
	return err
}

// held says who holds a key, and for how long if nobody renews it.
func (l *Locks) held(ctx context.Context, key *mvccpb.KeyValue) error {
	left, err := l.client.TimeToLive(ctx, clientv3.LeaseID(key.Lease))
	if err != nil {
		return fmt.Errorf("%w by %s; asking for how long: %w", chapter.ErrHeld, key.Value, err)
	}
	until := time.Now().Add(time.Duration(max(0, left.TTL)) * time.Second)
	return &chapter.HeldError{Holder: string(key.Value), Until: until}
}

// revoke gives an etcd lease back that is of no use. If that fails, it expires.
func (l *Locks) revoke(id clientv3.LeaseID) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = l.client.Revoke(ctx, id)
}

// seconds rounds up: a lease that ends before its time is a second holder.
func seconds(ttl time.Duration) int64 { return int64(math.Ceil(ttl.Seconds())) }
