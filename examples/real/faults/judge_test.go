package faults

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/fencing/chapter"
)

// The calls of a history, in short.

func at(begin, end int, c Call) Call {
	c.Begin, c.End = time.Duration(begin), time.Duration(end)
	return c
}

func granted(token chapter.Token, until int) Call {
	return Call{Kind: Acquire, Outcome: Done, Token: token, Until: time.Duration(until)}
}

func claimed(token chapter.Token, data string) Call {
	return Call{Kind: Claim, Outcome: Done, Token: token, Data: data}
}

func wrote(token chapter.Token, data string) Call {
	return Call{Kind: Write, Outcome: Done, Token: token, Data: data}
}

func refused(token, mark chapter.Token, data string) Call {
	return Call{Kind: Write, Outcome: Refused, Token: token, Mark: mark, Data: data}
}

func unknown(token chapter.Token, data string) Call {
	return Call{Kind: Write, Outcome: Unknown, Token: token, Data: data}
}

func read(mark chapter.Token, data string) Call {
	return Call{Kind: Read, Outcome: Done, Mark: mark, Data: data}
}

// Each history stands for a run that went as it should, or for one that did not.
func TestTheJudge(t *testing.T) {
	for _, test := range []struct {
		name    string
		history []Call
		want    []Rule
	}{
		{"nothing has happened", nil, nil},
		{"scenario 2", []Call{
			at(1, 2, granted(33, 10)), at(3, 4, claimed(33, "")), at(5, 6, wrote(33, "a")),
			at(11, 12, granted(34, 20)), at(13, 14, claimed(34, "a")), at(15, 16, wrote(34, "b")), at(17, 18, wrote(34, "c")),
			at(19, 20, refused(33, 34, "stale")), at(21, 22, read(34, "c")),
		}, nil},
		{"scenario 1", []Call{
			at(1, 2, wrote(34, "b")), at(3, 4, wrote(33, "stale")), at(5, 6, read(34, "stale")),
		}, []Rule{StaleAccepted, WriteLost}},

		// A stale write.
		{"the claim came first", []Call{at(1, 2, claimed(34, "")), at(3, 4, wrote(33, "stale"))}, []Rule{StaleAccepted}},
		{"the claim overlaps", []Call{at(1, 3, claimed(34, "")), at(2, 4, wrote(33, "a"))}, nil},
		{"a stale claim", []Call{at(1, 2, wrote(34, "b")), at(3, 4, claimed(33, "b"))}, []Rule{StaleAccepted}},
		{"a read has shown the mark", []Call{at(1, 9, claimed(34, "")), at(2, 3, read(34, "")), at(4, 5, wrote(33, "stale"))}, []Rule{StaleAccepted}},
		{"a refusal has shown the mark", []Call{at(1, 9, claimed(34, "")), at(2, 3, refused(32, 34, "x")), at(4, 5, wrote(33, "stale"))}, []Rule{StaleAccepted}},
		{"a claim under data of a later grant", []Call{at(1, 9, unknown(34, "b")), at(2, 3, claimed(33, "b"))}, []Rule{StaleAccepted}},
		{"refused, and yet written", []Call{
			at(1, 2, claimed(34, "")), at(3, 4, refused(33, 34, "stale")), at(5, 6, read(34, "stale")),
		}, []Rule{StaleAccepted}},
		{"refused, and yet seen before anything newer", []Call{
			at(1, 9, refused(33, 0, "stale")), at(2, 3, read(33, "stale")),
		}, []Rule{StaleAccepted}},
		{"a write that nobody acknowledged lands after the claim", []Call{
			at(1, 2, unknown(33, "stale")), at(3, 4, claimed(34, "")), at(5, 6, read(34, "stale")),
		}, []Rule{StaleAccepted}},
		{"the same, and a reader who was early", []Call{
			at(1, 2, unknown(33, "stale")), at(3, 4, claimed(34, "")), at(1, 6, read(33, "")), at(7, 8, read(34, "stale")),
		}, []Rule{StaleAccepted}},
		{"it landed before the claim", []Call{
			at(1, 2, unknown(33, "a")), at(3, 4, claimed(34, "a")), at(5, 6, read(34, "a")),
		}, nil},
		{"it landed before a claim that nobody acknowledged", []Call{
			at(1, 2, unknown(33, "a")), at(3, 4, Call{Kind: Claim, Outcome: Unknown, Token: 34}), at(5, 6, read(34, "a")),
		}, nil},

		// A lost write.
		{"nothing is left", []Call{at(1, 2, wrote(33, "a")), at(3, 4, read(33, ""))}, []Rule{WriteLost}},
		{"the one before is back", []Call{
			at(1, 2, wrote(33, "a")), at(3, 4, wrote(33, "b")), at(5, 6, read(33, "a")),
		}, []Rule{WriteLost}},
		{"the grant before is back", []Call{
			at(1, 2, wrote(33, "a")), at(3, 4, wrote(34, "b")), at(5, 6, read(34, "a")),
		}, []Rule{WriteLost}},
		{"the next holder does not find it", []Call{
			at(1, 2, wrote(33, "a")), at(3, 4, wrote(33, "b")), at(5, 6, claimed(34, "a")),
		}, []Rule{WriteLost}},
		{"one of three is back, and not the last", []Call{
			at(1, 9, wrote(33, "a")), at(2, 4, wrote(33, "b")), at(5, 6, wrote(33, "c")), at(11, 12, read(33, "b")),
		}, []Rule{WriteLost}},
		{"the reader was early", []Call{
			at(1, 2, wrote(33, "a")), at(3, 6, wrote(33, "b")), at(5, 7, read(33, "a")),
		}, nil},
		{"nobody acknowledged it", []Call{
			at(1, 2, wrote(33, "a")), at(3, 4, unknown(33, "b")), at(5, 6, read(33, "a")),
		}, nil},
		{"nobody acknowledged it, and it landed late", []Call{
			at(1, 2, unknown(33, "a")), at(3, 4, wrote(33, "b")), at(5, 6, read(33, "a")),
		}, nil},
		{"nobody acknowledged it, and it was seen and is gone", []Call{
			at(1, 2, wrote(33, "a")), at(3, 4, unknown(33, "b")), at(5, 6, read(33, "b")), at(7, 8, read(33, "a")),
		}, []Rule{WriteLost}},

		// A lost mark.
		{"the mark is back", []Call{at(1, 2, claimed(34, "")), at(3, 4, read(33, ""))}, []Rule{MarkLost}},
		{"the mark is behind its data", []Call{at(1, 9, unknown(34, "b")), at(2, 3, read(33, "b"))}, []Rule{MarkLost}},

		// What should not be there.
		{"refused by its own mark", []Call{at(1, 2, claimed(34, "")), at(3, 4, refused(34, 34, "x"))}, []Rule{FalseRefusal}},
		{"refused by a mark that nobody has shown", []Call{at(1, 2, claimed(34, "")), at(3, 4, refused(33, 35, "x"))}, []Rule{FalseRefusal}},
		{"refused by a mark that is not named", []Call{at(1, 2, claimed(34, "")), at(3, 4, refused(33, 0, "x"))}, nil},
		{"data that nobody wrote", []Call{at(1, 2, read(0, "a"))}, []Rule{FalseData}},
		{"data that was written later", []Call{at(1, 2, read(33, "a")), at(3, 4, wrote(33, "a"))}, []Rule{FalseData}},

		// Leases.
		{"the counter was lost", []Call{at(1, 2, granted(33, 3)), at(4, 5, granted(1, 10))}, []Rule{TokenWentBack}},
		{"the same token again", []Call{at(1, 2, granted(33, 3)), at(4, 5, granted(33, 10))}, []Rule{TokenWentBack, TwoOwners}},
		{"the same token at the same time", []Call{at(1, 4, granted(33, 4)), at(2, 3, granted(33, 3))}, []Rule{TwoOwners}},
		{"grants overlap", []Call{at(1, 4, granted(34, 10)), at(2, 3, granted(33, 3))}, nil},
		{"it was granted too early", []Call{at(1, 2, granted(33, 10)), at(3, 4, granted(34, 20))}, []Rule{TwoOwners}},
		{"it was granted when the first had expired", []Call{at(1, 2, granted(33, 10)), at(9, 11, granted(34, 20))}, nil},
		{"the one before was over, and the one before that was not", []Call{
			at(1, 2, granted(33, 100)), at(3, 150, granted(34, 53)), at(4, 60, granted(35, 70)),
		}, []Rule{TwoOwners}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var rules []Rule
			for _, violation := range Judge(test.history) {
				rules = append(rules, violation.Rule)
			}
			if diff := cmp.Diff(test.want, rules); diff != "" {
				t.Errorf("the verdict (-want +got):\n%s%v", diff, Judge(test.history))
			}
		})
	}
}

// Who reads of a violation wants to know who did what, and when.
func TestAViolationTellsItsStory(t *testing.T) {
	before := at(1, 2, wrote(34, "b"))
	before.Client = "client2"
	stale := at(3, 4, wrote(33, "stale"))
	stale.Client = "client1"
	want := `stale write accepted:
	[3ns to 4ns] client1: write token 33 "stale": done
	against [1ns to 2ns] client2: write token 34 "b": done`
	got := ""
	for _, violation := range Judge([]Call{stale, before}) {
		got += violation.String()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
