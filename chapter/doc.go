// Package chapter is a short text on leases and fencing tokens whose every
// experiment runs. A lock service grants a lease; the holder is paused until the
// lease is over; a second client is granted it and writes; the first wakes and
// overwrites good data. One comparison in the storage prevents it, and nothing
// on the client's side can. The idea in one sentence: holding a lease is not
// the same as still holding it, and the only place that can tell is the
// resource that is written to.
//
// # How do I read this?
//
// Predict first, for the text tells how things end. The experiments are Example
// functions in [example.com/fencing/examples], and each asks a question: answer
// it, then look. What a wrong guess teaches, stays.
//
// In a checkout, the first command asks you one after the other and shows what
// happens; the second runs them all and says ok if all is as printed.
//
//	go run ./examples/predict
//	go test ./examples
//
// The code they use is on this page and short: [LockService.Acquire] and
// [FencedStorage.Write] are most of it.
//
// The story is the one of Designing Data-Intensive Applications, 2nd edition,
// chapter 9 ([DDIA]), with its names and numbers. Facts have their source
// linked; sentences and code are our own.
//
// # What does a lease promise?
//
// A lock is held until its holder gives it back. If the holder crashes, it is
// held for ever. So a distributed lock comes with a time limit and is then
// called a lease, which Gray and Cheriton invented for caches ([Leases], 1989):
// yours until 12:00:10, renewable while it lasts. When the holder dies, the
// others wait out the rest and go on.
//
// A [LockService] grants one [Lease] at a time. It keeps its promise strictly:
// at no instant are two leases live. It is easy to hear more in that than it
// says. It says that nobody else is granted the lease before 12:00:10. It does
// not say that the holder stops at 12:00:10: for that, the holder would have to
// be running.
//
// When does the client's time begin? Before it sends the request, on its own
// monotonic clock, the one that is never set. If it begins to count when the
// answer arrives, it trusts its lease for longer than the service does.
//
// # How long can a pause be?
//
// Longer than your lease. All of these stop a thread between two lines of code,
// and none asks first:
//
//   - A garbage collector that stops the world. Such pauses have been known to
//     take minutes ([Kleppmann]); HBase's engineers reported 8 to 10 seconds per
//     gigabyte of heap in 2011 ([Lipcon]). A well-tuned collector of today
//     mostly needs milliseconds ([DDIA]), and mostly is not a bound.
//   - A hypervisor that suspends a virtual machine, or moves it to another host:
//     at any instant, for any time ([DDIA]).
//   - An overloaded scheduler that gives the processor to others.
//   - A page fault that waits for a slow disk, or for a disk across the network.
//   - SIGSTOP, sent by an operator or a debugger; no process can catch it
//     ([signal]).
//   - A whole machine put to sleep. Then even its clock may stand still: Linux
//     leaves that time out of its monotonic clock ([clock_gettime]), and Go's
//     package [time] warns of the same.
//
// The network pauses too: in 2012 GitHub's stood still for about 90 seconds
// ([GitHub outage], [Kleppmann]).
//
// # Scenario 1: what does the storage hold?
//
// client1 holds the lease, then stops for fifteen seconds. The lease lasts ten.
//
//	// from Example_s01_zombieWrite
//	lease1, err := locks.Acquire("client1")
//	fmt.Println(lease1, err)
//
//	clock.Advance(15 * time.Second) // client1 stops to collect garbage
//
//	lease2, err := locks.Acquire("client2")
//	fmt.Println(lease2, err)
//	storage.Write("client2 data")
//
//	storage.Write("client1 stale data") // client1 wakes and goes on where it stopped
//	fmt.Println("storage holds:", storage.Read())
//	...
//	// Output:
//	// client1 holds token 33 until 12:00:10 <nil>
//	// client2 holds token 34 until 12:00:25 <nil>
//	// storage holds: client1 stale data
//
// Good data is gone, and nobody sees an error. Which part is broken? Not the
// lock service: the first lease ended before the second began. Not client2. Not
// client1 either, which runs its next line, as programs do. [PlainStorage]
// takes what comes. The fault is in the belief that a lease guards a resource
// which has never heard of it.
//
// A client that acts on a lease that is over is a zombie. HBase had this bug:
// a paused region server went on to a new log file after the master had begun
// to split its log ([HBASE-2312]).
//
// # Scenario 2: what does one comparison change?
//
// Every grant gets a number, higher than all before: the fencing [Token]. The
// client sends it with each write. The storage keeps the highest it has
// accepted, the mark, and refuses a lower one. This is the whole cure:
//
//	// from FencedStorage.admit
//	if token < s.highest {
//		return &StaleTokenError{Token: token, Highest: s.highest}
//	}
//	s.highest = token
//
// The same order of events, with client2 writing twice:
//
//	// from Example_s02_fencingToken
//	fmt.Println("client2 writes:", storage.Write("client2 draft", lease2.Token))
//	fmt.Println("client2 writes:", storage.Write("client2 data", lease2.Token))
//	...
//	fmt.Println("client1 writes:", storage.Write("client1 stale data", lease1.Token))
//	...
//	// Output:
//	// client2 writes: <nil>
//	// client2 writes: <nil>
//	// client1 writes: token 33 < 34
//	// storage holds: client2 data
//	// client1 still believes: client1 holds token 33 until 12:00:10
//
// An equal token passes: the same holder writes again. And client1 still
// believes that it leads. The fence protects the resource, not the belief.
//
// Is this a trick of clocks turned by hand? In a checkout, go run
// ./examples/zombie does it with real processes, one of them stopped by SIGSTOP
// ([example.com/fencing/examples/zombie]). Drawn from a run of its own, the same
// story is in [example.com/fencing/chapter/timeline].
//
// The idea is older than its name: Chubby's paper has it in 2006 as a count of
// acquisitions that a server compares ([Chubby]).
//
// # Scenario 3: does it matter why a write is late?
//
// Now nobody is paused. client1 sends its write while its lease is good, and
// the network holds the packet back.
//
//	// from Example_s03_delayedPacket
//	packet := func() error { return storage.Write("client1 data", lease1.Token) }
//	...
//	fmt.Println("the packet arrives:", packet())
//	...
//	// Output:
//	// the packet arrives: token 33 < 34
//	// storage holds: client2 data
//
// The storage compares two numbers. It does not ask for the reason, so one
// check covers pauses, slow networks, a former holder's retries, and reasons not
// yet invented.
//
// # Why can't the client check for itself?
//
// Surely client1 can look at its lease before it writes?
//
//	// from Example_s04_leaseCheck
//	passed := client1.check(lease1)
//	...
//	clock.Advance(15 * time.Second) // the pause, or the packet's delay, fits in here
//	...
//	if passed {
//		storage.Write("client1 stale data")
//	}
//	...
//	// Output:
//	// checks once   client1 stale data
//	// checks twice  client1 stale data
//	// keeps 5s back client1 stale data
//	// asks service  client1 stale data
//	// has deadline  client1 stale data
//
// Checking and writing are two steps, and the pause fits between them. Twice,
// later, with a margin: each moves the gap and leaves it open. Asking the lock
// service gives an answer about the past. A deadline on the write ends the
// client's waiting; it calls no packet back. A heartbeat, which renews the lease
// every few seconds, stops with the process that sends it. And a check is only
// as good as its clock, as Example_s18_slowClock shows without any pause.
//
// A client that looks after waking, on a clock that kept running, does see that
// its lease is over. So the check is worth having: it saves work and reports
// trouble early. But nothing makes a client look at that moment, and the next
// pause can follow the look.
//
// # Is that one unlucky order, or many?
//
// An order of events can be tried by hand; all of them take a program. Package
// [example.com/fencing/chapter/schedule] runs two clients and a ticking clock in
// every order there is. Harmful is an order in which an older grant writes over
// a newer one:
//
//	// from Example_s05_everySchedule
//	...
//	// Output:
//	// 10 orders, 2 harmful: no look
//	// 20 orders, 2 harmful: one look
//	// 34 orders, 2 harmful: two looks
//	// 20 orders, 2 harmful: asking the service
//	// 10 orders, 0 harmful: fence
//
// In this world each look adds orders, all harmless, and takes none of the
// harmful ones away. Here is one of the two; in the other one client1 and
// client2 have changed places:
//
//	// from Example_s05_everySchedule
//	...
//	// Output:
//	// 1. client1: acquires
//	// 2. client1: looks at its lease
//	// 3. clock: ticks
//	// 4. client2: acquires
//	// 5. client2: looks at its lease
//	// 6. client2: writes
//	// 7. client1: writes
//
// The fence takes all of them away. A margin shows only where a lease lasts
// longer than one tick:
//
//	// from Example_s05_everySchedule
//	...
//	// Output:
//	// 16 orders, 2 harmful: two ticks, no look
//	// 38 orders, 4 harmful: two ticks, one look
//	// 30 orders, 2 harmful: two ticks, margin
//	// 16 orders, 0 harmful: two ticks, fence
//
// One look has more harmful orders here than none, because it gives the pause
// one more place; the margin takes back just those. The numbers are no
// probabilities: an order that happens once a year counts as much as one that
// happens every day.
//
// # Compare-and-set: is that not the same?
//
// It has the same shape: a write guarded by what the storage holds. There: only
// if the version is still the one I read. Here: only if the mark is at most my
// token.
//
//	// from Example_s06_compareAndSet
//	_, err := versioned.CompareAndSet("client1 stale data", read1)
//	fmt.Println("old grant, old read")
//	fmt.Println("  compare-and-set:", err)
//	fmt.Println("  fence:", fenced.Write("client1 stale data", lease1.Token))
//	...
//	// Output:
//	// old grant, old read
//	//   compare-and-set: expected version 0, found 1
//	//   fence: token 33 < 34
//	// old grant, fresh read
//	//   compare-and-set: <nil>
//	//   fence: token 33 < 34
//	// latest grant, old read
//	//   compare-and-set: expected version 0, found 2
//	//   fence: <nil>
//
// [VersionedStorage.CompareAndSet] refuses the writer whose read is old, a fence
// the writer whose grant is old. Where all your data is one object in one store
// with compare-and-set, and every change is computed from what was read, you
// may not need a lock at all. A lease then only saves double work.
//
// Object stores have it as If-Match: put this if the object's ETag, often a
// digest of its content, is still the one I saw. Where that is all a store can
// do, a fence can be built from it: keep the token inside the object.
// Example_s07_fenceOnETags shows it, and why If-Match alone is fooled by old
// bytes that come back.
//
// # What does fencing need?
//
// Take one of these away, and the zombie is back or the rightful holder is out:
//
//   - Tokens that grow with every grant, not merely differ:
//     Example_s13_randomTokens.
//   - The authority that grants the lease draws the token, and grants in token
//     order; or else a later holder has the lower token.
//   - A counter that survives the lock service's restart:
//     Example_s10_lostCounter.
//   - A mark that survives the storage's restart and failover:
//     Example_s11_lostMark.
//   - Check and write as one atomic step: Example_s14_checkApartFromWrite.
//   - A mark for each resource, kept when the resource is deleted:
//     Example_s08_markPerKey.
//   - Every way to write checked, deleting and changing metadata too.
//   - A resource that can check at all. Before a dumb one you are back in
//     scenario 1: Example_s15_dumbStorage.
//
// For a mark and data that survive a crash at any instant together, see
// [example.com/fencing/chapter/filestore]; for many keys,
// [example.com/fencing/chapter/keyed]. The lost mark in short:
//
//	// from Example_s11_lostMark
//	storage.RestartWithoutMark()
//	...
//	// Output:
//	// after the restart, storage holds: client2 data
//	// client1 writes: <nil>
//	// storage holds: client1 stale data
//
// And the check apart from its write, where 33 passes the check, then 34 checks
// and writes, then 33 writes:
//
//	// from Example_s14_checkApartFromWrite
//	storage.write("client1 stale data", 33) // 33 has passed its check already
//	...
//	// Output:
//	// check 33: <nil>
//	// check 34: <nil>
//	// two steps: client1 stale data
//
// # What about renewal?
//
// A heartbeat renews every third of the TTL, so that one may get lost. Renewing
// a live lease may keep its token, as ours does, or draw a higher one. Both are
// sound; a lower one never is. Example_s12_renewal has both:
//
//	// from Example_s12_renewal
//	...
//	// Output:
//	// each renewal draws a token: false
//	// ...
//	//   client1 holds token 33 until 12:00:44 <nil>
//	//   on waking: lease not held: token 33 expired at 12:00:44
//	//   client1 holds token 34 until 12:00:59 <nil>
//	// each renewal draws a token: true
//	// ...
//	//   client1 holds token 41 until 12:00:44 <nil>
//	//   on waking: lease not held: token 41 expired at 12:00:44
//	//   client1 holds token 42 until 12:00:59 <nil>
//
// A lease that is over stays over. Somebody else could have come and gone in
// between, so a new grant has a new token, for the same client too.
//
// # What if the answer gets lost?
//
// Then the client does not know what happened, and must not act as if it did.
// Acquiring is not idempotent: the client may hold a lease and not know it.
// Where the service lets it name each attempt, it asks again under the same name
// and gets the same grant, never a second one; else it waits the TTL out.
//
// A write is the same matter. Under the same request id the storage can tell a
// second try from a second write, if it looks for the request before it looks at
// the mark: what has been done is done, also when a newer holder has come since.
// With conditional puts one's own put that landed comes back as a conflict; read
// again, and own token and own bytes mean that it is in place. When no answer
// comes at all, the outcome is unknown, and the client has to say so.
//
// # What does fencing not do?
//
// It does not act before the newer token has been seen. client1 reads and
// pauses; client2 is granted the lease, reads, and has not written yet; client1
// wakes and writes. Its 33 is still the highest:
//
//	// from Example_s09_claimThenRead
//	if client2Claims {
//		storage.Claim(lease2.Token)
//	}
//	read2 := storage.Read()
//	...
//	// Output:
//	// client2 claims first: false
//	//   client1's A: accepted, then lost
//	//   client2's B: <nil>
//	//   storage holds: B
//	// client2 claims first: true
//	//   client1's A: refused, token 33 < 34
//	//   client2's B: <nil>
//	//   storage holds: B
//
// So a new holder first claims, which shows its token to the storage, then
// reads, then writes: [FencedStorage.Claim]. A is lost either way, but with the
// claim nobody is told that it was kept.
//
// In all orders, with harm counted from the newer holder's read on, and at last
// from its grant on, of which the storage has not heard:
//
//	// from Example_s05_everySchedule
//	...
//	// Output:
//	// 32 orders, 8 harmful: fence, since the read
//	// 30 orders, 0 harmful: claim, since the read
//	// 30 orders, 6 harmful: claim, since the grant
//
// A fence orders grants, not the writes within one: a delayed 33 overwrites a
// later 33, and a sequence number helps (Example_s20_withinOneGrant). It does
// not stop a zombie's reads. It does not span several resources: each has its
// own mark, and each has to be claimed. It does not make side effects safe, a
// mail sent or a card charged. It promises no progress. It does not defend
// against a forged token: one huge number locks everybody out.
//
// # What does a fenced-out client do?
//
// It stops, drops what it had computed, and starts over as a newcomer: acquire,
// claim, read. It does not fetch the current token and try again. That token
// stands for somebody else's grant:
//
//	// from Example_s19_refreshedToken
//	fmt.Println("and once more: ", forced.Write("client1 stale data", forced.Mark()))
//	...
//	// Output:
//	// client1 writes: token 33 < 34
//	// and once more:  <nil>
//	// storage holds:  client1 stale data
//
// Nor is it enough to be granted a new token and go on with the old state. In
// Patroni an old primary could take the free lock again and lead with the data
// it had before ([Patroni]).
//
// # How do I decide?
//
// What is the lock for ([Kleppmann])? If for efficiency, two holders cost double
// work now and then: a lease alone will do; say so in a comment. If for
// correctness, two holders cost data: go on.
//
// Can the storage check? A database can: the mark is a column, the guard a
// condition, and no row changed means refused.
//
//	UPDATE jobs SET data = $1, fence = $2 WHERE id = $3 AND fence <= $2
//
// If it has conditional writes, build the fence on those. If it can do neither,
// put something in front of it that can, and let nobody past. If not even that,
// cut the old holder off before the new grant, as below.
//
// # How do I know that mine holds?
//
// Not by a test that tries 33 after 34 once. A fence can do that and still
// compare tokens as text, forget the mark with a deleted key, or check in one
// step and write in the next. Package [example.com/fencing/chapter/fencetest]
// takes a function that opens your storage, or your lock service, and tries what
// goes wrong in practice: restarts, takeovers, large tokens, calls that meet.
// What it finds it tells as a story:
//
//	// from fencetest.ExampleCheckStore
//	...
//	// Output:
//	// delete-keeps-mark: a deleted key remembers its mark
//	// 1. Write("k", "old", 33) → ok
//	// 2. Delete("k", 34) → ok
//	// 3. Write("k", "undead", 33) → ok
//	//    want an error that is chapter.ErrStaleToken: 34 has deleted the data, not the mark
//
// The suite itself is tried on storages and lock services that are broken, each
// in one way; its page lists them, with the check that catches each.
//
// # How do I roll it out beside old writers?
//
// In three steps. First the storage keeps the mark, compares tokens where they
// come, and counts the writes that come without. Then every writer learns to
// claim and to send its token. When the count has stayed at zero, the storage
// refuses writes without one. Until that last step a zombie among the old
// writers gets in; there is no halfway. If the resource carries marks from
// before, start the counter above them.
//
// # What does an operator do on seeing 33 < 34?
//
// Be glad: this write did no harm. Then find out what paused the holder of 33:
// its collector's log, its host, its network. Make sure that it started over.
//
// If one client repeats it, that client does not stop when told. If every new
// holder is refused, the counter has gone back, perhaps with a restored backup:
// compare it with the mark, and raise the counter above that. Never lower the
// mark: that opens the door to all who were kept out.
//
// # What did people do before?
//
// Power the old holder off: STONITH, shoot the other node in the head
// ([Pacemaker]). It has to be confirmed before the new grant, and it stops the
// sender, not a packet already sent (Example_s15_dumbStorage). Or cut its
// access: SCSI persistent reservations make the disk itself refuse an
// unregistered node's writes ([fence_scsi]), and Ceph blocklists a client
// before it breaks its lock ([Ceph]).
//
// Rename: HBase's master renames the log directory before it splits the log, so
// that creating the next file fails for want of its parent. The file still open
// is another matter, and takes HDFS's lease recovery as well
// (Example_s16_renamedLog).
//
// Ask, or wait. Chubby's holder sends along a sequencer, which says what lock it
// holds under which number; the server asks Chubby whether that is still so, or
// compares it with the newest it has seen. For servers that check nothing there
// is the lock-delay: up to a minute in which a lock whose holder failed is not
// granted anew (Example_s17_lockDelay). Asking and waiting narrow the gap;
// comparing closes it.
//
// # In the field: who grants the token?
//
// The scenarios run on eight real systems, with the code one would write there:
//
//   - [example.com/fencing/examples/real/etcd]
//   - [example.com/fencing/examples/real/zookeeper]
//   - [example.com/fencing/examples/real/postgres]
//   - [example.com/fencing/examples/real/sqlite]
//   - [example.com/fencing/examples/real/redis]
//   - [example.com/fencing/examples/real/nats]
//   - [example.com/fencing/examples/real/s3]
//   - [example.com/fencing/examples/real/bolt]
//
// ZooKeeper: the czxid of the lock node, 64 bits, global ([ZooKeeper]). The ten
// digits at a sequential node's end are a 32-bit counter, and can overflow.
//
// etcd: revisions grow across the cluster, and its documentation calls them the
// fencing token; we take the lock key's create revision. It also says that its
// lock by itself excludes nobody ([etcd]). Inside etcd, a transaction can check
// the lock key and write in one step. A restored snapshot can take revisions
// back unless they are bumped ([etcd recovery]).
//
// Chubby: the lock generation number, inside the sequencer.
//
// Hazelcast: FencedLock grants a growing token, but the subsystem behind it is
// unsafe until it is configured ([Hazelcast]).
//
// Consul: key, LockIndex and session together are a sequencer. Its lock-delay
// is 15 seconds by default, 60 at most, and by its own word not bulletproof
// ([Consul]).
//
// Redis: a random value, which has no order, in the plain lock and in Redlock.
// Its own page tells you to add fencing tokens ([Redis]).
//
// Kubernetes: none. client-go's election says that it does not guarantee
// fencing ([Kubernetes]).
//
// DynamoDB: the lock client's record version is a GUID ([DynamoDB]). It can be
// compared for equality only.
//
// # In the field: who checks it?
//
// A lease table in SQL does both: acquiring raises a fence column, and the
// data's own rows have one too, which each write compares and raises in one
// statement, as above. A row that is to be deleted becomes a row that says so.
//
// S3: If-Match with an ETag ([S3]), which tells changed from unchanged, not
// older from newer. The ETag is often the MD5 of the content. Keep the token in
// the object.
//
// Kafka: brokers refuse a producer with an older epoch, and that producer has
// to close ([Kafka]). The epoch has 16 bits; when it is used up there is a new
// producer id.
//
// HDFS: the clearest of all. A new writer first claims an epoch above every
// promise that a majority reports; the journal nodes keep the promise on disk
// and refuse any lower epoch from then on ([HDFS]).
//
// BookKeeper: opening a ledger for recovery fences it, and the bookies refuse
// further entries from the old writer ([BookKeeper]).
//
// # Exercises
//
// What one has built oneself, one keeps. In a checkout, go run ./exercises shows
// the way; each exercise is one file to edit, and tests that try every order.
//
//   - 01_fence: write the guard.
//   - 02_break_the_check: break three careful clients.
//   - 03_tokens: repair two lock services whose tokens say too little.
//   - 04_renewal: renew and release without reviving or robbing anybody.
//   - 05_atomic: close the gap between check and write.
//   - 06_per_key: a mark for each key, which outlives it.
//   - 07_etag: a fence on a store that knows only conditional put.
//   - 08_claim: take over without losing an update.
//   - 09_restart: mark, data and counter survive a power failure.
//   - 10_lease_table: lease and fence in SQL, one statement each.
//   - 11_lost_reply: ask again without doing twice.
//   - 12_fenced_out: lose well.
//   - 13_capstone: a job runner that survives all of it.
//
// # Glossary
//
//   - Lease: a lock with a time limit.
//   - Grant: one act of giving the lease, to one holder, under one token.
//   - Holder: whoever the latest live grant was given to, whatever others
//     believe.
//   - Expiry: the instant from which the promise is void.
//   - Token: the number of a grant. Also: sequencer, epoch, term, generation.
//   - Mark: the highest token a resource has accepted; the high-water mark.
//   - Fence: the check of token against mark, in the resource.
//   - Claim: raising the mark before reading.
//   - Zombie: a client that acts on a lease that is over.
//   - Lock-delay: a wait between expiry and the next grant.
//   - STONITH: power the old holder off before the new grant.
//
// # Errata: three sentences one meets
//
// "Once 34 has landed, every grant numbered 34 or lower is dead." Every grant
// below 34. Written as token <= mark, the refusal hits the holder's own second
// write.
//
// "The paused client cannot know; its clock froze with it." The clock ran on,
// and a client that looks after waking can see it. Nothing makes it look. A
// clock stands still only when the whole machine is suspended.
//
// "The mark is still at least what I expect." The direction is wrong: the mark
// must be at most my token.
//
// # Where does this come from?
//
// Martin Kleppmann and Chris Riccomini tell the story in [DDIA], 2nd edition,
// chapter 9: "Process Pauses", "Distributed Locks and Leases", "Fencing off
// zombies and delayed requests", figures 9-4 to 9-6. In the 1st edition it is
// chapter 8, figures 8-4 and 8-5. The article of 2016 that made the term known
// is [Kleppmann]. For the lock service that had it all see [Chubby]; for what
// happens when one is tested, Jepsen on etcd ([Jepsen]).
//
// [BookKeeper]: https://cwiki.apache.org/confluence/spaces/BOOKKEEPER/pages/27845945/Fencing
// [Ceph]: https://docs.ceph.com/en/latest/rbd/rbd-exclusive-locks/
// [Chubby]: https://research.google.com/archive/chubby-osdi06.pdf
// [Consul]: https://developer.hashicorp.com/consul/docs/dynamic-app-config/sessions
// [DDIA]: https://dataintensive.net/
// [DynamoDB]: https://github.com/awslabs/amazon-dynamodb-lock-client
// [GitHub outage]: https://github.blog/2012-12-26-downtime-last-saturday/
// [HBASE-2312]: https://issues.apache.org/jira/browse/HBASE-2312
// [HDFS]: https://github.com/apache/hadoop/blob/trunk/hadoop-hdfs-project/hadoop-hdfs/src/main/java/org/apache/hadoop/hdfs/qjournal/server/Journal.java
// [Hazelcast]: https://docs.hazelcast.com/hazelcast/latest/data-structures/fencedlock
// [Jepsen]: https://jepsen.io/analyses/etcd-3.4.3
// [Kafka]: https://kafka.apache.org/41/javadoc/org/apache/kafka/common/errors/ProducerFencedException.html
// [Kleppmann]: https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html
// [Kubernetes]: https://pkg.go.dev/k8s.io/client-go/tools/leaderelection
// [Leases]: https://doi.org/10.1145/74850.74870
// [Lipcon]: https://blog.cloudera.com/blog/2011/02/avoiding-full-gcs-in-hbase-with-memstore-local-allocation-buffers-part-1/
// [Pacemaker]: https://clusterlabs.org/projects/pacemaker/doc/
// [Patroni]: https://github.com/patroni/patroni/issues/2779
// [Redis]: https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/
// [S3]: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
// [ZooKeeper]: https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html
// [clock_gettime]: https://man7.org/linux/man-pages/man2/clock_gettime.2.html
// [etcd]: https://etcd.io/docs/v3.5/learning/why/
// [etcd recovery]: https://etcd.io/docs/v3.5/op-guide/recovery/
// [fence_scsi]: https://linux.die.net/man/8/fence_scsi
// [signal]: https://man7.org/linux/man-pages/man7/signal.7.html
package chapter
