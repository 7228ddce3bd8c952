package etag_test

import (
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	etag "example.com/fencing/exercises/07_etag"
)

// A call is one Write or Claim under way, and the store as it sees it: each
// method is a step.
type call struct {
	*scene
	p            *schedule.Process
	client, name string // client1, Write("red", 33)
	token        chapter.Token
	claim        bool
	data         string

	steps  int
	sawPut int  // how many puts had landed in the object when it last got it
	failed int  // how often it was told 412
	landed bool // a put of its own did
	held   bool // its data was in the object
}

// maxSteps is how often one call may call the store. The longest way needs
// eight: it is put off three times by another holder. It may well do more than it must.
const maxSteps = 16

func (c *call) step(method, key string) {
	if c.steps++; c.steps > maxSteps {
		c.report(neverEnds, "%s: %s has called the store %d times, and goes on. A call that is refused comes to an end, and so does one that is accepted.",
			c.client, c.name, maxSteps)
	}
	if method += stepKey(key); c.steps == 1 {
		method = c.name + ": " + method
	}
	c.p.Await(method, c.goesOn)
}

// stepKey names the object if it is not the usual one.
func stepKey(key string) string {
	if key == theKey {
		return ""
	}
	return fmt.Sprintf(" %q", key)
}

func (c *call) Get(key string) (body, tag string) {
	c.step("Get", key)
	if key == theKey {
		c.sawPut = c.puts[key]
	}
	body, tag = c.objects.Get(key)
	c.look()
	if tag == "" {
		c.p.Logf("nothing there")
	} else {
		c.p.Logf("%q, ETag %s", body, tag)
	}
	return body, tag
}

func (c *call) PutIfMatch(key, body, tag string) error {
	c.step(fmt.Sprintf("PutIfMatch(%q, %s)", body, tag), key)
	stored, _ := c.objects.Get(key)
	return c.put(key, body, stored, ifMatch, c.objects.PutIfMatch(key, body, tag))
}

func (c *call) PutIfNoneMatch(key, body string) error {
	c.step(fmt.Sprintf("PutIfNoneMatch(%q)", body), key)
	return c.put(key, body, "", ifNoneMatch, c.objects.PutIfNoneMatch(key, body))
}

func (c *call) Put(key, body string) error {
	c.step(fmt.Sprintf("Put(%q)", body), key)
	stored, _ := c.objects.Get(key)
	return c.put(key, body, stored, unconditional, c.objects.Put(key, body))
}

type condition int

const (
	unconditional condition = iota
	ifMatch
	ifNoneMatch
)

// put is what all three kinds of put have in common, once it has landed or not.
func (c *call) put(key, body, replaced string, on condition, err error) error {
	if err != nil {
		c.failed++
		c.p.Logf("%v", err)
		return err
	}
	c.landed = true
	c.judgePut(key, replaced, on)
	c.puts[key]++
	// An object that Read takes for none, made to be replaced, shows no token.
	data, mark := etag.Read(c.objects, theKey)
	if key != theKey || data != "" || mark != 0 {
		c.shown[key] = max(c.shown[key], c.token)
	}
	c.judgeData(data)
	c.look()
	if c.losing == 0 || on == unconditional {
		c.p.Logf("landed, ETag %s", tagOf(body))
		return nil
	}
	// The library puts once more, and finds the ETag of its own first put. If
	// that put changed no byte, the ETag is the same, and all is well.
	c.losing--
	if on == ifMatch && body == replaced {
		c.p.Logf("landed, but the answer gets lost; the library puts again: landed")
		return nil
	}
	c.failed++
	c.p.Logf("landed, but the answer gets lost; the library puts again: %v", etag.ErrPreconditionFailed)
	return etag.ErrPreconditionFailed
}

// look notes whether the object is as this call wants it.
func (c *call) look() {
	data, _ := etag.Read(c.objects, theKey)
	c.held = c.held || data == c.data
}
