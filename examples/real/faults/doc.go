// Package faults has runs in which something goes wrong, on real servers, and a
// judge that reads what the clients saw.
//
// # What goes wrong?
//
//   - The server is killed with SIGKILL while clients write, and started again on
//     what it had: etcd, ZooKeeper, PostgreSQL, Redis that syncs before it
//     acknowledges, and versitygw, an S3 server.
//   - The reply is lost. A proxy passes the request on, waits until it has landed,
//     and cuts the connection. The client then knows that it does not know.
//   - The member of an etcd cluster that leads is stopped, also while it has a
//     request for the lease and has not answered.
//   - A replica of Redis that is a moment behind is promoted. That is no run but an
//     Example, for it can't go well: the same token is granted twice.
//
// # What must hold?
//
// Three clients compete for one lease and write to the key that it guards. Most
// give the lease back, some forget to, and all go on under old tokens afterwards.
// [Judge] then reads the history and looks for a stale write that was accepted, for
// an acknowledged write or mark that is lost, for a token that went back, and for
// two owners. What a client could not know is held against nobody: a call without
// an answer may have happened, or not, or may happen yet.
//
// That the runs can find something is tested as well: a Redis that keeps nothing
// on disk and a storage without a fence are caught.
//
// # How are they run?
//
// The short form kills each server twice. The long form is a flag, and -v prints
// the table of what became of the calls:
//
//	go -C examples/real test ./faults
//	go -C examples/real test -v -timeout 30m ./faults -kills 20
//
// A server that is not here is skipped by name.
package faults
