package lost_reply_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/fencing/chapter"
	lost_reply "example.com/fencing/exercises/11_lost_reply"
	"example.com/fencing/exercises/internal/grade"
)

// What needs no network to be seen.

func TestAnotherAttemptIsAnotherClient(t *testing.T) {
	skipIfLost(t)
	var clock chapter.Clock
	locks := lost_reply.NewLocks(clock.Now, ttl, 32)
	lease1, err1 := locks.Acquire("client1", "morning")
	lease2, err2 := locks.Acquire("client1", "noon")
	if err1 != nil || !errors.Is(err2, chapter.ErrHeld) {
		grade.Fail(t, "1. Acquire(\"client1\", \"morning\") → %v, %v\n2. Acquire(\"client1\", \"noon\") → %v, %v\n"+
			"=> The second should be refused with a *chapter.HeldError. Another attempt of the same holder is another client, "+
			"perhaps another process of that name: both would work under one lease.", lease1, err1, lease2, err2)
	}

	clock.Advance(ttl)
	lease3, err3 := locks.Acquire("client1", "noon")
	if err3 != nil || lease3.Token != 34 {
		grade.Fail(t, "Attempt \"noon\" was refused while the lease was held. Now it is free, and \"noon\" comes again.\n"+
			"Acquire(\"client1\", \"noon\") → %v, %v\n=> It should be granted, with token 34: being refused uses no attempt up.", lease3, err3)
	}
}

func TestATryAgainDoesNotProlongTheLease(t *testing.T) {
	skipIfLost(t)
	var clock chapter.Clock
	locks := lost_reply.NewLocks(clock.Now, ttl, 32)
	lease1, err1 := locks.Acquire("client1", "morning")
	clock.Advance(ttl / 2)
	lease2, err2 := locks.Acquire("client1", "morning")
	if err1 != nil || err2 != nil || lease1 != lease2 {
		grade.Fail(t, "1. Acquire(\"client1\", \"morning\") → %v, %v\n2. half of the time passes\n3. Acquire(\"client1\", \"morning\") → %v, %v\n"+
			"=> It has to be the same lease, not a longer one: a late message must not renew what nobody may want any more.", lease1, err1, lease2, err2)
	}
}

func TestAnAttemptOfLongAgoIsNotGrantedAgain(t *testing.T) {
	skipIfLost(t)
	var clock chapter.Clock
	locks := lost_reply.NewLocks(clock.Now, ttl, 32)
	var lines strings.Builder
	acquire := func(holder, attempt string) (chapter.Lease, error) {
		lease, err := locks.Acquire(holder, attempt)
		fmt.Fprintf(&lines, "Acquire(%q, %q) → %v, %v\n", holder, attempt, lease, err)
		return lease, err
	}
	for i := range 20 {
		holder, attempt := fmt.Sprintf("client%d", i%2+1), fmt.Sprintf("attempt %d", i+1)
		if _, err := acquire(holder, attempt); err != nil {
			grade.Fail(t, "%s=> The lease is free, and this attempt is new: it should be granted.", lines.String())
		}
		clock.Advance(ttl)
		lines.WriteString("the lease runs out\n")
		if i != 1 && i != 2 && i != 19 { // another client, the same client, many
			continue
		}
		again, err := acquire("client1", "attempt 1")
		switch {
		case err == nil:
			grade.Fail(t, "%s=> The last should be refused with chapter.ErrNotHeld: attempt 1 had token 33, and with %d it has two grants, one too many. "+
				"This message was sent long ago, and nobody is waiting for the lease.", lines.String(), again.Token)
		case !errors.Is(err, chapter.ErrNotHeld):
			grade.Fail(t, "%s=> It is right to refuse the last, but with chapter.ErrNotHeld. Attempt 1 has had its lease, which is over, "+
				"and no other will come of it: its client has to begin a new attempt.", lines.String())
		}
	}
}

// An add is a call of Add.
type add struct {
	amount  int
	token   chapter.Token
	request string
}

// addAll makes the calls, with a model beside them.
func addAll(t *testing.T, adds ...add) {
	t.Helper()
	skipIfLost(t)
	account := lost_reply.NewAccount()
	done, balance := map[request]bool{}, 0
	var mark chapter.Token
	var lines strings.Builder
	for i, a := range adds {
		this := request{a.token, a.request}
		refused := !done[this] && a.token < mark
		if !done[this] && !refused {
			done[this], mark = true, a.token
			balance += a.amount
		}
		before := account.Balance
		err := account.Add(a.amount, a.token, a.request)
		fmt.Fprintf(&lines, "%d. Add(%d, %d, %q) → %s, the balance is %d\n", i+1, a.amount, a.token, a.request, told(err), account.Balance)
		switch {
		case account.Balance == balance && (err != nil) == refused:
		case refused:
			grade.Fail(t, "%s=> It is a new request, of a zombie: it must be refused, and add nothing.", lines.String())
		case before == balance:
			grade.Fail(t, "%s=> The last has been done long ago, so the answer has to be nil, and nothing added. A message can be late by any number of others.", lines.String())
		default:
			grade.Fail(t, "%s=> The last is none of those before: it has its own token and its own id, and has to be done. The balance should be %d.", lines.String(), balance)
		}
	}
}

func TestRequestsMayArriveInAnyOrder(t *testing.T) {
	addAll(t, add{10, 33, "2"}, add{5, 33, "1"}, add{10, 33, "2"}, add{5, 33, "1"})
}

func TestTokenAndIDAreTwoThings(t *testing.T) {
	addAll(t, add{10, 1, "11"}, add{10, 11, "1"})
}

func TestNoRequestIsForgotten(t *testing.T) {
	var ofOneGrant, ofManyGrants []add
	for i := range 20 {
		ofOneGrant = append(ofOneGrant, add{1, 33, fmt.Sprint(i + 1)})
		ofManyGrants = append(ofManyGrants, add{1, chapter.Token(33 + i), "1"})
	}
	addAll(t, append(ofOneGrant, ofOneGrant[0])...)
	addAll(t, append(ofManyGrants, ofManyGrants[0], add{1, 33, "2"})...)
}

// Last, as a wrong lease mostly leads to a wrong refusal as well.
func TestAnswersSayWhatIsSo(t *testing.T) { noOrderShows(t, wrongDetails) }
