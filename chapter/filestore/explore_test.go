package filestore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"example.com/fencing/chapter"
)

// A call is one line of a script. The data is nil for a claim.
type call struct {
	method string
	key    string
	data   string
	token  chapter.Token
}

func (c call) on(s *Store) error {
	ctx := context.Background()
	switch c.method {
	case "claim":
		_, err := s.Claim(ctx, c.key, c.token)
		return err
	case "write":
		return s.Write(ctx, c.key, []byte(c.data), c.token)
	default:
		return s.Delete(ctx, c.key, c.token)
	}
}

// A state is what a store has to hold.
type state = map[string]object

// after is what the call has to do to a state, told a second time and in the
// simplest words. If the fence has to refuse it, nothing.
func (c call) after(s state) (next state, refused bool) {
	o := s[c.key]
	if c.token < o.mark {
		return s, true
	}
	o.mark = c.token
	switch c.method {
	case "write":
		o.data = []byte(c.data)
	case "delete":
		o.data = nil
	}
	next = maps.Clone(s)
	next[c.key] = o
	return next, false
}

// A world is a disk on which no process is working, and the states one of which
// the next to open it has to find.
type world struct {
	disk    *simDisk
	allowed []state
	story   string
}

func newWorld() world { return world{disk: newSimDisk(), allowed: []state{{}}} }

// run plays the script in the world and lets the event happen at an operation.
// It returns the worlds that can follow and whether the script had ended by
// then. An error is a promise that the store has broken.
func (w world) run(v variant, script []call, at int, what event) (after []world, ended bool, err error) {
	d := w.disk.clone()
	d.chosen, d.event = at, what
	w.disk = d
	if err := w.play(v, script); err != nil {
		return nil, false, fmt.Errorf("%s%w", w.tell(), err)
	}
	w.story = w.tell()
	if what == nothing {
		return nil, true, nil
	}
	if what != powerCut {
		after = append(after, world{disk: d.clone(), allowed: w.allowed, story: w.story})
	}
	if what != kill {
		for _, o := range d.outcomes() {
			story := w.story + "the power is off: " + cmp.Or(o.story, "nothing else is lost") + ";\n"
			after = append(after, world{disk: o.disk, allowed: w.allowed, story: story})
		}
	}
	return after, d.ops < at, nil
}

func (w *world) tell() string {
	if w.disk.happened == "" {
		return w.story
	}
	return fmt.Sprintf("%s%v operation %d, %s;\n", w.story, w.disk.event, w.disk.chosen, w.disk.happened)
}

// play runs the script up to its end, or the end of the process, or the first
// error of the disk, and keeps allowed up to date on the way.
func (w *world) play(v variant, script []call) (err error) {
	defer func() {
		if r := recover(); r != nil && r != any(interrupted{}) {
			panic(r)
		}
	}()
	s, err := open(v.on(w.disk), v.newSave())
	if errors.Is(err, errSim) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the store does not open: %w", err)
	}
	if err := compare(s.objects, w.allowed); err != nil {
		return err
	}
	now := s.objects
	w.allowed = []state{now} // it has been shown to somebody, so it has to stay
	for _, c := range script {
		next, refused := c.after(now)
		w.allowed = []state{now, next}
		err := c.on(s)
		var stale *chapter.StaleTokenError
		switch {
		case errors.Is(err, errSim):
			return refuses(s, err)
		case refused && !errors.As(err, &stale) || !refused && err != nil:
			return fmt.Errorf("%v answers %v", c, err)
		}
		now, w.allowed = next, []state{next}
		if err := compare(s.objects, w.allowed); err != nil {
			return fmt.Errorf("after %v: %w", c, err)
		}
	}
	return nil
}

// refuses checks that a store whose disk has failed answers nobody any more.
func refuses(s *Store, err error) error {
	_, _, read := s.Read(context.Background(), "orders")
	for _, err := range []error{err, read, call{"claim", "orders", "", 99}.on(s)} {
		if !errors.Is(err, ErrBroken) || !errors.Is(err, errSim) {
			return fmt.Errorf("after an error the store answers %w", err)
		}
	}
	return nil
}

// compare says what is wrong with a state in the words of the chapter.
func compare(found state, allowed []state) error {
	for _, a := range allowed {
		if reflect.DeepEqual(found, a) {
			return nil
		}
	}
	acknowledged := allowed[0] // the other one is that of a call nobody confirmed
	keys := maps.Clone(acknowledged)
	maps.Copy(keys, found)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		f, a := found[key], acknowledged[key]
		if f.mark < a.mark {
			return fmt.Errorf("mark lost: %q has mark %d and data %q, after %d was acknowledged with %q", key, f.mark, f.data, a.mark, a.data)
		}
		if !reflect.DeepEqual(f, a) {
			return fmt.Errorf("neither before nor after: %q has mark %d and data %q", key, f.mark, f.data)
		}
	}
	return fmt.Errorf("neither before nor after: %v", found)
}
