package etag_test

import (
	"crypto/md5"
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	etag "example.com/fencing/exercises/07_etag"
)

const theKey = "door"

// A world says who takes part: client1, which held the lease under the lower
// token, and client2, which holds it now.
type world struct {
	tokens [2]chapter.Token
	held   string      // what client1 has written long ago, "" if nothing
	claim  bool        // client2 claims before it writes
	writes [2][]string // what each of them writes
	lost   int         // how many answers to a put get lost
}

// A scene is a world in one order of events.
type scene struct {
	objects memory
	puts    map[string]int           // how many have landed, by key
	shown   map[string]chapter.Token // the highest token with which a put landed, by key
	highest chapter.Token            // the highest token of a call that returned nil
	losing  int                      // how many of the next answers get lost
	data    string                   // what Read found after the latest put

	found mistake // the first one; the order ends with it
	err   error
}

func (w world) build(run *schedule.Run) *scene {
	s := &scene{objects: memory{}, puts: map[string]int{}, shown: map[string]chapter.Token{}}
	if w.held != "" && etag.Write(s.objects, theKey, w.held, w.tokens[0]) == nil {
		s.highest = w.tokens[0]
	}
	s.data, _ = etag.Read(s.objects, theKey)
	for i, writes := range w.writes {
		name, token := fmt.Sprintf("client%d", i+1), w.tokens[i]
		run.Go(name, func(p *schedule.Process) {
			if w.claim && i == 1 {
				c := &call{scene: s, p: p, client: name, token: token, claim: true, name: fmt.Sprintf("Claim(%d)", token)}
				data, err := etag.Claim(c, theKey, token)
				c.judgeClaim(data, err)
			}
			for _, data := range writes {
				c := &call{scene: s, p: p, client: name, token: token, name: fmt.Sprintf("Write(%q, %d)", data, token), data: data}
				c.judgeWrite(etag.Write(c, theKey, data, token))
			}
		})
	}
	if w.lost > 0 {
		run.Go("network", func(p *schedule.Process) {
			for range w.lost {
				p.Await("loses the next answer to a put", s.goesOn)
				s.losing++
			}
		})
	}
	return s
}

// goesOn is false from the first mistake on: nobody takes another step then.
func (s *scene) goesOn() bool { return s.found == none }

// memory is the store itself.
type memory map[string]string

func (m memory) Get(key string) (body, tag string) {
	body, ok := m[key]
	if !ok {
		return "", ""
	}
	return body, tagOf(body)
}

func (m memory) PutIfMatch(key, body, tag string) error {
	if stored, ok := m[key]; !ok || tagOf(stored) != tag {
		return etag.ErrPreconditionFailed
	}
	return m.Put(key, body)
}

func (m memory) PutIfNoneMatch(key, body string) error {
	if _, ok := m[key]; ok {
		return etag.ErrPreconditionFailed
	}
	return m.Put(key, body)
}

func (m memory) Put(key, body string) error {
	m[key] = body
	return nil
}

// tagOf is what S3 does, for short.
func tagOf(body string) string { return fmt.Sprintf("%x", md5.Sum([]byte(body)))[:8] }
