package schedule

import (
	"fmt"
	"strings"
)

// A Report is what [Explore] has found.
type Report struct {
	Schedules  int  // how many schedules were run
	Violations int  // how many of them violate the invariant
	Waiting    int  // how many end with a process waiting for ever, if that is allowed
	Complete   bool // whether these are all the schedules there are

	// Findings says what went wrong, once for each way to go wrong.
	// A violated invariant comes first.
	Findings []Finding

	bounded         bool // the search stopped at MaxSchedules
	cutOff          int  // schedules that were left at MaxSteps
	maxSteps        int
	allowIncomplete bool
}

// A Finding is one way in which schedules go wrong: they violate the
// invariant, or they panic, and so on.
type Finding struct {
	Schedules int   // how many schedules go wrong in this way
	Story     Story // the shortest of them
	Err       error // what goes wrong in it

	kind kind
}

func (s *search) report() *Report {
	r := &Report{
		Schedules:       s.schedules,
		Waiting:         s.waiting,
		Complete:        s.complete,
		bounded:         s.bounded,
		cutOff:          s.cutOff,
		maxSteps:        s.engine.settings.maxSteps,
		allowIncomplete: s.engine.settings.allowIncomplete,
	}
	for kind := range kinds {
		c := s.found[kind]
		if c == nil {
			continue
		}
		r.Findings = append(r.Findings, Finding{c.count, s.tell(c), c.failure.err, kind})
		if kind == violation {
			r.Violations = c.count
		}
	}
	return r
}

// String returns the whole report: the numbers in one line, and then for each
// finding its shortest schedule and how that ends.
func (r *Report) String() string {
	var text strings.Builder
	text.WriteString(r.summary())
	for _, f := range r.Findings {
		text.WriteString("\n\n")
		text.WriteString(f.String())
	}
	return text.String()
}

// String returns the shortest schedule of the finding and how it ends.
func (f Finding) String() string {
	which := "The one that " + phrases[f.kind][0]
	if f.Schedules > 1 {
		which = fmt.Sprintf("The shortest of the %d that %s", f.Schedules, phrases[f.kind][1])
	}
	story := f.Story.String()
	if story == "" {
		story = "(before the first step)"
	}
	return fmt.Sprintf("%s:\n%s\n=> %v", which, story, f.Err)
}

func (r *Report) summary() string {
	var text string
	switch {
	case r.Complete:
		text = counted(r.Schedules, "schedule, which is all there is", "schedules, which are all there are")
	case r.bounded:
		text = "stopped after " + counted(r.Schedules, "schedule", "schedules") + " (MaxSchedules), NOT complete"
	default:
		text = counted(r.Schedules, "schedule", "schedules") + ", NOT all there are"
	}
	var counts []string
	for _, f := range r.Findings {
		counts = append(counts, counted(f.Schedules, phrases[f.kind][0], phrases[f.kind][1]))
	}
	if len(counts) == 0 {
		counts = append(counts, "none goes wrong")
	}
	if r.Waiting > 0 {
		counts = append(counts, counted(r.Waiting, "ends", "end")+" with a process waiting for ever")
	}
	if r.cutOff > 0 {
		counts = append(counts, fmt.Sprintf("%d left unchecked after %d steps (MaxSteps)", r.cutOff, r.maxSteps))
	}
	return text + ": " + strings.Join(counts, ", ")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// Err returns nil if nothing went wrong and every schedule was run, else an
// error with the text of the whole report. A search that stopped at a bound is
// an error too, unless [AllowIncomplete] was given: what has not been run has
// not been shown. In a test:
//
//	if err := report.Err(); err != nil {
//		t.Fatal(err)
//	}
//
// [errors.Is] and [errors.As] find the errors of the findings in it.
func (r *Report) Err() error {
	if len(r.Findings) == 0 && (r.Complete || r.allowIncomplete) {
		return nil
	}
	return reportError{r}
}

type reportError struct{ *Report }

func (e reportError) Error() string { return e.String() }

func (e reportError) Unwrap() []error {
	var errs []error
	for _, f := range e.Findings {
		errs = append(errs, f.Err)
	}
	return errs
}
