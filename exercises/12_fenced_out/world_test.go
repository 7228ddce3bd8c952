package fenced_out_test

import (
	"fmt"
	"slices"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	fenced_out "example.com/fencing/exercises/12_fenced_out"
)

// A scene is what a world is built from.
type scene struct {
	notes  [][]string    // of each worker
	first  chapter.Token // the first token that is granted
	gap    chapter.Token // from each token to the next
	ticks  int           // how often a lease expires at a bad moment
	lost   int           // which of worker1's requests gets lost; 0 for none
	losses int           // how many in a row, from that one on
	rivals int           // how often somebody else comes just before a request of worker1
}

// A world is one fenced storage, one lease, and some workers.
type world struct {
	scene
	lease   lease
	mark    chapter.Token
	list    []string
	workers []*worker
	fault   error // the first thing that went wrong
}

// A worker is the world as one worker sees it. Each call is a step.
type worker struct {
	*world
	name    string
	process *schedule.Process
	notes   []string

	acknowledged []string
	requests     int           // to the storage, so far
	unheard      int           // how many of them got lost
	token        chapter.Token // of its latest grant
	over         bool          // it has been told that this grant is over
	claimed      chapter.Token // by the latest claim that went well
	refused      chapter.Token // the latest token that the storage has called stale
	waits, home  bool
}

func (s scene) build(run *schedule.Run) {
	w := &world{scene: s, lease: lease{last: s.first - s.gap, gap: s.gap, grants: make(map[chapter.Token]*worker)}}
	for i, notes := range s.notes {
		worker := &worker{world: w, name: fmt.Sprintf("worker%d", i+1), notes: notes}
		w.workers = append(w.workers, worker)
		run.Go(worker.name, func(p *schedule.Process) {
			worker.process = p
			fenced_out.Work(worker, slices.Clone(notes))
			worker.goHome()
		})
	}
	run.Go("clock", w.clock)
	run.Check(w.check)
}

// step lets the worker wait for its turn. Once something is wrong nobody goes
// on, so that the story ends where it went wrong.
func (w *worker) step(name string, possible func() bool) {
	w.process.Await(name, func() bool { return w.fault == nil && (possible == nil || possible()) })
}

// wrong ends the world: nobody takes a further step.
func (w *world) wrong(format string, args ...any) {
	if w.fault == nil {
		w.fault = fmt.Errorf(format, args...)
	}
}

func (w *worker) Acquire() chapter.Token {
	w.judgeAcquire()
	w.waits = true
	w.step("acquires the lease", w.lease.free)
	w.waits = false
	w.token, w.over = w.lease.grant(w), false
	w.process.Logf("token %d", w.token)
	return w.token
}

func (w *worker) Mark() chapter.Token {
	w.step("looks at the mark", nil)
	w.over = w.over || w.mark > w.token
	w.process.Logf("%d", w.mark)
	return w.mark
}

func (w *worker) Claim(token chapter.Token) ([]string, error) {
	w.step(fmt.Sprintf("claims with %d", token), nil)
	if err := w.admit("claims", token); err != nil {
		return nil, err
	}
	w.claimed = token
	w.process.Logf("%v", w.list)
	return slices.Clone(w.list), nil
}

func (w *worker) Write(list []string, token chapter.Token) error {
	list = slices.Clone(list)
	w.step(fmt.Sprintf("writes %v with %d", list, token), nil)
	if err := w.admit("writes", token); err != nil {
		return err
	}
	w.process.Logf("accepted")
	w.judge(list, token)
	w.list = list
	return nil
}

// admit is the way of a request to the storage, and through its fence.
func (w *worker) admit(does string, token chapter.Token) error {
	w.judgeToken(does, token)
	w.requests++
	if w == w.workers[0] && w.lost <= w.requests && w.requests < w.lost+w.losses {
		w.unheard++
		w.process.Logf("lost on its way")
		return fenced_out.ErrUnreachable
	}
	if w.rivals > 0 && w == w.workers[0] && w.requests%3 != 0 { // each third gets through
		w.rivals--
		w.rival()
	}
	if token < w.mark {
		err := &chapter.StaleTokenError{Token: token, Highest: w.mark}
		w.process.Logf("refused: %v", err)
		w.refused, w.over = token, true
		return err
	}
	w.mark = token
	return nil
}

// rival is somebody else who leads for a moment, and claims.
func (w *worker) rival() {
	w.mark = w.lease.grant(&worker{world: w.world, name: "somebody else"})
	w.lease.live = false
	w.process.Logf("somebody else has led with %d", w.mark)
}
