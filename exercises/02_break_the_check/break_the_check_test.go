package break_the_check_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter/schedule"
	exercise "example.com/fencing/exercises/02_break_the_check"
	"example.com/fencing/exercises/internal/grade"
)

// A world makes the clients of one kind, afresh for each schedule.
type world func(run *schedule.Run, fenced bool) *scene

func TestRenewingJustBeforeTheWriteDoesNotHelp(t *testing.T) {
	mustBreak(t, "RenewsFirst", renewsFirst, exercise.RenewsFirst())
}

func TestAskingTheServiceTwiceDoesNotHelp(t *testing.T) {
	mustBreak(t, "AsksTwice", asksTwice, exercise.AsksTwice())
}

func TestADeadlineOnTheWriteDoesNotHelp(t *testing.T) {
	mustBreak(t, "HasDeadline", hasDeadline, exercise.HasDeadline())
}

// mustBreak performs the student's schedule and demands that the storage is
// corrupt at its end; and not, when it is performed again before a fence.
func mustBreak(t *testing.T, name string, w world, entries []string) {
	t.Helper()
	s, story, verdict := perform(w, entries, false)
	var harm *corrupted
	switch {
	case errors.As(verdict, &harm):
	case verdict != nil && len(entries) == 0:
		_, whoCanGo, _ := strings.Cut(verdict.Error(), "too early: ")
		grade.Fail(t, "%s: no schedule yet. Who goes first? %s.", name, strings.TrimSuffix(whoCanGo, " can go on"))
	case verdict != nil && len(story) == len(entries):
		grade.Fail(t, "%s: this schedule stops while there are steps to take.\n%s\n=> %v", name, told(story), verdict)
	case verdict != nil:
		grade.Fail(t, "%s: this schedule cannot happen.\n%s\n=> %v%s", name, told(story), verdict, whyWait(verdict))
	default:
		grade.Fail(t, "%s: this schedule does no harm.\n%s\n=> %s", name, told(story), s.whyHarmless(story))
	}

	fenced, story, verdict := perform(w, entries, true)
	if verdict != nil || fenced.storage.refused != 1 {
		t.Fatalf("%s: a fence ought to stop this schedule, but it ends with %v\n%v", name, verdict, story)
	}
	t.Logf("%s is broken: %v.\nAnd now the same schedule, with a fence:\n%s", name, harm, told(story))
}

// perform replays a schedule, from the first step to the last.
func perform(w world, entries []string, fenced bool) (s *scene, story schedule.Story, verdict error) {
	story, verdict = schedule.Replay(func(run *schedule.Run) { s = w(run, fenced) }, entries, schedule.AllowWaiting())
	return s, story, verdict
}

// whyHarmless says what the storage holds at the end, and what saved it.
func (s *scene) whyHarmless(story schedule.Story) string {
	if s.storage.data() == "" {
		return "The storage is empty: nobody has written to it."
	}
	text := fmt.Sprintf("The storage holds %q, as it should: the newest grant that wrote, wrote last.\n", s.storage.data())
	for _, step := range story {
		if strings.Contains(step.Outcome, "stops in time") {
			return text + fmt.Sprintf("In the step %q the client looked after its pause, and noticed. Nothing makes it look then.", step.Process+": "+step.Name)
		}
	}
	return text + "A newer grant has to write between the older one's last check and its write."
}

// whyWait explains what a process waits for when it cannot go.
func whyWait(verdict error) string {
	switch text := verdict.Error(); {
	case strings.Contains(text, `waits at "acquire"`):
		return "\n\"acquire\" waits until the lease is free. The lock service makes no mistake: it grants none before the last one is over."
	case strings.Contains(text, `waits at "arrive"`):
		return "\n\"arrive\" waits until the packet has been sent."
	}
	return ""
}

// told is the story, as far as it went.
func told(story schedule.Story) string {
	if len(story) == 0 {
		return "(nothing has happened yet)"
	}
	return story.String()
}

// TestEveryWorldCanBeBrokenAndEveryFenceHolds shows that the exercise can be
// solved: in each world some orders do harm, and with a fence none does.
func TestEveryWorldCanBeBrokenAndEveryFenceHolds(t *testing.T) {
	for _, tt := range []struct {
		name              string
		world             world
		schedules, harmed int // with a plain storage
	}{
		{"RenewsFirst", renewsFirst, 140, 14},
		{"AsksTwice", asksTwice, 34, 2},
		{"HasDeadline", hasDeadline, 20, 2},
	} {
		plain := explore(tt.world, false)
		assert.Equal(t, tt.schedules, plain.Schedules, "%s: all orders", tt.name)
		assert.Equal(t, tt.harmed, plain.Violations, "%s: orders that do harm", tt.name)
		assert.True(t, plain.Complete && len(plain.Findings) == 1, "%s: %v", tt.name, plain)
		assert.NoError(t, explore(tt.world, true).Err(), "%s, with a fence", tt.name)
	}
}

func explore(w world, fenced bool) *schedule.Report {
	return schedule.Explore(func(run *schedule.Run) { w(run, fenced) }, schedule.AllowWaiting())
}
