package fencetest

// A check is one row of a suite's table: a claim about the system, and the
// scene that shows whether it holds.
type check[S scene] struct {
	name    string
	claim   string
	section string // of the chapter
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
)

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
			failed = &verdict{check: c.name, claim: c.claim, section: c.section, failure: p}
		default:
			panic(p) // a fault of the suite's own
		}
	}()
	c.run(s)
	return nil
}
