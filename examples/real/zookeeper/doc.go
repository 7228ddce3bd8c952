// Package zookeeper fences with ZooKeeper: leases whose token is a czxid, and data
// with its mark in front, written under the condition that nobody else has written
// since it was read. Copy it; it needs a client library
// (github.com/go-zookeeper/zk) and the small types of package chapter.
//
// # What is the token?
//
// The czxid of the lock's node: the number of the change that created it.
// ZooKeeper numbers all its changes in one order, and a smaller zxid happened
// before a larger one ([ZooKeeper on time]). So a later grant has a higher token,
// under every name. A lock without a token stops nobody who wakes up late: Flavio
// Junqueira tells the whole story with ZooKeeper ([Junqueira]).
//
// A grant is an ephemeral node, and a session that belongs to this grant alone
// ([Locks.Acquire]): the lease ends when the session ends. There is no queue,
// since Acquire does not wait. Whoever wants to wait sets a watch on the node.
//
// # Who checks it?
//
// The store, in two round trips ([Store.Write]). ZooKeeper compares no values,
// only versions. So the mark stands in front of the data in the node's value, and
// the write says which version it has read:
//
//	value, stat := Get(path)          // mark 33, version 7
//	if TOKEN < mark { refuse }        // 33 < 34
//	Set(path, TOKEN + DATA, version 7)
//
// If somebody has written in between, the version is another and Set fails; the
// store looks again. A mark that was read late refuses nobody wrongly, as marks
// only grow.
//
// # What if lock and data are both in ZooKeeper?
//
// Then no mark is needed, and it takes one round trip: one Multi checks that the
// lock's node is still there, and writes the data (Example_multi). It works only
// on a path that is never used again, such as that of a sequential node: a node
// that is created anew begins at version 0 again, and a check for version 0 lets
// the zombie in.
//
// # Where are the traps?
//
//   - A session that has expired is over, and by ZooKeeper's own guide so is the
//     client's handle ([ZooKeeper on sessions]). This client library opens a new
//     session by itself and goes on: the zombie's writes succeed again a moment
//     later, and its lock's node is gone (Example_s01_zombieWrite). It says so in
//     its event channel, if somebody reads that. So [Locks] asks about the node,
//     and who owns it.
//   - The library heartbeats from a goroutine of its own, also for a worker that
//     hangs. A lease that nobody renews [Locks] gives back when it expires. The
//     server ends it if the process has stopped.
//   - Deleting the lock's node by its path, late, is deleting somebody else's.
//     [Locks.Release] closes its session.
//   - The number at the end of a sequential node has 32 bits and a sign, and turns
//     negative after 2147483647 ([ZooKeeper on sequence nodes]). It orders a queue;
//     it is no token.
//   - Servers answer reads from what they have, which may be old; sync has them
//     catch up ([ZooKeeper on consistency]). [Store.Read] and [Locks.Renew] do.
//   - A server shortens or lengthens a session's timeout to what it allows: 2 to 20
//     ticks, if not configured otherwise ([ZooKeeper on configuration]). What came
//     out, the library writes to its log and nowhere else. Too long is a wait; too
//     short would be a second holder, so say the longest in [NewLocks].
//   - The leader ends sessions. A server that is not the leader tells it in its
//     answers to the leader's pings whom it has heard from ([ZooKeeper on pings]).
//     If that server dies with the news, a session ends as if its last renewal had
//     not been: earlier than its holder believes, unless it connects to another
//     server in time. The fence bears it.
//   - A session for each grant is a connection for each grant, and a server takes
//     60 from one address, if not configured otherwise ([ZooKeeper on
//     configuration]).
//   - The library takes a connection for dead after two thirds of the session's
//     timeout without a word, and when it has been to all servers it waits for a
//     second before it begins with the first again. A session of a second does not
//     survive a lost connection.
//   - It waits for the answer to its first request for ten times as long. With
//     ZooKeeper 3.8.0 we saw a server that was just starting never answer one; a
//     client whose session lasts a minute then hangs for more than six.
//   - Whoever deletes a node of the store deletes its mark. Forbid it with an ACL.
//
// # What if an answer is lost?
//
// The library does not repeat a request that it has sent. The outcome is unknown:
// send the same Write again, with the same token. An Acquire closes its session,
// and the node goes with it if there was one: at once if ZooKeeper can be told, and
// otherwise when the session expires.
//
// The calls of the library know no context. When a context ends first, ours return
// and leave the call behind; that outcome is unknown, too.
//
// [Junqueira]: https://fpj.systems/2016/02/10/note-on-fencing-and-distributed-locks/
// [ZooKeeper on configuration]: https://zookeeper.apache.org/doc/current/zookeeperAdmin.html#sc_advancedConfiguration
// [ZooKeeper on consistency]: https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html#ch_zkGuarantees
// [ZooKeeper on pings]: https://github.com/apache/zookeeper/blob/release-3.9.3/zookeeper-server/src/main/java/org/apache/zookeeper/server/quorum/Learner.java
// [ZooKeeper on sequence nodes]: https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html#Sequence+Nodes+--+Unique+Naming
// [ZooKeeper on sessions]: https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html#ch_zkSessions
// [ZooKeeper on time]: https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html#sc_timeInZk
package zookeeper
