package renewal_test

import (
	"errors"
	"fmt"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	renewal "example.com/fencing/exercises/04_renewal"
)

// The heartbeat is tried with the lock service of the text, which makes no
// mistake, once as it is and once with renewals that draw a new token. It can be
// paused anywhere, for longer than the lease.
func TestHeartbeat(t *testing.T) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"leaves the waiting to wait", doesNotSleep},
		{"stops when the lease is lost", func(t *testing.T) { heartbeat(t) }},
		{"follows a new token", func(t *testing.T) { heartbeat(t, chapter.RenewalDrawsToken()) }},
		{"beats as long as its holder works", beatsForLong},
		{"stops whatever the error is", anyError},
	} {
		if !t.Run(test.name, test.run) {
			return
		}
	}
}

func heartbeat(t *testing.T, options ...chapter.Option) {
	t.Helper()
	report := schedule.Explore(func(run *schedule.Run) {
		b := &beats{}
		locks := chapter.NewLockService(b.clock.Now, ttl, append(options, chapter.FirstToken(33))...)
		b.locks = locks
		b.lease, _ = locks.Acquire("client1")
		run.Go("heartbeat", func(p *schedule.Process) {
			b.p = p
			err := renewal.Heartbeat(b.lease, b, b.wait)
			b.judge(err)
		})
		run.Go("client2", func(p *schedule.Process) {
			p.Await("acquire", func() bool { return b.fine() && locks.Free() })
			lease, _ := locks.Acquire("client2")
			p.Logf("%v", lease)
		})
		run.Go("clock", func(p *schedule.Process) {
			for range 4 {
				p.Await("tick", b.fine)
				b.clock.Advance(tick)
				p.Logf("%v", clockTime(b.clock.Now()))
			}
		})
		run.Check(func() error { return b.wrong })
	}, schedule.AllowWaiting())
	mustBeFine(t, report)
	t.Logf("fine in all %d orders", report.Schedules)
}

const work = 3 // beats, then it is done

// beats is the world as the heartbeat sees it.
type beats struct {
	clock  chapter.Clock
	locks  renewal.Renewer
	p      *schedule.Process
	lease  chapter.Lease // as of the last renewal
	lost   error         // of the renewal that failed
	waited int
	due    bool // waited, and not renewed since
	idle   bool // renewed, and not waited since
	done   bool // the holder has finished
	wrong  error
}

func (b *beats) fine() bool { return b.wrong == nil }

// note ends the world with what is wrong.
func (b *beats) note(format string, args ...any) { b.wrong = fmt.Errorf(format, args...) }

// fail notes what is wrong, and lets the heartbeat go no further.
func (b *beats) fail(format string, args ...any) {
	b.note(format, args...)
	b.p.Await("stop", func() bool { return false })
}

func (b *beats) wait() bool {
	switch {
	case b.lost != nil:
		b.fail("The lease is lost, and the heartbeat waits for the next beat: nobody tells the holder, which goes on working.")
	case b.done:
		b.fail("The holder has finished its work, and the heartbeat goes on.")
	case b.due:
		b.fail("A renewal is due, but the heartbeat goes on waiting instead: the lease will expire while its holder is at work.")
	}
	b.p.Await("wait", b.fine)
	b.waited++
	b.done = b.waited > work
	b.due, b.idle = !b.done, false
	if b.done {
		b.p.Logf("the holder has finished")
	} else {
		b.p.Logf("the next renewal is due")
	}
	return !b.done
}

func (b *beats) Renew(l chapter.Lease) (chapter.Lease, error) {
	switch {
	case b.lost != nil:
		b.fail("The lease is lost, and the heartbeat tries again: nobody tells the holder, which goes on working.")
	case b.done:
		b.fail("The holder has finished its work, and the heartbeat renews the lease once more.")
	case b.idle:
		b.fail("The heartbeat renews twice without waiting in between.")
	case l.Token != b.lease.Token:
		b.fail("The heartbeat renews token %d, but the last renewal has returned the lease with token %d: that is the one to renew next.", l.Token, b.lease.Token)
	}
	b.p.Await("renew", b.fine)
	b.due, b.idle = false, true
	renewed, err := b.locks.Renew(l)
	if err != nil {
		b.p.Logf("%v", err)
		b.lost = err
		return chapter.Lease{}, err
	}
	b.p.Logf("%v", renewed)
	b.lease = renewed
	return renewed, nil
}

// judge looks at what the holder is told at the end.
func (b *beats) judge(err error) {
	switch {
	case b.lost != nil && err == nil:
		b.note("The lease is lost, but Heartbeat returns nil: the holder takes it that all went well.")
	case b.lost != nil && !errors.Is(err, b.lost):
		b.note("The lease is lost, and Heartbeat returns %q: the holder cannot see why. Return the error of Renew.", err)
	case b.lost == nil && !b.done:
		b.note("Heartbeat returns while the holder is at work and its lease has not been refused: so it will expire.")
	case b.lost == nil && err != nil:
		b.note("The holder finished in time, but Heartbeat returns %q.", err)
	}
}
