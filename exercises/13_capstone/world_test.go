package capstone_test

import (
	"fmt"
	"slices"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	capstone "example.com/fencing/exercises/13_capstone"
)

// A scene is what a world is built from.
type scene struct {
	jobs       []capstone.Job
	before     capstone.State // what the storage holds when the workers come
	workers    int
	first, gap chapter.Token // the first token that is granted, and from each to the next
	ticks      int           // how often a lease expires at a bad moment
	misfortune misfortune    // what else happens, once
}

// A world is one fenced storage, one lease, and some workers.
type world struct {
	scene
	lease   lease
	storage storage
	network network
	crew    []*worker
	effects map[string]effect // by job
	fault   error             // the first thing that the workers did wrong
}

func (s scene) build(run *schedule.Run) {
	w := &world{scene: s, effects: make(map[string]effect)}
	w.storage = storage{total: s.before.Total, done: slices.Clone(s.before.Done), mark: s.first - s.gap}
	for _, job := range s.before.Done {
		w.effects[job] = effect{token: w.storage.mark}
	}
	w.lease = lease{last: s.first - s.gap, gap: s.gap, grants: make(map[chapter.Token]*worker)}
	for i := range s.workers {
		worker := &worker{world: w, name: fmt.Sprintf("worker%d", i+1)}
		w.crew = append(w.crew, worker)
		run.Go(worker.name, func(p *schedule.Process) {
			worker.process = p
			capstone.Run(worker, slices.Clone(s.jobs))
			worker.goHome()
		})
	}
	run.Go("clock", w.clock)
	if s.misfortune.strikes != nil {
		run.Go(s.misfortune.name, func(p *schedule.Process) { s.misfortune.strikes(w, p) })
	}
	run.Check(w.check)
}
