package schedule

import "fmt"

// A Mutex is a lock for code under test, where waiting for a lock is a step
// like any other. Its zero value is unlocked. It belongs to one world: make it
// in the world function.
//
// A [sync.Mutex] does not do if it is held across a Step: the process that
// waits for it would wait outside the search, which would wait with it.
type Mutex struct {
	holder *Process
}

// Lock is a step called "lock". The process can take it once the mutex is
// unlocked.
func (m *Mutex) Lock(p *Process) {
	p.Await("lock", func() bool { return m.holder == nil })
	m.holder = p
}

// Unlock belongs to the step in which it is called. It panics if p does not
// hold the mutex.
func (m *Mutex) Unlock(p *Process) {
	switch {
	case m.holder == nil:
		panic(fmt.Sprintf("schedule: %s unlocks a Mutex that is not locked", p.name))
	case m.holder != p:
		panic(fmt.Sprintf("schedule: %s unlocks a Mutex that %s holds", p.name, m.holder.name))
	}
	m.holder = nil
}
