package per_key_test

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	per_key "example.com/fencing/exercises/06_per_key"
)

// tooStrict explains why the call should have been accepted. The model has
// accepted it already.
func tooStrict(before object, model map[string]object, c call) string {
	for key, other := range model {
		if key != c.key && other.mark > c.token {
			return fmt.Sprintf("No token above %d has been seen at %q. The %d was shown to %q, which is another resource under another lease: its mark must not lock out the holder of this one.",
				c.token, c.key, other.mark, key)
		}
	}
	return fmt.Sprintf("No token above %d has been seen, at %q or elsewhere. This is the rightful holder: a bucket that refuses it protects nothing.%s",
		c.token, c.key, again(before, c))
}

func again(before object, c call) string {
	if before.mark != c.token {
		return ""
	}
	return " An equal token is the same holder, calling again."
}

// tooKind explains why the call should have been refused.
func tooKind(o object, c call) (string, mistake) {
	seen := fmt.Sprintf("%d has been accepted at %q, so %d belongs to an older grant", o.mark, c.key, c.token)
	switch {
	case o.deleted && o.lastRaised == "Delete":
		return seen + ". It was a delete that carried the newer token, and it raises the mark as a write does, whether it found something to delete or not.", deleteUnseen
	case o.deleted:
		return seen + ". The object is gone since, but its mark must stay: a key that forgets its mark takes any token again, the zombie's first of all.", markForgotten
	case c.method == "Delete":
		return seen + ": a zombie's. To delete is to write, and has to pass the fence too.", zombieDeletes
	case o.lastRaised == "Claim":
		return seen + ". It was a claim that carried the newer token: from then on every lower one is refused.", zombieIn
	}
	return seen + ": a zombie's call, which must be refused.", zombieIn
}

func names(err error, token, mark chapter.Token) bool {
	var stale *chapter.StaleTokenError
	return errors.As(err, &stale) && stale.Token == token && stale.Highest == mark
}

// misread compares what can be read with what should be there.
func misread(bucket *per_key.Bucket, model map[string]object, keys []string) (string, mistake) {
	for _, key := range keys {
		data, exists := bucket.Read(key)
		want := model[key]
		switch {
		case exists && !want.exists:
			return fmt.Sprintf("Now nothing should be under %q, and yet Read(%q) finds %q.", key, key, data), wrongData
		case !exists && want.exists:
			return fmt.Sprintf("Now %q should be under %q, and Read(%q) finds nothing.", want.data, key, key), wrongData
		case data != want.data:
			return fmt.Sprintf("Now %q should be under %q, and Read(%q) finds %q.", want.data, key, key, data), wrongData
		}
	}
	return "", none
}
