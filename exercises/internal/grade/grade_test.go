package grade

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter/schedule"
)

// recorder is a test that fails without anybody else noticing.
type recorder struct {
	testing.TB
	message string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.message = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// failure returns what grading says, or "" if it is content.
func failure(grading func(t testing.TB)) string {
	r := &recorder{}
	done := make(chan bool)
	go func() {
		defer close(done)
		grading(r)
	}()
	<-done
	return r.message
}

func TestFailSaysWhereToReadOn(t *testing.T) {
	const footer = `

Read:  "Scenario 2: what does one comparison change?" in the chapter (go doc ./chapter)
Hint:  go run ./exercises hint 1`
	assert.Equal(t, footer, footerFor("01_fence"))

	t.Chdir("../../01_fence")
	assert.Equal(t, "token 33 < 34"+footer, failure(func(t testing.TB) { Fail(t, "token %d < %d\n", 33, 34) }))
}

func TestFailAnywhereElse(t *testing.T) {
	assert.Equal(t, "", footerFor("grade"))
	assert.Equal(t, "\n\nHint:  go run ./exercises hint 99", footerFor("99_not_yet_there"))
}

// explore has two processes of one step each, in both orders.
func explore(check func(order string) error, options ...schedule.Option) *schedule.Report {
	return schedule.Explore(func(run *schedule.Run) {
		order := ""
		for _, name := range []string{"client1", "client2"} {
			run.Go(name, func(p *schedule.Process) {
				p.Step("write")
				order += name
			})
		}
		run.Check(func() error { return check(order) })
	}, options...)
}

func TestReport(t *testing.T) {
	accepting := func(string) error { return nil }
	assert.Empty(t, failure(func(t testing.TB) { Report(t, explore(accepting)) }), "nothing is wrong")

	overwritten := func(order string) error {
		if order == "client2client1" {
			return errors.New("client1's data replaced client2's")
		}
		return nil
	}
	assert.Equal(t, `2 schedules, which are all there are: 1 violates the invariant

The one that violates the invariant:
1. client2: write
2. client1: write
=> client1's data replaced client2's`, failure(func(t testing.TB) { Report(t, explore(overwritten)) }))

	assert.Contains(t, failure(func(t testing.TB) { Report(t, explore(accepting, schedule.MaxSchedules(1))) }),
		"NOT complete", "what has not been run has not been shown")
}
