package restart_test

import (
	"fmt"

	"example.com/fencing/chapter"
	restart "example.com/fencing/exercises/09_restart"
)

// A counterMachine is the lock service's counter. What it remembers is the
// highest token that is out.
type counterMachine struct {
	out  chapter.Token
	long bool // it makes many grants in its first life
}

func (m *counterMachine) name() string { return "the counter" }

func (m *counterMachine) clone() machine { c := *m; return &c }

const muchAhead = 10_000

// first is the token with which the counter begins on an empty disk. It begins
// there many times, and can know nothing of the other times but from outside its
// disk: from a clock, or a variable that a crash would have wiped.
var first chapter.Token

func (m *counterMachine) live(d *disk, life int, story *story) string {
	story.tell("The counter starts")
	c := restart.OpenCounter(d)
	fresh := life == 0
	grants := 3 - life
	if fresh && m.long {
		grants += muchAhead
	}
	for range grants {
		story.tell("The next grant")
		token := c.Next()
		story.detail(fmt.Sprintf("→ token %d", token))
		switch {
		case token == 0:
			return "0 is no token: a grant must have a number above it."
		case token == m.out:
			return fmt.Sprintf("Token %d is out already: two holders have the same, and the fence cannot tell them apart.", token)
		case token < m.out:
			return fmt.Sprintf("Token %d is out already, and %d is lower: the newcomer looks older than the zombie.", m.out, token)
		case token > m.out+muchAhead:
			return fmt.Sprintf("A counter may leave some numbers out, but not %d of them. Is it a clock? A clock can be set back.", token-m.out-1)
		case fresh && first != 0 && token != first:
			return fmt.Sprintf("On an empty disk the counter began with %d before, and now with %d: it remembers something that is not on its disk. In a crash that is lost.", first, token)
		}
		if fresh {
			first, fresh = token, false
		}
		m.out = token
	}
	return ""
}
