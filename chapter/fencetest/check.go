package fencetest

// A check is one row of a suite's table: a claim about the system, and the
// scene that shows whether it holds.
type check[S scene] struct {
	name    string
	claim   string
	section string // of the chapter, or interfaceItself
	needs   []need[S]
	run     func(S)
}

// A need says why a check can't be run on a system that has declared a limit,
// and is silent if it can.
type need[S scene] func(S) (missing string)

// A scene is a system under test, where each story has names of its own.
type scene interface{ names() (prefix string) }

// The sections that failures send the reader to.
const (
	chapterPath    = "example.com/fencing/chapter"
	sectionNeeds   = "What does fencing need?"
	sectionLimit   = "What does fencing not do?"
	sectionRenewal = "What about renewal?"
	sectionLease   = "What does a lease promise?"

	// interfaceItself stands for a promise that is no matter of fencing, and
	// that only the interface's own comment makes.
	interfaceItself = ""
)

// results are the checks played so far: nil for one that holds.
type results map[string]*verdict

// elsewhere returns the check whose fault v tells: one that v rests on and that
// fails as well. One fault then has one story, and not one for each check that
// comes across it. A check that has not been played yet is played now.
func elsewhere[S scene](v *verdict, played results, checks []check[S], open func() (S, error)) (see string) {
	for _, see := range v.see {
		if see == v.check {
			return ""
		}
		if _, known := played[see]; !known {
			play(see, played, checks, open)
		}
		if played[see] != nil {
			return see
		}
	}
	return ""
}

func play[S scene](name string, played results, checks []check[S], open func() (S, error)) {
	for _, c := range checks {
		if c.name != name {
			continue
		}
		if s, err := open(); err == nil && c.missing(s) == "" {
			played[name] = c.examine(s)
		}
	}
}

// missing returns why the check does not apply to the scene.
func (c check[S]) missing(s S) string {
	for _, need := range c.needs {
		if why := need(s); why != "" {
			return why
		}
	}
	return ""
}

// examine plays the check on the scene.
func (c check[S]) examine(s S) (failed *verdict) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			if p.claim == "" {
				p.claim = c.claim
			}
			failed = &verdict{check: c.name, section: c.section, failure: p}
		default:
			panic(p) // a fault of the suite's own
		}
	}()
	c.run(s)
	return nil
}
