package per_key_test

import (
	"fmt"
	"slices"
	"strings"

	"example.com/fencing/chapter"
	per_key "example.com/fencing/exercises/06_per_key"
)

// A call is one of the three methods that change something, with its arguments,
// and the bucket that it is made to.
type call struct {
	method string
	key    string
	token  chapter.Token
	data   string // for a write
	bucket int
}

// A mistake is what a call can do wrong.
type mistake int

const (
	none mistake = iota
	lockedOut
	zombieIn
	zombieDeletes
	markForgotten
	deleteUnseen
	wrongData
	silentRefusal
)

// An object is what a key stands for, as it should be.
type object struct {
	mark       chapter.Token
	data       string
	exists     bool
	lastRaised string // the method of the call that raised the mark to what it is
	deleted    bool   // since then, or by it
}

// play makes the calls of a sequence, one after the other, and returns the first
// mistake with its story.
func play(keys []string, sequence []call) (story string, found mistake) {
	buckets := []*per_key.Bucket{per_key.New(), per_key.New()}
	models := []map[string]object{{}, {}}
	var errs []error
	for _, c := range sequence {
		bucket, model := buckets[c.bucket], models[c.bucket]
		before := model[c.key]
		accept := c.token >= before.mark
		got, err := c.on(bucket)
		if accept {
			model[c.key] = before.after(c)
		}
		errs = append(errs, err)

		text := ""
		switch {
		case accept && err != nil:
			text, found = tooStrict(before, model, c), lockedOut
		case !accept && err == nil:
			text, found = tooKind(before, c)
		case !accept && !names(err, c.token, before.mark):
			text, found = fmt.Sprintf("This refusal must be a *chapter.StaleTokenError with Token %d and Highest %d, which is the mark of %q.",
				c.token, before.mark, c.key), silentRefusal
		case accept && c.method == "Claim" && got != before.data:
			text, found = fmt.Sprintf("The claim must return what is under %q, %q. It returned %q.", c.key, before.data, got), wrongData
		default:
			text, found = misread(bucket, model, keys)
		}
		if found != none {
			return tell(sequence, errs) + "=> " + text, found
		}
	}
	return "", none
}

func (c call) on(bucket *per_key.Bucket) (got string, err error) {
	switch c.method {
	case "Write":
		return "", bucket.Write(c.key, c.data, c.token)
	case "Claim":
		return bucket.Claim(c.key, c.token)
	}
	return "", bucket.Delete(c.key, c.token)
}

func (o object) after(c call) object {
	if c.token > o.mark {
		o.mark, o.lastRaised, o.deleted = c.token, c.method, false
	}
	switch c.method {
	case "Write":
		o.data, o.exists = c.data, true
	case "Delete":
		o.data, o.exists, o.deleted = "", false, true
	}
	return o
}

func tell(sequence []call, errs []error) string {
	lines := []string{"These calls arrive, in this order:\n"}
	for i, err := range errs {
		c, data, where, outcome := sequence[i], "", "", "accepted"
		if c.method == "Write" {
			data = fmt.Sprintf("%q, ", c.data)
		}
		if c.bucket != 0 {
			where = "to another bucket: "
		}
		if err != nil {
			outcome = fmt.Sprintf("refused: %v", err)
		}
		lines = append(lines, fmt.Sprintf("%d. %s%s(%q, %s%d) → %s\n", i+1, where, c.method, c.key, data, c.token, outcome))
	}
	const begin, end = 5, 5
	if len(lines) > begin+end+1 { // leave out the middle of a long story
		lines = slices.Concat(lines[:begin], []string{"...\n"}, lines[len(lines)-end:])
	}
	return strings.Join(lines, "")
}
