package capstone_test

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	capstone "example.com/fencing/exercises/13_capstone"
)

// A worker is the world as one worker sees it. Each call is a step.
type worker struct {
	*world
	name        string
	process     *schedule.Process
	claimed     chapter.Token // by the latest claim that went well
	read        []string      // the jobs that were done when it last looked
	refused     chapter.Token // the latest that it was told is stale
	silence     bool          // some request of it got no answer
	confused    string        // the id that it has used for two changes
	waits, home bool
}

// step lets the worker wait for its turn. Once something is wrong nobody goes
// on, so that the story ends where it went wrong.
func (w *worker) step(name string, possible func() bool) {
	w.process.Await(name, func() bool { return w.fault == nil && (possible == nil || possible()) })
}

func (w *worker) Acquire() chapter.Token {
	w.waits = true
	w.step("acquires the lease", w.lease.free)
	w.waits = false
	token := w.lease.grant(w)
	w.process.Logf("token %d", token)
	return token
}

func (w *worker) Read() (state capstone.State, err error) {
	err = w.request("reads", func() {}, func() error {
		state = w.storage.state()
		return nil
	})
	return w.look(state, err)
}

func (w *worker) Claim(token chapter.Token) (state capstone.State, err error) {
	judge := func() { w.judgeToken("claims", token) }
	err = w.request(fmt.Sprintf("claims with %d", token), judge, func() error {
		if err := w.storage.admit(token); err != nil {
			return err
		}
		state = w.storage.state()
		return nil
	})
	if err == nil {
		w.claimed = token
	}
	return w.look(state, err)
}

func (w *worker) look(state capstone.State, err error) (capstone.State, error) {
	if err != nil {
		return capstone.State{}, err
	}
	w.read = state.Done
	w.process.Logf("total %d, done %v", state.Total, state.Done)
	return state, nil
}

func (w *worker) Apply(token chapter.Token, request string, change capstone.Change) error {
	name := fmt.Sprintf("applies %+v as %q with %d", change, request, token)
	judge := func() { w.judgeToken("applies a change", token) }
	return w.request(name, judge, func() error {
		if err := w.storage.admit(token); err != nil {
			return err
		}
		if before, ok := w.storage.requests[request]; ok {
			w.process.Logf("carried out before")
			if before != change {
				w.confused = request
			}
			return nil
		}
		w.storage.requests[request] = change
		w.storage.apply(change)
		w.process.Logf("total %d", w.storage.total)
		w.judge(effect{w, token, request}, change)
		return nil
	})
}

// request is the way of a request to the storage, which may restart before the
// request is there, and the way of the answer back.
func (w *worker) request(name string, judge func(), handle func() error) error {
	starts := w.storage.starts
	w.step(name, nil)
	judge()
	network := &w.network
	switch {
	case starts != w.storage.starts, network.losesRequests > 0:
		network.losesRequests = max(0, network.losesRequests-1)
		return w.noAnswer("the request is lost")
	case network.holdsRequest:
		network.holdsRequest, network.held = false, handle
		return w.noAnswer("the request is held back")
	}
	err := handle()
	if err != nil {
		w.process.Logf("refused: %v", err)
	}
	if network.losesAnswer {
		network.losesAnswer = false
		return w.noAnswer("it is lost")
	}
	var stale *chapter.StaleTokenError
	if errors.As(err, &stale) {
		w.refused = stale.Token // and the worker knows it
	}
	return err
}

func (w *worker) noAnswer(why string) error {
	w.silence = true
	w.process.Logf("no answer: %s", why)
	return capstone.ErrNoAnswer
}
