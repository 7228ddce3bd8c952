package atomic_test

import (
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	atomic "example.com/fencing/exercises/05_atomic"
)

// A world is one storage on one disk, and some clients whose requests it serves
// at the same time. It is also that disk, and that lock: each call is a step of
// the client on whose behalf it is made.
type world struct {
	memoryDisk
	mutex   schedule.Mutex
	clients []*client
	current *client // whose code is running
	holder  *client // who has the lock

	withoutLock error // the first call of the disk by somebody else
	overwritten error // the harm itself
	fault       error // or the first other thing that went wrong
}

type client struct {
	process *schedule.Process
	name    string
	token   chapter.Token
	refused error

	landed  bool   // some data of this client
	data    string // the last of it
	claimed bool   // and the claim was accepted
	present call
}

// A call is what the disk has seen of a client's present call.
type call struct {
	checked   bool // has read the mark
	wrote     bool
	wroteData bool
	hasRead   bool
	read      string  // by its latest ReadData
	overtaken *client // an older one, which has written data since
}

// build builds the world of a scene, and returns it.
func build(run *schedule.Run, scene scene, tokens []chapter.Token) *world {
	w := &world{}
	storage := atomic.New(w, w)
	for i, calls := range scene {
		c := &client{name: fmt.Sprintf("client%d", i+1), token: tokens[i]}
		w.clients = append(w.clients, c)
		run.Go(c.name, func(p *schedule.Process) {
			c.process, w.current = p, c
			for _, method := range calls {
				c.present = call{}
				if method == "Claim" {
					data, err := storage.Claim(c.token)
					w.judge(c, method, err)
					if err == nil {
						w.judgeClaim(c, data)
					}
					continue
				}
				data := dataOf(c.token)
				if method == writeNothing {
					data = ""
				}
				err := storage.Write(data, c.token)
				w.judge(c, method, err)
				if err == nil {
					w.judgeWrite(c, data)
				}
			}
		})
	}
	return w
}

func (w *world) wrong(format string, args ...any) {
	if w.fault == nil {
		w.fault = fmt.Errorf(format, args...)
	}
}

// step lets the current client wait for its turn. There is none yet while New
// is running.
func (w *world) step(name string) *client {
	c := w.current
	if c == nil {
		return nil
	}
	c.process.Step(name)
	w.current = c
	if w.holder != c && w.withoutLock == nil {
		w.withoutLock = fmt.Errorf("%s %s without the lock: no harm is done to the data here, but the disk is not made for two calls at the same time, and with goroutines this is a data race", c.name, name)
	}
	return c
}

func (w *world) Lock() {
	c := w.current
	if c == nil {
		return
	}
	w.mutex.Lock(c.process)
	w.current, w.holder = c, c
}

func (w *world) Unlock() {
	if w.current == nil {
		return
	}
	w.mutex.Unlock(w.current.process)
	w.holder = nil
	w.current.process.Logf("unlocks")
}

func (w *world) ReadMark() chapter.Token {
	if c := w.step("reads the mark"); c != nil {
		c.present.checked = true
		c.process.Logf("%d", w.mark)
	}
	return w.mark
}

func (w *world) WriteMark(mark chapter.Token) {
	c := w.step(fmt.Sprintf("writes mark %d", mark))
	if c == nil {
		w.mark = mark
		return
	}
	c.present.wrote = true
	if mark < w.mark {
		w.wrong("%s lowers the mark from %d to %d: it compared its token with an older one, and lets in whoever holds less than %d", c.name, w.mark, mark, w.mark)
	}
	w.mark = mark
}

func (w *world) ReadData() string {
	if c := w.step("reads the data"); c != nil {
		c.process.Logf("%q", w.data)
		c.present.hasRead, c.present.read, c.present.overtaken = true, w.data, nil
	}
	return w.data
}

func (w *world) WriteData(data string) {
	c := w.step(fmt.Sprintf("writes %q", data))
	if c == nil {
		w.data = data
		return
	}
	c.present.wrote, c.present.wroteData = true, true
	for _, newer := range w.clients {
		if newer.token <= c.token {
			continue
		}
		if newer.landed && w.overwritten == nil {
			why := "its check was true when it was made, and no longer when it wrote"
			if !c.present.checked {
				why = "it writes before it looks at the mark, and others can read that"
			}
			w.overwritten = fmt.Errorf("%s, with token %d, has overwritten what token %d wrote: %s", c.name, c.token, newer.token, why)
		}
		if newer.claimed {
			w.behindTheBackOf(newer, c)
		}
		if newer.present.hasRead {
			newer.present.overtaken = c
		}
	}
	c.landed, c.data = true, data
	w.data = data
}
