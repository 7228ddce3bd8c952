package claim_test

import (
	"errors"
	"fmt"
	"slices"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	claim "example.com/fencing/exercises/08_claim"
)

// A world says who takes part.
type world struct {
	tokens []chapter.Token // of client1, client2, ...
	start  []string        // what is in the list
	items  [][]string      // what each of them appends, one call after the other
	zombie bool            // client1 claimed long ago: it reads and writes, in code that is not the student's
	faults int             // how many calls find the storage out of reach
}

// A scene is a world in one order of events.
type scene struct {
	storage storage
	failing int // how many of the next calls fail

	acknowledged []acknowledged
	dropped      map[string]string // why an item is gone
	odd          string            // the first write that was not what was read, and the item
	found        mistake           // the first one; the order ends with it
	err          error
}

type acknowledged struct{ client, item string }

func (w *world) build(run *schedule.Run) *scene {
	s := &scene{
		storage: storage{list: slices.Clone(w.start)},
		dropped: map[string]string{},
	}
	for _, item := range w.start {
		s.acknowledged = append(s.acknowledged, acknowledged{"Somebody", item})
	}
	for i, items := range w.items {
		name := fmt.Sprintf("client%d", i+1)
		if i == 0 && w.zombie {
			s.storage.mark = w.tokens[0]
			run.Go(name, s.zombie(name, w.tokens[0], items[0]))
			continue
		}
		run.Go(name, func(p *schedule.Process) {
			for _, item := range items {
				c := &call{scene: s, p: p, client: name, token: w.tokens[i], item: item}
				s.judgeReturn(c, claim.Append(c, c.token, item))
			}
		})
	}
	if w.faults > 0 {
		run.Go("network", func(p *schedule.Process) {
			for range w.faults {
				p.Await("breaks for the next call", s.goesOn)
				s.failing++
			}
		})
	}
	return s
}

// zombie is the former holder: it claimed when its lease was good.
func (s *scene) zombie(name string, token chapter.Token, item string) func(p *schedule.Process) {
	return func(p *schedule.Process) {
		c := &call{scene: s, p: p, client: name, token: token, item: item, claimed: true}
		list, _ := c.Read()
		s.judgeReturn(c, c.Write(append(list, item), token))
	}
}

// goesOn is false from the first mistake on: nobody takes another step then.
func (s *scene) goesOn() bool { return s.found == none }

// storage is the fenced list itself.
type storage struct {
	list []string
	mark chapter.Token
}

func (s *storage) admit(token chapter.Token) error {
	if token < s.mark {
		return &chapter.StaleTokenError{Token: token, Highest: s.mark}
	}
	s.mark = token
	return nil
}

// A call is one Append under way, and the storage as it sees it: each method is
// a step.
type call struct {
	*scene
	p      *schedule.Process
	client string
	token  chapter.Token
	item   string

	steps       int
	claimed     bool // and the claim was accepted
	claimFailed bool
	read        bool     // successfully
	seen        []string // by the latest read
	shown       bool     // the storage had seen the token by then
	readFirst   bool     // before it claimed
	written     bool
	failed      []error // what the fence and the broken network have said
}

var errOutOfReach = errors.New("storage out of reach")

const maxSteps = 6 // in one Append; three will do

// step announces a method; it returns an error if the call finds no storage.
func (c *call) step(method string) error {
	if c.steps++; c.steps > maxSteps {
		c.report(neverEnds, "%s has made %d calls to append one item, and goes on.", c.client, maxSteps)
	}
	c.p.Await(method, c.goesOn)
	if c.failing > 0 {
		c.failing--
		c.failed = append(c.failed, errOutOfReach)
		c.p.Logf("%v", errOutOfReach)
		return errOutOfReach
	}
	return nil
}

func (c *call) Claim(token chapter.Token) error {
	if err := c.step(fmt.Sprintf("Claim(%d)", token)); err != nil {
		c.claimFailed = true
		return err
	}
	c.judgeToken(token)
	err := c.storage.admit(token)
	if err != nil {
		c.failed = append(c.failed, err)
	} else if !c.claimed {
		c.claimed, c.readFirst = true, c.read
	}
	c.p.Logf("%v", outcome{err})
	return err
}

func (c *call) Read() ([]string, error) {
	if err := c.step("Read"); err != nil {
		return nil, err
	}
	c.read = true
	if c.claimed {
		c.readFirst = false
	}
	c.seen, c.shown = slices.Clone(c.storage.list), c.storage.mark >= c.token
	c.p.Logf("%v", c.seen)
	return slices.Clone(c.seen), nil
}

func (c *call) Write(list []string, token chapter.Token) error {
	list = slices.Clone(list)
	if err := c.step(fmt.Sprintf("Write(%v, %d)", list, token)); err != nil {
		return err
	}
	c.judgeToken(token)
	err := c.storage.admit(token)
	if err != nil {
		c.failed = append(c.failed, err)
	} else {
		c.judgeWrite(list)
		c.storage.list = list
	}
	c.p.Logf("%v", outcome{err})
	return err
}

type outcome struct{ err error }

func (o outcome) String() string {
	if o.err == nil {
		return "accepted"
	}
	return "refused: " + o.err.Error()
}
