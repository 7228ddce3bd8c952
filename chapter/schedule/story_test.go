package schedule_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter/schedule"
)

func TestTheShortestCounterexampleHasTheFewestStepsThenTheFewestChanges(t *testing.T) {
	// "long" fails first, with four steps; the shorter way needs two.
	finding := theFinding(t, schedule.Explore(func(run *schedule.Run) {
		stopped := false
		run.Go("long", func(p *schedule.Process) {
			for range 3 {
				p.Step("go on")
				if stopped {
					return
				}
			}
		})
		run.Go("stop", func(p *schedule.Process) { p.Step("stop"); stopped = true })
		run.Check(func() error { return errors.New("always") })
	}))
	assert.Equal(t, []string{"stop: stop", "long: go on"}, finding.Story.Schedule())

	// Of the six orders the first to fail changes process three times.
	finding = theFinding(t, schedule.Explore(func(run *schedule.Run) {
		trace := ""
		for _, name := range []string{"a", "b"} {
			run.Go(name, func(p *schedule.Process) {
				p.Step("1")
				trace += name
				p.Step("2")
				trace += name
			})
		}
		run.Check(func() error {
			if trace == "aabb" || trace == "bbaa" {
				return nil
			}
			return errors.New("overlap")
		})
	}))
	assert.Equal(t, []string{"a: 1", "b: 1", "b: 2", "a: 2"}, finding.Story.Schedule())
}

func TestWhatIsLoggedStandsWithItsStep(t *testing.T) {
	story, err := schedule.Replay(func(run *schedule.Run) {
		run.Go("client1", func(p *schedule.Process) {
			p.Logf("before the first step: dropped")
			p.Step("acquire")
			p.Logf("token %d", 33)
			p.Logf("until %s", "12:00:10")
			p.Step("write")
		})
	}, []string{"client1", "client1"})
	assert.NoError(t, err)
	assert.Equal(t, "1. client1: acquire → token 33, until 12:00:10\n2. client1: write", story.String())
}

func TestAStoryOfFiftyStepsIsToldWhole(t *testing.T) {
	story := make(schedule.Story, 50)
	assert.Equal(t, 49, strings.Count(story.String(), "\n"))
	story = make(schedule.Story, 51)
	assert.Equal(t, 40, strings.Count(story.String(), "\n"))
	assert.Contains(t, story.String(), "(11 more steps)")
}

type formatted struct{ times *int }

func (f formatted) String() string { *f.times++; return "formatted" }

func TestNothingIsFormattedWhileSearching(t *testing.T) {
	times := 0
	world := func(run *schedule.Run) {
		run.Go("one", func(p *schedule.Process) { twoSteps(p); p.Logf("%v", formatted{&times}) })
		run.Go("two", twoSteps)
	}
	schedule.Explore(world)
	assert.Zero(t, times, "no schedule fails, so none is told")
	schedule.Explore(func(run *schedule.Run) {
		world(run)
		run.Check(func() error { return errors.New("always") })
	})
	assert.Equal(t, 1, times, "six schedules fail, one is told")
}
