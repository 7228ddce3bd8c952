package capstone_test

import (
	"fmt"
	"slices"

	"example.com/fencing/chapter"
	capstone "example.com/fencing/exercises/13_capstone"
)

// wrong ends the world: nobody takes a further step.
func (w *world) wrong(format string, args ...any) {
	if w.fault == nil {
		w.fault = fmt.Errorf(format, args...)
	}
}

// judgeToken looks at the token that a request carries.
func (w *worker) judgeToken(does string, token chapter.Token) {
	switch holder := w.lease.grants[token]; {
	case holder == nil:
		w.wrong("%s %s with token %d, which was granted to nobody: only the lock service makes tokens", w.name, does, token)
	case holder != w:
		w.wrong("%s %s with token %d, which was granted to %s: with a borrowed token there is no fence", w.name, does, token, holder.name)
	case token == w.refused:
		w.wrong("%s %s with token %d, which has been refused: its grant is over, and %s starts over as a newcomer", w.name, does, token, w.name)
	}
}

// An effect is a job done: by whom, under which token and request id.
type effect struct {
	worker  *worker
	token   chapter.Token
	request string
}

// judge looks at a change that has just been applied.
func (w *worker) judge(now effect, change capstone.Change) {
	if change.Done != "" && w.named(change.Done) < 0 {
		w.wrong("%s records %q as done, which is the name of no job: whoever reads the record has to find jobs there", w.name, change.Done)
		return
	}
	if change.Add == 0 {
		return
	}
	i := w.changed(change)
	if i < 0 {
		w.wrong("%s adds %d, which is the amount of no job: each job is a change of its own", w.name, change.Add)
		return
	}
	job := w.jobs[i].Name
	if before, done := w.effects[job]; done {
		w.wrong("job %s is done a second time: %s", job, w.reason(job, before, now))
		return
	}
	w.effects[job] = now
}

func (w *world) named(name string) int {
	return slices.IndexFunc(w.jobs, func(job capstone.Job) bool { return job.Name == name })
}

// changed says which job a change does: of those with its amount the one that it
// records, or else the first that is not done yet, or else the last.
func (w *world) changed(change capstone.Change) int {
	if i := w.named(change.Done); i >= 0 && w.jobs[i].Amount == change.Add {
		return i
	}
	found := -1
	for i, job := range w.jobs {
		if job.Amount != change.Add {
			continue
		}
		found = i
		if _, done := w.effects[job.Name]; !done {
			break
		}
	}
	return found
}

const byName = "What has been done is told by the names in State.Done, not by their number, nor by the total"

// reason says why a job could be done twice.
func (w *worker) reason(job string, before, now effect) string {
	if before.worker == nil {
		return "it was recorded as done from the start. " + byName
	}
	first := fmt.Sprintf("%s has done it with token %d, as %q", before.worker.name, before.token, before.request)
	switch {
	case before.token == now.token && before.request != now.request:
		return first + fmt.Sprintf(". No answer does not mean that nothing has happened, and as %q the storage can't know it again", now.request)
	case w.claimed != now.token:
		return first + fmt.Sprintf(". %s has not claimed with %d, so it can't know what had been done when its grant began", w.name, now.token)
	case slices.Contains(w.read, job):
		return first + fmt.Sprintf(", and it was recorded as done when %s claimed", w.name)
	case slices.Contains(w.storage.done, job):
		return first
	default:
		return first + ", and nothing recorded it: the amount and the record are two steps, and the worker between them has lost the lease"
	}
}

// goHome is called when Run has returned.
func (w *worker) goHome() {
	w.home = true
	w.lease.release(w)
	for _, job := range w.jobs {
		_, done := w.effects[job.Name]
		recorded := slices.Contains(w.storage.done, job.Name)
		switch left := fmt.Sprintf("%s's Run returns, and job %s ", w.name, job.Name); {
		case done && recorded:
		case done:
			w.wrong("%sis done, but not recorded: the next one to come will do it again", left)
		case recorded:
			w.wrong("%sis recorded as done, and its amount has never been added: the record must not be there before the amount is", left)
		case w.confused != "":
			w.wrong("%sis not done: %s has asked for two different changes as %q, and the second was taken for the first, come again. "+
				"An id belongs to one change: the same at every try, and another for every job", left, w.name, w.confused)
		case w.refused != 0:
			w.wrong("%sis not done: %s was refused with token %d; it stops, and then it starts over as a newcomer", left, w.name, w.refused)
		case len(w.before.Done) > 0:
			w.wrong("%sis not done, although State.Done does not name it. %s", left, byName)
		case w.silence:
			w.wrong("%sis not done: no answer does not mean that it has been carried out", left)
		default:
			w.wrong("%sis not done: a worker that does nothing is safe, and no use", left)
		}
	}
}

// check looks at the world when nobody goes on.
func (w *world) check() error {
	if w.fault != nil {
		return w.fault
	}
	total := w.before.Total
	for _, job := range w.jobs {
		if !slices.Contains(w.before.Done, job.Name) {
			total += job.Amount
		}
	}
	if w.storage.total != total {
		return fmt.Errorf("the total is %d, and should be %d", w.storage.total, total)
	}
	for _, worker := range w.crew {
		if !worker.home {
			return fmt.Errorf("%s waits for ever", worker.name)
		}
	}
	return nil
}
