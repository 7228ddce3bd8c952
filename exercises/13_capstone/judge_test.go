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
	if change.Add == 0 {
		return
	}
	i := slices.IndexFunc(w.jobs, func(job capstone.Job) bool { return job.Amount == change.Add })
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

// reason says why a job could be done twice.
func (w *worker) reason(job string, before, now effect) string {
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
		case w.refused != 0:
			w.wrong("%sis not done: %s was refused with token %d; it stops, and then it starts over as a newcomer", left, w.name, w.refused)
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
	total := 0
	for _, job := range w.jobs {
		total += job.Amount
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
