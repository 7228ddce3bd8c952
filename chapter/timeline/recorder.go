package timeline

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/fencing/chapter"
)

// A Recorder keeps what happens, in the order in which it happens, and works out
// what follows from it: which leases have run out, and which writes came too
// late. Its methods may be called from many goroutines.
type Recorder struct {
	now func() time.Time

	mu     sync.Mutex
	events []Event
	watch  func(Event)

	leases  []Event                  // the latest Grant or Renew of each lease that is not over
	latest  map[string]chapter.Token // by client: the token of its latest grant
	back    map[string]chapter.Token // by client: the highest token that it has given back
	landed  map[string]chapter.Token // by storage: the highest of an accepted write or claim
	read    map[string]chapter.Token // by storage: the highest whose holder has read
	sent    map[int]Event            // by packet
	packets int                      // the highest number of one
}

// New returns an empty recorder. It dates events on the clock now, for example
// [time.Now] or the Now of a [chapter.Clock], and panics if there is none.
func New(now func() time.Time) *Recorder {
	if now == nil {
		panic("timeline: New needs a clock, for example time.Now")
	}
	return &Recorder{
		now:    now,
		latest: make(map[string]chapter.Token),
		back:   make(map[string]chapter.Token),
		landed: make(map[string]chapter.Token),
		read:   make(map[string]chapter.Token),
		sent:   make(map[int]Event),
	}
}

// Add records an event. This is the way in for everything that is not one of
// chapter's own types: a process, a database. A zero At means now, and a message
// without Token gets that of the sender's latest grant (see [Event].Bare). What
// an Event says of itself as derived is worked out here, whatever was given.
//
// The tokens that a storage sees are compared as if one lock service had granted
// them. For a client with leases of several, give a message without a token the
// one it acts on, and set Bare.
//
// If leases have run out by then that were neither renewed nor released, an
// Expire for each comes first, dated when it happened.
func (r *Recorder) Add(e Event) {
	r.do(func() Event { return e })
}

// do records the event that action returns, and lets nothing else happen between
// the two. It returns the event as it was recorded.
func (r *Recorder) do(action func() Event) Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := action()
	if e.At.IsZero() {
		e.At = r.now()
	}
	ended, rest := r.ended(e.At)
	r.leases = rest
	for _, over := range ended {
		r.append(over)
	}
	e = r.derive(e)
	r.append(e)
	return e
}

func (r *Recorder) append(e Event) {
	r.events = append(r.events, e)
	if r.watch != nil {
		r.watch(e)
	}
}

// ended returns the ends of the leases that are over at now, the earliest first,
// and the leases that are not.
func (r *Recorder) ended(now time.Time) (ended, rest []Event) {
	over := func(lease Event) bool { return !lease.Until.IsZero() && !now.Before(lease.Until) }
	if !slices.ContainsFunc(r.leases, over) {
		return nil, r.leases
	}
	for _, lease := range r.leases {
		if !over(lease) {
			rest = append(rest, lease)
			continue
		}
		ended = append(ended, Event{At: lease.Until, Kind: Expire, Actor: lease.Actor, Peer: lease.Peer, Token: lease.Token, Until: lease.Until})
	}
	slices.SortStableFunc(ended, func(a, b Event) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Token, b.Token))
	})
	return ended, rest
}

// derive fills in what follows from earlier events, and remembers what later ones
// need.
func (r *Recorder) derive(e Event) Event {
	e.After, e.AfterRead = 0, 0
	switch e.Kind {
	case Grant, Renew:
		if !e.Refused() {
			if e.Kind == Renew {
				r.forget(e, func(Event) bool { return true })
			}
			r.leases = append(r.leases, e)
			r.latest[e.Actor] = e.Token
		}
	case Release, Expire:
		if !e.Refused() {
			r.forget(e, func(l Event) bool { return l.Token == e.Token })
			if e.Kind == Release {
				r.back[e.Actor] = max(r.back[e.Actor], e.Token)
			}
		}
	case Send:
		if e.Packet == 0 {
			e.Packet = r.packets + 1
		}
		e = knowToken(e, r.latest[e.Actor])
		r.packets = max(r.packets, e.Packet)
		r.sent[e.Packet] = e
	case Write:
		token := r.latest[e.Actor]
		if sent, ok := r.sent[e.Packet]; ok {
			token = sent.Token
		}
		e = knowToken(e, token)
	case Read:
		e = knowToken(e, r.latest[e.Actor])
	}
	switch e.Kind {
	case Write, Claim, Read:
		e.After, e.AfterRead = r.landed[e.Peer], r.read[e.Peer]
		switch {
		case e.Refused():
		case e.Kind == Read && e.Bare && e.Token <= r.back[e.Actor]: // nobody's holder any more
		case e.Kind == Read:
			r.read[e.Peer] = max(r.read[e.Peer], e.Token)
		default:
			r.landed[e.Peer] = max(r.landed[e.Peer], e.Token)
		}
	}
	return e
}

// knowToken completes a message that carries no token.
func knowToken(e Event, token chapter.Token) Event {
	if e.Token == 0 {
		e.Token, e.Bare = token, true
	}
	return e
}

// forget drops the leases of e's holder at e's lock service that are meant.
func (r *Recorder) forget(e Event, meant func(Event) bool) {
	r.leases = slices.DeleteFunc(r.leases, func(l Event) bool {
		return l.Actor == e.Actor && l.Peer == e.Peer && meant(l)
	})
}

// Pause records that a client stops, and what stops it.
func (r *Recorder) Pause(client, cause string) {
	r.Add(Event{Kind: Pause, Actor: client, Cause: cause})
}

// Wake records that a client goes on.
func (r *Recorder) Wake(client string) { r.Add(Event{Kind: Wake, Actor: client}) }

// Look records that a client looks at its lease, and returns whether it is live
// at that instant.
func (r *Recorder) Look(client string, l chapter.Lease) bool {
	live := false
	r.do(func() Event {
		now := r.now()
		live = !l.Expired(now)
		return Event{At: now, Kind: Look, Actor: client, Token: l.Token, Until: l.Expires}
	})
	return live
}

// Believes records that a client acts on a lease without looking at it.
func (r *Recorder) Believes(client string, l chapter.Lease) {
	r.Add(Event{Kind: Believe, Actor: client, Token: l.Token, Until: l.Expires})
}

// Watch has each further event handed to f as it happens, one at a time. f must
// not call the recorder.
func (r *Recorder) Watch(f func(Event)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watch = f
}

// Events returns what has happened so far. It ends with the leases that have run
// out since the last event.
func (r *Recorder) Events() []Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	ended, _ := r.ended(r.now())
	return slices.Concat(r.events, ended)
}

// String returns the drawing that a [Printer] makes of the events.
func (r *Recorder) String() string {
	var text strings.Builder
	events := r.Events()
	printer := NewPrinter(&text, actors(events)...)
	for _, e := range events {
		printer.Print(e)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// SVG draws the events as a [Figure] with times to the second.
func (r *Recorder) SVG(w io.Writer, title string) error {
	return Figure{Title: title}.Draw(w, r.Events())
}

// actors returns who has a lane, in the order of the lanes: lock services,
// clients, storages, each in the order of appearance.
func actors(events []Event) []string {
	var services, clients, storages []string
	for _, e := range events {
		clients = append(clients, e.Actor)
		switch {
		case e.Peer == "":
		case e.Kind == Grant || e.Kind == Renew || e.Kind == Release || e.Kind == Expire:
			services = append(services, e.Peer)
		default:
			storages = append(storages, e.Peer)
		}
	}
	var lanes []string
	for _, name := range slices.Concat(services, clients, storages) {
		if !slices.Contains(lanes, name) {
			lanes = append(lanes, name)
		}
	}
	return lanes
}
