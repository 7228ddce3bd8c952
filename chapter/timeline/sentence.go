package timeline

import (
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// String tells the event in one sentence, with times to the second:
//
//	client1 writes "client1 stale data" with 33: refused, 33 < 34
func (e Event) String() string { return e.sentence(timeOfDay) }

func timeOfDay(t time.Time) string { return t.Format("15:04:05") }

func (e Event) sentence(label func(time.Time) string) string {
	actor, peer := shown(e.Actor), shown(e.Peer)
	until, since := "", ""
	if !e.Until.IsZero() {
		until, since = " until "+clean(label(e.Until)), " since "+clean(label(e.Until))
	}
	switch e.Kind {
	case Grant:
		if e.Refused() {
			return fmt.Sprintf("%s refuses %s: %s", peer, actor, reason(e))
		}
		return fmt.Sprintf("%s grants %d to %s%s", peer, e.Token, actor, until)
	case Renew:
		if e.Refused() {
			return fmt.Sprintf("%s does not renew %d for %s: %s", peer, e.Token, actor, reason(e))
		}
		return fmt.Sprintf("%s renews %d for %s%s", peer, e.Token, actor, until)
	case Release:
		return fmt.Sprintf("%s gives %d back%s", actor, e.Token, refusal(e))
	case Expire:
		return fmt.Sprintf("lease %d of %s is over", e.Token, actor)
	case Pause:
		if e.Cause == "" {
			return actor + " stops"
		}
		return fmt.Sprintf("%s stops: %s", actor, cut(clean(e.Cause), maxData))
	case Wake:
		return actor + " wakes"
	case Look:
		if e.over() {
			return fmt.Sprintf("%s looks at its lease: %d is over%s", actor, e.Token, since)
		}
		return fmt.Sprintf("%s looks at its lease: %d is good%s", actor, e.Token, until)
	case Believe:
		if e.over() {
			return fmt.Sprintf("%s still believes that it holds %d", actor, e.Token)
		}
		return fmt.Sprintf("%s believes that it holds %d", actor, e.Token)
	case Send:
		return fmt.Sprintf("%s sends %s%s, and the packet is delayed", actor, quoted(e.Data), with(e))
	case Write:
		if e.Packet != 0 {
			return fmt.Sprintf("the packet of %s arrives, %s%s: %s", actor, quoted(e.Data), with(e), verdict(e))
		}
		return fmt.Sprintf("%s writes %s%s: %s", actor, quoted(e.Data), with(e), verdict(e))
	case Claim:
		if e.Refused() {
			return fmt.Sprintf("%s claims with %d%s", actor, e.Token, refusal(e))
		}
		return fmt.Sprintf("%s claims with %d and reads %s", actor, e.Token, quoted(e.Data))
	case Read:
		if e.Refused() {
			return fmt.Sprintf("%s reads%s", actor, refusal(e))
		}
		return fmt.Sprintf("%s reads %s", actor, quoted(e.Data))
	}
	return fmt.Sprintf("%s: %s", actor, cut(clean(string(e.Kind)), maxData))
}

// verdict says what became of a write.
func verdict(e Event) string {
	switch {
	case e.Refused():
		return "refused, " + reason(e)
	case e.Damage() && e.Token >= e.After:
		return fmt.Sprintf("accepted. DAMAGE: %d lands after %d has read", e.Token, e.AfterRead)
	case e.Damage():
		return fmt.Sprintf("accepted. DAMAGE: %d lands after %d", e.Token, e.After)
	}
	return "accepted"
}

func refusal(e Event) string {
	if !e.Refused() {
		return ""
	}
	return ": refused, " + reason(e)
}

// reason is "33 < 34" where the fence refused, and else what the error says.
func reason(e Event) string {
	var stale *chapter.StaleTokenError
	if errors.As(e.Err, &stale) {
		return fmt.Sprintf("%d < %d", stale.Token, stale.Highest)
	}
	return cut(clean(e.Err.Error()), maxReason)
}

// with names the token that a message carries.
func with(e Event) string {
	if e.Bare || e.Token == 0 {
		return ""
	}
	return fmt.Sprintf(" with %d", e.Token)
}
