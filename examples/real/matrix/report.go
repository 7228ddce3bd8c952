package main

import (
	"fmt"
	"slices"
	"time"

	"example.com/fencing/chapter/timeline"
	"example.com/fencing/examples/real/internal/servers"
)

// A Report is all that was found.
type Report struct {
	Cells  []Cell // by lock service, storage and scenario
	Absent []Absent
	Broken []string // systems that can't be opened or closed
	Took   time.Duration
}

// Absent is a system that is not here.
type Absent struct {
	System string `json:"system"`
	Enable string `json:"enable"` // how to have it
}

// A Cell is one lock service with one storage in one scenario.
type Cell struct {
	LockService, Storage string
	Scenario             Scenario
	MustBe               Verdict
	Seen                 Seen
	Err                  error // why it could not be tried to the end

	locks, store party
	began        time.Time
	events       []timeline.Event
}

func (c Cell) verdict() Verdict {
	if c.Err != nil {
		return Unclear
	}
	return c.Seen.verdict()
}

func (c Cell) right() bool { return c.verdict() == c.MustBe }

// problem names a cell that is not right, and says why.
func (c Cell) problem() string {
	where := fmt.Sprintf("scenario %s, %s with %s: ", c.Scenario.Name, c.LockService, c.Storage)
	if c.Err != nil {
		return where + "expected " + string(c.MustBe) + ", and it could not be tried: " + c.Err.Error()
	}
	return where + fmt.Sprintf("expected %s, found %s: %s", c.MustBe, c.verdict(), c.Seen)
}

// problems returns what makes the exit status 1.
func (r *Report) problems() []string {
	problems := slices.Clone(r.Broken)
	for _, c := range r.Cells {
		if !c.right() {
			problems = append(problems, c.problem())
		}
	}
	if len(r.Cells) == 0 {
		problems = append(problems, "there is no cell: it takes a lock service and a storage")
	}
	if len(r.Absent) > 0 && servers.Required() {
		problems = append(problems, "REQUIRE_SERVERS is set, and not all of them are here")
	}
	return problems
}

func (r *Report) lockServices() []string {
	return r.names(func(c Cell) string { return c.LockService })
}

func (r *Report) storages() []string {
	return r.names(func(c Cell) string { return c.Storage })
}

// names returns each name once, in the order in which they come.
func (r *Report) names(of func(Cell) string) []string {
	var names []string
	seen := make(map[string]bool)
	for _, c := range r.Cells {
		if name := of(c); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// cell returns the cell at that place.
func (r *Report) cell(scenario Scenario, lockService, storage string) Cell {
	for _, c := range r.Cells {
		if c.Scenario == scenario && c.LockService == lockService && c.Storage == storage {
			return c
		}
	}
	return Cell{}
}
