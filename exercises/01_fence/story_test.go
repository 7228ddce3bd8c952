package fence_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	fence "example.com/fencing/exercises/01_fence"
)

// A mistake is what a write can do wrong.
type mistake int

const (
	none mistake = iota
	staleWriteAccepted
	newestWriteRefused
	equalTokenRefused
	acceptedInPart
	refusedInPart
	silentRefusal
)

// play lets the writes of a sequence arrive, one after the other, and returns
// the first mistake with its story.
func play(sequence []write) (story string, found mistake) {
	var storages [2]fence.Storage
	var marks [2]fence.Token // as they should be
	var lines []string
	for i, w := range sequence {
		s, mark := &storages[w.storage], marks[w.storage]
		before := *s
		err := s.Write(w.data, w.token)
		outcome := "accepted"
		if err != nil {
			outcome = fmt.Sprintf("refused: %v", err)
		}
		lines = append(lines, fmt.Sprintf("%d. %sWrite(%q, %d) → %s\n", i+1, w.where(), w.data, w.token, outcome))

		var text string
		if w.token < mark {
			text, found = judgeStale(before, *s, w.token, mark, err)
		} else {
			text, found = judgeNewest(*s, w.data, w.token, mark, err)
		}
		if found != none {
			return "These writes arrive, in this order:\n" + shorten(lines) + "=> " + text, found
		}
		marks[w.storage] = max(mark, w.token)
	}
	return "", none
}

// shorten leaves out the middle of a long story.
func shorten(lines []string) string {
	const begin, end = 4, 4
	if len(lines) > begin+end+1 {
		lines = slices.Concat(lines[:begin], []string{"...\n"}, lines[len(lines)-end:])
	}
	return strings.Join(lines, "")
}

// judgeNewest looks at a write that carries the mark, or more.
func judgeNewest(s fence.Storage, data string, token, mark fence.Token, err error) (string, mistake) {
	switch {
	case err != nil && mark == 0:
		return "The storage was empty and had seen no token, so any token gets in: a storage that refuses everything protects nothing.", newestWriteRefused
	case err != nil && token == mark:
		return fmt.Sprintf("Nothing later than %d has been seen: an equal token is the same holder, writing again, and gets in.", mark), equalTokenRefused
	case err != nil:
		return fmt.Sprintf("%d is higher than all before, so it is the newest holder's, and gets in: otherwise nobody could ever take over.%s",
			token, asText(token, mark)), newestWriteRefused
	case s.Data != data:
		return fmt.Sprintf("The write is said to be accepted, but the storage holds %q, not %q.", s.Data, data), acceptedInPart
	case s.Mark != token:
		return fmt.Sprintf("The write is accepted, but the mark is %d: it must be raised to %d, or the next zombie is not recognized.", s.Mark, token), acceptedInPart
	}
	return "", none
}

// judgeStale looks at a write that carries less than the mark.
func judgeStale(before, s fence.Storage, token, mark fence.Token, err error) (string, mistake) {
	changed := fmt.Sprintf("It held %+v, and now holds %+v.", before, s)
	switch {
	case err == nil && s.Data == before.Data && s.Mark == before.Mark:
		return fmt.Sprintf("%d is lower than the mark, %d. The write is dropped, but its writer is told that all is well: it must get an error.", token, mark), staleWriteAccepted
	case err == nil:
		return fmt.Sprintf("%d has been accepted, so %d belongs to an older grant: a zombie's write, which must be refused.%s",
			mark, token, otherNumbers(token, mark)), staleWriteAccepted
	case s.Data != before.Data:
		return "The write is refused, and yet the data is replaced. " + changed, refusedInPart
	case s.Mark != before.Mark:
		return "The write is refused, and yet the mark moves, so that the same zombie gets in next time. " + changed, refusedInPart
	case !namesBoth(err, token, mark):
		return fmt.Sprintf("The writer cannot see from this error what happened: it must name both tokens, the one that came, %d, and the mark, %d.", token, mark), silentRefusal
	}
	return "", none
}

// otherNumbers adds what helps when the story of the text goes well already.
func otherNumbers(token, mark fence.Token) string {
	var s fence.Storage
	if s.Write("client2 data", 34) != nil || s.Write("client1 stale data", 33) == nil {
		return ""
	}
	if token == 33 && mark == 34 {
		return "\n33 right after 34 is refused by a new storage, and must be by any: a zombie may come late, and as often as it likes."
	}
	return "\n33 after 34 goes well already, but a token can be any number." + asText(token, mark)
}

// asText adds what helps when the tokens seem to be compared as text.
func asText(token, mark fence.Token) string {
	low, high := fmt.Sprint(min(token, mark)), fmt.Sprint(max(token, mark))
	if low < high {
		return ""
	}
	return fmt.Sprintf("\nAre they compared as text? There %s comes before %s.", high, low)
}

var number = regexp.MustCompile(`[0-9]+`)

func namesBoth(err error, token, mark fence.Token) bool {
	named := number.FindAllString(err.Error(), -1)
	return slices.Contains(named, fmt.Sprint(token)) && slices.Contains(named, fmt.Sprint(mark))
}
