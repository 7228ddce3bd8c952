package per_key_test

import (
	"fmt"
	"strings"

	"example.com/fencing/chapter"
	per_key "example.com/fencing/exercises/06_per_key"
)

// A call is one of the three methods that change something, with its arguments.
type call struct {
	method string
	key    string
	token  chapter.Token
}

// dataOf says what each call of a sequence writes, if it writes.
var dataOf = []string{"data 1", "data 2", "data 3", "data 4"}

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
	bucket := per_key.New()
	model := map[string]object{}
	var errs []error
	for i, c := range sequence {
		data := dataOf[i]
		before := model[c.key]
		accept := c.token >= before.mark
		got, err := c.on(bucket, data)
		if accept {
			model[c.key] = before.after(c, data)
		}
		errs = append(errs, err)

		text := ""
		switch {
		case accept && err != nil:
			text, found = tooStrict(model, c), lockedOut
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

func (c call) on(bucket *per_key.Bucket, data string) (got string, err error) {
	switch c.method {
	case "Write":
		return "", bucket.Write(c.key, data, c.token)
	case "Claim":
		return bucket.Claim(c.key, c.token)
	}
	return "", bucket.Delete(c.key, c.token)
}

func (o object) after(c call, data string) object {
	if c.token > o.mark {
		o.mark, o.lastRaised, o.deleted = c.token, c.method, false
	}
	switch c.method {
	case "Write":
		o.data, o.exists = data, true
	case "Delete":
		o.data, o.exists, o.deleted = "", false, true
	}
	return o
}

func tell(sequence []call, errs []error) string {
	var lines strings.Builder
	lines.WriteString("These calls arrive, in this order:\n")
	for i, err := range errs {
		c, data, outcome := sequence[i], "", "accepted"
		if c.method == "Write" {
			data = fmt.Sprintf("%q, ", dataOf[i])
		}
		if err != nil {
			outcome = fmt.Sprintf("refused: %v", err)
		}
		fmt.Fprintf(&lines, "%d. %s(%q, %s%d) → %s\n", i+1, c.method, c.key, data, c.token, outcome)
	}
	return lines.String()
}
