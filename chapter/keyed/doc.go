// Package keyed is the chapter's lock service and storages for many names at
// once: the shape in which one meets them at work.
//
// A [LockTable] grants leases by name. A [Bucket] keeps one mark per key, and
// keeps it when the key is deleted. An [ETagBucket] can't compare tokens at
// all; it knows only "put this if the object is still the one I saw". A
// [FencedETags] is a fence built on that.
//
// # Why does every key have its own mark?
//
// With one mark for the whole bucket, a holder of the lease on "orders" with
// token 34 would lock out the rightful holder of the lease on "users" with
// token 33. The two leases have nothing to do with each other, and neither have
// their tokens. So the mark belongs to what the lease protects.
//
// # Why does the mark outlive the data?
//
// A deleted key that forgot its mark would take any token again, the zombie's
// first of all. So a mark is small and stays: [Bucket.Delete] drops the data
// alone.
//
// # What do the methods have in common?
//
// Each is safe for concurrent use. Each looks at its context before it begins: a
// call whose context is over by then changes nothing and returns the context's
// error. A key or a name is any string.
package keyed
