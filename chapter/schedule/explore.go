package schedule

// Explore runs every schedule of a world: every order in which the steps of
// its processes can follow each other.
//
// It calls world once per schedule. World builds everything afresh, adds its
// processes with [Run.Go] and sets its invariant with [Run.Check]. It may
// depend on nothing but itself: built again, and run in the same order, it has
// to do the same again. When other steps follow, Explore notices.
//
// Explore returns when all schedules have been run or a bound was reached; see
// [Report] for what it tells. Failures of the code under test, panics and
// calls of t.FailNow included, end up in the report. Explore itself panics only if
// world is nil. The same world gives the same report each time.
//
// World is run in another goroutine than the one that called Explore, and
// several calls of Explore may run at the same time.
func Explore(world func(run *Run), options ...Option) *Report {
	if world == nil {
		panic("schedule: Explore needs a world")
	}
	s := &search{engine: newEngine(world, newSettings(options))}
	if stopped, path := s.engine.supervise(s.run); stopped.happened() {
		s.schedules++
		s.note(stopped, path)
	}
	return s.report()
}
