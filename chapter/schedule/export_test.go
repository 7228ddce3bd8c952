package schedule

import "time"

// Impatient has the watcher tick more often than once a second.
func Impatient(tick time.Duration) Option {
	return func(s *settings) { s.tick = tick }
}

// Holder returns the process that holds the mutex.
func (m *Mutex) Holder() *Process { return m.holder }
