// Price measures what a fenced write costs beside a plain one, on every storage
// that is here.
//
//	go -C examples/real run ./price
//	go -C examples/real run ./price -svg price.svg
//	go -C examples/real test -run '^$' -bench Price ./price
//
// The first prints a table, the second draws the plot of its ratios as well, the
// third measures the same as benchmarks. -time says how long to write to each
// storage: 5s, if nothing is said. What is absent is named, with how to enable it;
// with REQUIRE_SERVERS set that is exit status 1.
//
// # What is compared?
//
// A fenced write through the Store of each package, and the write that people make
// without a fence: to the same server and the same kind of place, as durably. A
// value has 100 bytes, and there is one writer with one key for each kind. That is
// where a fence shows most: with larger values and more writers, what it adds is a
// smaller part.
//
// No two writes have the same data, since a database that is given the bytes it
// has may leave out the write, and with it the sync that takes most of the time.
// The token is the same for a hundred writes, as it is while a grant lasts, and
// then the next. Claims are not in the price: there is one for each grant.
//
// # How is it measured?
//
// By turns, in one run: plain, fenced, fenced, plain, and again. A machine that has
// other things to do slows both down, and the ratio stays; measured one after the
// other, the same storage with itself can come out at twice or at half. The ratio is
// the median over all rounds. The interval beside it is what the number of rounds
// allows to say: wide means measure for longer.
//
// A median doesn't see what happens once in a thousand writes, such as a
// checkpoint. Nobody could tell here whose it is: both kinds write to the same
// files.
//
// Round trips are counted on the connection, of etcd on the calls, and a test says
// how many there must be. Where nothing crosses a connection there is a dash; for
// SQLite the test counts statements, and for bbolt transactions. It is one for each
// write.
//
// # What does it cost?
//
// On most storages it can hardly be measured. A durable write waits for the disk,
// once, with a fence or without: etcd, for instance, syncs its log once for each,
// and so does ZooKeeper (counted with strace). What the fence adds is some work of
// the processor's next to that.
//
//   - PostgreSQL, SQLite, bbolt: 1.0. The row, or the page, is in hand when the mark
//     is compared, and is written with the mark in it. bbolt writes as many pages,
//     with a bucket of marks beside the data, as long as they are small.
//   - S3: 1.0. The server compares an ETag, which the writer has to remember: the
//     first write of one that has seen nothing looks first, and takes two round
//     trips.
//   - Redis: 1.03 where each write is synced, as it is here, and 1.2 where none is.
//     A script takes the server 7 µs and SET takes it 1, by its own statistics; to
//     the client, a write that isn't synced takes 43 µs in place of 35. It is the
//     script: HSET with mark and data, unchecked, takes as long as SET.
//
// # Where is it more than a tenth, and why?
//
//   - etcd: 1.12 to 1.14. What is sent is larger, 1.6 KB in place of 1.0 reach its log and
//     its connections for a write, and the server works longer, 0.95 ms in place of
//     0.8. Of that, a third is the second key, as putting two keys in a transaction
//     without a condition comes to 1.04; the rest is looking the mark up and
//     comparing. With mark and data in one value it would be 1.06, and a claim
//     would need two round trips, one to read and one to write what it has read.
//     Here a claim is one.
//   - NATS: 1.2, or 3 µs. Its server syncs every two minutes if it is not told
//     otherwise ([sync_interval]), so there is no disk to wait for, and here it is in
//     the same process, so there is no network either: a plain write takes 18 µs.
//     The condition alone, Update in place of Put, makes it 1.13: a header that is
//     sent, parsed, checked against the subject's latest revision, and stored. The
//     rest is the line with the mark.
//   - ZooKeeper: 1.4 to 1.6. It is the second round trip. A write with a condition
//     on the version takes as long as one without. The look before it takes about
//     half of one; it does not wait for the disk, and so is the larger part the
//     faster that is.
//     To remember the version, as the stores on NATS and S3 remember what they have
//     seen, would save the look. But if a node is deleted and created anew, its
//     versions begin at 0 again, and one that was remembered for long could come to
//     fit, with another mark in place.
//
// These figures are from one machine with two processors that were busy. Measure
// yours.
//
// [sync_interval]: https://docs.nats.io/running-a-nats-service/configuration#jetstream-server-settings
package main
