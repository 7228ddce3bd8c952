package lost_reply_test

import (
	"errors"
	"testing"

	"example.com/fencing/chapter"
	lost_reply "example.com/fencing/exercises/11_lost_reply"
	"example.com/fencing/exercises/internal/grade"
)

// What needs no network to be seen.

func TestAnotherAttemptIsAnotherClient(t *testing.T) {
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
	var clock chapter.Clock
	locks := lost_reply.NewLocks(clock.Now, ttl, 32)
	lease1, err1 := locks.Acquire("client1", "morning")
	clock.Advance(ttl)
	lease2, err2 := locks.Acquire("client2", "noon")
	clock.Advance(ttl)
	lease3, err3 := locks.Acquire("client1", "morning")
	if err1 != nil || err2 != nil || !errors.Is(err3, chapter.ErrNotHeld) {
		grade.Fail(t, "1. Acquire(\"client1\", \"morning\") → %v, %v\n2. the lease runs out\n"+
			"3. Acquire(\"client2\", \"noon\") → %v, %v\n4. the lease runs out\n5. Acquire(\"client1\", \"morning\") → %v, %v\n"+
			"=> The last should be refused with chapter.ErrNotHeld: one attempt, two grants would be one too many. "+
			"This message was sent long ago, and nobody is waiting for the lease.", lease1, err1, lease2, err2, lease3, err3)
	}
}
