// Package s3 has a fence, and leases, on S3 and what is compatible with it: all that
// is asked for is a conditional put.
//
// # Who checks the token?
//
// S3 can't compare tokens. It can put an object on the condition that the present
// one's ETag is the one I saw ([conditional writes]). So the mark travels in the
// object, in its first line. [Store] reads, compares, and replaces what it has
// compared with or nothing:
//
//	if token < mark {
//		return &chapter.StaleTokenError{Token: token, Highest: mark}
//	}
//	client.PutObject(ctx, &s3.PutObjectInput{..., IfMatch: &etag}) // IfNoneMatch: "*" if there is none
//
// After a 412 it looks again, and after a 409, which is S3's answer to puts that
// meet. That is two requests for a write. Store remembers mark and ETag of what it
// has put, and then it is one. That it may remember the past does no harm: the ETag
// is then another and the put is refused, or it is the same, and so are the bytes and
// the mark in them.
//
// A delete is a tombstone with the mark in it. A token can be any 64-bit number.
//
// # Where does the token come from?
//
// From a lock service with a clock, if you have one. If not, [Locks] needs nothing
// but the bucket. A lease is an object that says who holds it, under which token and
// for how long; to acquire is to replace it by one with the next token, if the ETag
// is the one seen.
//
// Expiry can't be a condition of a put. So there is no time in the object, and no
// clock is compared with another. A client that wants the lease watches the object:
// if the ETag has stayed the same for the length of the TTL, on the client's own
// monotonic clock, the lease is over. It is the rule of DynamoDB's lock client
// ([DynamoDB]). Acquire does not wait for that: it returns a [chapter.HeldError] that
// says when to ask again. The price is that whoever comes new has to watch for a whole
// TTL, however long the holder is dead, and in a process that stays.
//
// The rule is right while clocks run at the same rate, to a thousandth. Where they do
// not, there are two holders, which is what the fence is for.
//
// # What does S3 promise?
//
// Reads that see every write acknowledged before ([consistency]), and that of puts on
// the same condition one succeeds. A bucket policy can refuse puts without a condition
// ([enforce]). That keeps out who has not heard of the fence, though not who sends a
// condition and a forged first line.
//
// # What surprises people?
//
// The ETag of an object that is put in one piece, plain or under SSE-S3, is the MD5 of
// its bytes ([ETag]). When old bytes come back the old ETag does, and If-Match alone
// lets the zombie in: Example_etagOfEqualBytes. The token in the bytes helps. A token in
// the metadata does not: the ETag does not change with those, and nobody's condition
// fails after a claim.
//
// The SDK tries a put again when the answer gets lost. If the first try has landed, the
// second gets a 412 because of it. Now the client reads, finds its own token or a newer
// one, and with a newer one can't tell whether its data was ever there. Store and Locks
// turn retries off for their puts. An error then leaves open what happened, a refusal
// does not, and to write again under the same token is harmless.
//
// Since January 2025 (v1.73.0) the SDK sends a checksum with each put, over TLS in a
// trailer ([integrity]). Some compatible servers take that for data. The fence notices, since
// the object does not begin with its mark ([ErrNotFenced]). Set
// RequestChecksumCalculation to aws.RequestChecksumCalculationWhenRequired.
//
// Without the permission s3:ListBucket S3 answers 403 and not 404 where there is no
// object, and then nothing can be written for the first time.
//
// A server that ignores the condition, or checks it apart from the put, lets everybody
// in. Try yours with [example.com/fencing/chapter/fencetest], as
// conformance_test.go does. One that never finds it true, because a proxy on the way
// changes ETags, keeps a call looking and putting until its context is over: give
// each a deadline.
//
// # What can't it do?
//
// Outlive its objects. A lifecycle rule that expires a fenced object takes the mark
// along, and one that expires a lease starts its tokens over at 1. Put neither where
// such a rule is.
//
// Append, copy or upload in parts: an object is read and put whole, and each claim reads
// and puts it too.
//
// [DynamoDB]: https://github.com/awslabs/amazon-dynamodb-lock-client#how-we-handle-clock-skew
// [ETag]: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
// [conditional writes]: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
// [consistency]: https://docs.aws.amazon.com/AmazonS3/latest/userguide/Welcome.html#ConsistencyModel
// [enforce]: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes-enforce.html
// [integrity]: https://docs.aws.amazon.com/sdkref/latest/guide/feature-dataintegrity.html
package s3
