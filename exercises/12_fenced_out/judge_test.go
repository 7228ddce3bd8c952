package fenced_out_test

import (
	"fmt"
	"slices"

	"example.com/fencing/chapter"
)

// judgeToken looks at the token that a request carries.
func (w *worker) judgeToken(does string, token chapter.Token) {
	switch holder := w.lease.grants[token]; {
	case holder == nil:
		w.wrong("%s %s with token %d, which was granted to nobody: only the lock service makes tokens", w.name, does, token)
	case holder != w:
		w.wrong("%s %s with token %d, which was granted to %s: a borrowed token says %q, and the storage has no way to see that it is a lie",
			w.name, does, token, holder.name, holder.name+" "+does+" this")
	case token == w.refused:
		w.wrong("%s %s with token %d, which has been refused: the mark is %d and never goes down, so a refused token is refused for ever. Stop using it",
			w.name, does, token, w.mark)
	}
}

// judge looks at a list that has just been accepted.
func (w *worker) judge(list []string, token chapter.Token) {
	for _, other := range w.workers {
		for _, note := range other.acknowledged {
			if !slices.Contains(list, note) {
				w.wrong("the write is accepted, and note %s, which was acknowledged to %s, is gone: %s", note, other.name, w.origin(token))
			}
		}
	}
	for i, note := range list {
		if slices.Contains(list[:i], note) {
			w.wrong("note %s is in the list twice: what has been acknowledged is done, also when its grant is over", note)
		}
	}
	if len(w.acknowledged) == len(w.notes) {
		w.wrong("all notes of %s are acknowledged, and it writes once more", w.name)
		return
	}
	next := w.notes[len(w.acknowledged)]
	if want := append(slices.Clone(w.list), next); !slices.Equal(list, want) {
		lost := ""
		if w.unheard > 0 {
			lost = ". And a request that got lost has not been carried out"
		}
		w.wrong("%s has replaced the list %v by %v, and should have written %v: what is there, and its next note, %s, at the end. Each note has a write of its own, in their order%s",
			w.name, w.list, list, want, next, lost)
	}
	w.acknowledged = append(w.acknowledged, next)
}

// judgeAcquire looks at a worker that is about to wait for the lease.
func (w *worker) judgeAcquire() {
	switch {
	case w.token == 0 || w.over:
	case w.unheard > 0:
		w.wrong("%s had a request lost on its way, and acquires the lease again though it has token %d: nothing has happened yet, and nobody has refused anything. Now it waits for the end of its own grant",
			w.name, w.token)
	default:
		w.wrong("%s acquires the lease again though it has token %d, and nobody has refused that: now it waits for the end of its own grant", w.name, w.token)
	}
}

// origin says where a list comes from that lacks something.
func (w *worker) origin(token chapter.Token) string {
	if w.claimed != token {
		return fmt.Sprintf("%s has not claimed with %d, so it cannot know what the list was when its grant began. A token proves order, not fresh state", w.name, token)
	}
	return fmt.Sprintf("%s has claimed with %d, and wrote something else than what it read then, with its own notes added. A token proves order, not fresh state", w.name, token)
}

// goHome is called when Work has returned.
func (w *worker) goHome() {
	w.home = true
	w.lease.release(w)
	for _, note := range w.notes {
		switch {
		case slices.Contains(w.acknowledged, note):
		case w.refused != 0:
			w.wrong("%s was refused with token %d, and its Work returns though nobody has accepted its note %s: it has lost the lease and not its work, so it starts over as a newcomer", w.name, w.refused, note)
		case w.unheard > 0:
			w.wrong("%s had a request lost on its way, and its Work returns though nobody has accepted its note %s: nothing has happened yet, and nobody has refused anything", w.name, note)
		default:
			w.wrong("%s's Work returns, and nobody has accepted its note %s: who never writes is safe, and no use", w.name, note)
		}
	}
}

// check looks at the world when nobody goes on.
func (w *world) check() error {
	if w.fault != nil {
		return w.fault
	}
	for _, worker := range w.workers {
		if !worker.home {
			return fmt.Errorf("%s waits for ever", worker.name)
		}
	}
	return nil
}
