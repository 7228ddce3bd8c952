package schedule

import (
	"fmt"
	"strings"
)

// Replay performs one schedule of a world and tells it. Each entry of schedule
// names the process that goes next, as "client1", or as "client1: write" to
// insist on the step as well; [Story.Schedule] returns such entries.
//
// Replay returns the story as far as it went, and the verdict: the error that
// the invariant returns, or what else went wrong, as [Explore] would report it.
// If the schedule cannot be had, or ends too early, the error says at which
// entry, and who could go there. Of the options, only [AllowWaiting] makes a
// difference.
func Replay(world func(run *Run), schedule []string, options ...Option) (Story, error) {
	if world == nil {
		panic("schedule: Replay needs a world")
	}
	settings := newSettings(options)
	settings.maxSteps = len(schedule) + 1 // never reached: the schedule is the bound
	settings.progress = nil
	e := newEngine(world, settings)
	s := script(schedule)
	var story Story
	var result failure
	stopped, path := e.supervise(func() {
		result = e.perform(&story, s.choose)
		if steps := len(story); steps < len(s) && result.kind.atEnd() {
			result = failure{impossible, fmt.Errorf("entry %d asks for %q, but the schedule is over after %d steps", steps+1, s[steps], steps)}
		}
	})
	if stopped.happened() {
		return e.plain(path), stopped.err // what is in story may still be in use
	}
	return story, result.err
}

// A script is a schedule as people write it down.
type script []string

// choose is the chooser that follows the script.
func (s script) choose(run *Run, enabled uint64) (int, error) {
	if run.steps == len(s) {
		return 0, fmt.Errorf("the schedule ends after %d steps, too early: %s can go on", run.steps, whoCanGo(run, enabled))
	}
	entry := s[run.steps]
	for i := range run.processes {
		if p := &run.processes[i]; enabled&(1<<i) != 0 && (entry == p.name || entry == p.name+": "+p.step) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("entry %d asks for %q, but %s; %s can go there", run.steps+1, entry, whyNot(run, entry), whoCanGo(run, enabled))
}

// whyNot says why an entry of a script cannot be followed.
func whyNot(run *Run, entry string) string {
	for i := range run.processes {
		p := &run.processes[i]
		switch _, isStep := strings.CutPrefix(entry, p.name+": "); {
		case entry != p.name && !isStep:
			continue
		case p.ended:
			return p.name + " has ended"
		case isStep && entry != p.name+": "+p.step:
			return fmt.Sprintf("%s is at %q", p.name, p.step)
		default:
			return fmt.Sprintf("%s waits at %q", p.name, p.step)
		}
	}
	return "there is no such process"
}

func whoCanGo(run *Run, enabled uint64) string {
	var names []string
	for i := range run.processes {
		if p := &run.processes[i]; enabled&(1<<i) != 0 {
			names = append(names, fmt.Sprintf("%s (%q)", p.name, p.step))
		}
	}
	return list(names)
}
