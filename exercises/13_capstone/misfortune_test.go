package capstone_test

import "example.com/fencing/chapter/schedule"

// A misfortune is a process that does one bad thing, at any moment.
type misfortune struct {
	name    string
	strikes func(w *world, p *schedule.Process)
}

var misfortunes = []misfortune{
	{"network", func(w *world, p *schedule.Process) {
		w.happens(p, "loses the next request")
		w.network.losesRequests = 1
	}},
	{"network", func(w *world, p *schedule.Process) {
		w.happens(p, "loses the next answer")
		w.network.losesAnswer = true
	}},
	{"network", func(w *world, p *schedule.Process) {
		w.happens(p, "holds the next request back")
		w.network.holdsRequest = true
		p.Await("delivers what it held back", func() bool { return w.fault == nil && w.network.held != nil })
		if err := w.network.held(); err != nil {
			p.Logf("refused: %v", err)
		}
	}},
	{"storage", func(w *world, p *schedule.Process) {
		w.happens(p, "restarts: what is on its way is lost")
		w.storage.starts++
	}},
	{"lock service", func(w *world, p *schedule.Process) {
		w.happens(p, "restarts: no grant until the old lease is over")
		w.lease.restart()
	}},
}

var longSilence = misfortune{"network", func(w *world, p *schedule.Process) {
	w.happens(p, "loses the next four requests")
	w.network.losesRequests = 4
}}

func (w *world) happens(p *schedule.Process, step string) {
	p.Await(step, func() bool { return w.fault == nil })
}

// A network brings requests to the storage, and answers back, unless it doesn't.
type network struct {
	losesRequests             int // that come next
	losesAnswer, holdsRequest bool

	held func() error // a request, to be carried out later
}
