package timeline

import (
	"cmp"
	"fmt"
)

// describe decides what is written at an event.
func (l *layout) describe(i int, e Event) {
	actor, peer := l.lane(e.Actor), l.lane(e.Peer)
	above := func(lane int, text string) {
		if lane >= 0 {
			l.labels = append(l.labels, label{i, lane, cut(clean(text), maxLabel)})
			l.labelled[lane] = true
		}
	}
	token := label{i, actor, cut(fmt.Sprint(e.Token), 12)}
	switch e.Kind {
	case Grant, Renew:
		if e.Refused() {
			above(peer, "refused")
		} else {
			l.tokens = append(l.tokens, token)
		}
	case Release:
		if e.Refused() {
			above(peer, "refused")
		} else {
			above(peer, token.text+" back")
		}
	case Expire:
		if peer < 0 {
			peer = actor
		}
		above(peer, token.text+" over")
	case Pause:
		above(actor, cmp.Or(e.Cause, "stops"))
	case Wake:
		above(actor, "wakes")
	case Look:
		if e.over() {
			above(actor, "looks: over")
		} else {
			above(actor, "looks: good")
		}
	case Believe:
		if e.over() {
			above(actor, "still believes")
		} else {
			above(actor, "believes")
		}
	case Send, Write, Claim, Read:
		if text := carries(e); text != "" && peer > actor {
			l.carried = append(l.carried, label{i, actor, text})
		}
		if e.Kind != Send && peer >= 0 {
			f := flag{label: label{column: i, lane: peer}, whole: flagLines(e), emphatic: e.Damage()}
			for _, line := range f.whole {
				f.lines = append(f.lines, cut(line, maxFlag))
			}
			l.flags = append(l.flags, f)
		}
	default:
		above(actor, string(e.Kind))
	}
}

// carries is what stands beside the arrow of a message.
func carries(e Event) string {
	token := ""
	if !e.Bare && e.Token != 0 {
		token = cut(fmt.Sprint(e.Token), 12)
	}
	switch {
	case e.Kind == Send && token == "":
		return "delayed"
	case e.Kind == Send:
		return token + ", delayed"
	case e.Kind == Read || e.Packet != 0:
		return ""
	}
	return token
}

// flagLines says what a message brought, and what became of it.
func flagLines(e Event) []string {
	var lines []string
	switch {
	case e.Kind == Claim:
		lines = append(lines, "claims")
		if e.Data != "" {
			lines = append(lines, "reads "+quoted(e.Data))
		}
	case e.Kind == Read && e.Data == "":
		lines = append(lines, "reads")
	case e.Kind == Read:
		lines = append(lines, "reads "+quoted(e.Data))
	case e.Data != "":
		lines = append(lines, quoted(e.Data))
	}
	switch {
	case e.Refused():
		lines = append(lines, "refused: "+reason(e))
	case e.Damage() && e.Token >= e.After:
		lines = append(lines, fmt.Sprintf("DAMAGE: %d has read", e.AfterRead))
	case e.Damage():
		lines = append(lines, fmt.Sprintf("DAMAGE: %d after %d", e.Token, e.After))
	}
	return lines
}
