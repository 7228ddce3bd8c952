// Package nats has leases and a fence on NATS JetStream's key-value buckets.
//
// # What is the token?
//
// A bucket is a stream, and a key's revision is its message's sequence number in
// that stream. All keys of a bucket draw from it, it only grows, and it goes on
// growing when keys are deleted or expire. [Locks] takes it as the token: to acquire
// is to create the key, with a TTL, and the server refuses that while the key
// exists.
//
//	kv.Create(ctx, "orders", []byte("client1"), jetstream.KeyTTL(10*time.Second))
//
// A renewal puts a new message in the old one's place, with a TTL of its own, on the
// condition that the last revision is still the lease's token. So each renewal
// draws a higher token; go on with that one.
//
//	js.PublishMsg(ctx, &nats.Msg{Subject: "$KV.leases.orders", Data: []byte("client1")},
//		jetstream.WithExpectLastSequencePerSubject(uint64(lease.Token)),
//		jetstream.WithMsgTTL(10*time.Second))
//
// Expiry is judged by the server, on its own clock.
//
// # Who checks it?
//
// NATS compares revisions for equality and nothing for order. So [Store] keeps the
// mark in the value, compares, and replaces the value it has compared with or none:
//
//	if token < mark {
//		return &chapter.StaleTokenError{Token: token, Highest: mark}
//	}
//	kv.Update(ctx, key, value, revision) // refused if the revision is another
//
// That is two round trips, one to look and one to write. Store remembers what it
// has seen, and then a write is one. That it may remember the past does no harm. If
// the revision is another by now, the server refuses, and Store looks again. If the
// token is below an old mark, it is below the present one too.
//
// A delete is a tombstone with the mark in it. Don't use Delete and Purge of the
// client on a fenced key: the mark goes with them.
//
// # What does NATS promise?
//
// That writes to a bucket come in one order. It does not promise that you read what
// you have just written, since replicas and mirrors answer reads ([KV]). A fenced
// write is safe from that: a late answer carries an old revision, and the write on
// top of it is refused. So is Claim, whose data is what the claim has replaced.
// [Store.Read] of a bucket with replicas may be late, and so may be what is read
// outside of Store; claim before you read.
//
// # What surprises people?
//
// Update sends no TTL, although its comment says that it resets it ([#1994]). A TTL
// belongs to a value and not to a key ([#6959]), so a lease that is renewed with
// Update never ends: Example_updateDropsTTL.
//
// The server cuts a TTL down to whole seconds. A lease of 1.9 seconds would be
// granted to the next after one, and its holder would trust it for almost another.
// Locks rounds up: the server keeps others out for up to a second longer than
// Expires says.
//
// A TTL has to be enabled with LimitMarkerTTL, when the bucket is made or later. A
// TTL of the bucket itself ends also the leases that were granted for longer, and
// [NewLocks] refuses such a bucket. When a key expires, the server writes a marker, which takes a revision: tokens
// have gaps.
//
// By default what is acknowledged may be synced to the disk as late as two minutes
// after. When the power fails, acknowledged writes can be lost, and marks and
// revisions with them ([Jepsen]). For a fence, set this in the server's
// configuration:
//
//	jetstream { sync_interval: always }
//
// # What can't it do?
//
// Keep counting when a bucket is removed and made again, or is kept in memory and its
// servers restart: it begins at 1, below every mark. One that is restored from a
// backup goes on from where the backup was made. For the cure see "What does an
// operator do on seeing 33 < 34?" in [chapter]. Revisions are then used a second time,
// and one of them may be what a Store remembers with an older mark: make a new Store,
// in every process, before anybody writes.
//
// Take any key or name: the client allows letters, digits and -/_=. only.
//
// [#1994]: https://github.com/nats-io/nats.go/issues/1994
// [#6959]: https://github.com/nats-io/nats-server/issues/6959
// [Jepsen]: https://jepsen.io/analyses/nats-2.12.1
// [KV]: https://docs.nats.io/nats-concepts/jetstream/key-value-store
package nats
