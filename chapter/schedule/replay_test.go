package schedule_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/schedule"
)

func TestReplayTellsTheScheduleAndJudgesIt(t *testing.T) {
	plain := leases{ticks: 1}.world
	story, err := schedule.Replay(plain, []string{"client2", "clock", "client1: acquire", "client1", "client2: write"})
	assert.EqualError(t, err, "token 1 has written over token 2: stale write")
	assert.Equal(t, `1. client2: acquire → token 1
2. clock: tick
3. client1: acquire → token 2
4. client1: write
5. client2: write`, story.String())

	fenced := leases{ticks: 1, fenced: true}.world
	story, err = schedule.Replay(fenced, story.Schedule())
	assert.NoError(t, err)
	assert.Equal(t, "client2: write → refused", story[4].String())
}

func TestReplayOfEveryFindingFindsTheSame(t *testing.T) {
	report := schedule.Explore(leases{ticks: 1}.world) // waiting for ever is a deadlock here
	require.Len(t, report.Findings, 2)
	for _, finding := range report.Findings {
		story, err := schedule.Replay(leases{ticks: 1}.world, finding.Story.Schedule())
		assert.EqualError(t, err, finding.Err.Error())
		assert.Equal(t, finding.Story, story)
	}
}

func TestReplaySaysWhyAScheduleCannotBeHad(t *testing.T) {
	for _, test := range []struct {
		name     string
		schedule []string
		steps    int // that are told
		err      string
	}{
		{"nothing", nil, 0,
			`the schedule ends after 0 steps, too early: client1 ("acquire"), client2 ("acquire") and clock ("tick") can go on`},
		{"too short", []string{"client1", "clock"}, 2,
			`the schedule ends after 2 steps, too early: client1 ("check") and client2 ("acquire") can go on`},
		{"a stranger", []string{"client1", "client3"}, 1,
			`entry 2 asks for "client3", but there is no such process; client1 ("check") and clock ("tick") can go there`},
		{"waiting", []string{"client1", "client2"}, 1,
			`entry 2 asks for "client2", but client2 waits at "acquire"; client1 ("check") and clock ("tick") can go there`},
		{"ended", []string{"clock", "clock"}, 1,
			`entry 2 asks for "clock", but clock has ended; client1 ("acquire") and client2 ("acquire") can go there`},
		{"another step", []string{"client1", "client1: write"}, 1,
			`entry 2 asks for "client1: write", but client1 is at "check"; client1 ("check") and clock ("tick") can go there`},
		{"too long", []string{"clock", "client1", "client1", "client1", "clock"}, 4,
			`entry 5 asks for "clock", but the schedule is over after 4 steps`},
	} {
		t.Run(test.name, func(t *testing.T) {
			story, err := schedule.Replay(leases{ticks: 1, checks: 1}.world, test.schedule, schedule.AllowWaiting())
			assert.EqualError(t, err, test.err)
			assert.Len(t, story, test.steps)
		})
	}
}

func TestReplayTellsWhatElseGoesWrong(t *testing.T) {
	stuck := []string{"clock", "client1", "client1"}
	_, err := schedule.Replay(leases{ticks: 1}.world, stuck)
	assert.EqualError(t, err, `nobody can go on: client2 waits at "acquire"`)
	_, err = schedule.Replay(leases{ticks: 1}.world, stuck, schedule.AllowWaiting())
	assert.NoError(t, err)

	world := withTwo(twoSteps, func(p *schedule.Process) { p.Step("go wrong"); panic("wrong") })
	story, err := schedule.Replay(world, []string{"one", "two"})
	assert.ErrorContains(t, err, `two, in "go wrong", panicked: wrong`)
	assert.Len(t, story, 2)

	world = withTwo(twoSteps, func(p *schedule.Process) { p.Step("assert"); new(testing.T).FailNow() })
	story, err = schedule.Replay(world, []string{"one", "two"})
	assert.ErrorContains(t, err, `two, in "assert", called runtime.Goexit`)
	assert.Len(t, story, 2)

	_, err = schedule.Replay(func(*schedule.Run) { new(testing.T).FailNow() }, nil)
	assert.ErrorContains(t, err, "the world function called runtime.Goexit")
	assert.PanicsWithValue(t, "schedule: Replay needs a world", func() { schedule.Replay(nil, nil) })
}
