//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

// A console is where the story goes, from several goroutines.
type console struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	colours  bool
	details  bool
	broken   func(error) // told when nobody can read any more, as after "| head -1"
	passing  bool        // whether the last line is progress
}

func (c *console) Write(p []byte) (int, error) {
	if err := c.write(string(p), false); err != nil {
		return 0, err
	}
	return len(p), nil
}

// write writes over what was passing.
func (c *console) write(text string, passing bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.passing {
		text = "\r\x1b[K" + text
	}
	c.passing = passing
	if text == "" {
		return nil
	}
	_, err := io.WriteString(c.w, text)
	if err != nil {
		c.broken(fmt.Errorf("telling the story: %w", err))
	}
	return err
}

// progress shows how far a long run has come, to somebody who watches.
func (c *console) progress(done, all int) {
	if c.terminal {
		_ = c.write(fmt.Sprintf("%d of %d", done, all), true)
	}
}

// clear takes the progress away.
func (c *console) clear() { c.printf("") }

// The colours say nothing that the words don't.
const (
	bad   = "1;31" // bold red
	good  = "1;32" // bold green
	quiet = "2"    // dim
	title = "1"    // bold
)

func (c *console) colour(code, text string) string {
	if !c.colours {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (c *console) printf(format string, args ...any) { fmt.Fprintf(c, format, args...) }

// detail prints what only -v shows.
func (c *console) detail(format string, args ...any) {
	if c.details {
		for line := range strings.Lines(fmt.Sprintf(format, args...) + "\n") {
			c.printf("%s\n", c.colour(quiet, "  · "+strings.TrimSuffix(line, "\n")))
		}
	}
}

// style colours the lines that matter.
func (c *console) style(e timeline.Event, line string) string {
	switch {
	case e.Damage():
		return c.colour(bad, line)
	case e.Kind == timeline.Write && e.Refused():
		return c.colour(good, line)
	}
	return line
}

// narrate plays one scene for each way, and tells each while it happens.
func narrate(ctx context.Context, s settings, c *console) (status int, err error) {
	var verdicts []string
	for _, fenced := range s.ways() {
		c.printf("%s\n\n", c.colour(title, heading(s, fenced)))
		record := timeline.New(time.Now)
		printer := timeline.NewPrinter(c, lockServiceName, "client1", "client2", storageName)
		printer.Time = sinceTheFirst()
		printer.Style = c.style
		record.Watch(func(e timeline.Event) { printer.Print(inShort(e)) })
		o, err := (&scene{settings: s, fenced: fenced, record: record, detail: c.detail}).play(ctx)
		if err != nil {
			return 1, err
		}
		c.printf("\n%s\n\n", c.colour(title, fmt.Sprintf("The storage holds: %s", o.Holds)))
		code := good
		if o.Damage {
			code = bad
		}
		verdicts = append(verdicts, c.colour(code, s.verdict(fenced, o)))
		if wrong := s.wrong(fenced, o); wrong != "" {
			status = 1
			verdicts = append(verdicts, c.colour(bad, "NOT AS EXPECTED: "+wrong))
		}
	}
	c.printf("%s\n", strings.Join(verdicts, "\n"))
	return status, nil
}

func heading(s settings, fenced bool) string {
	way, trouble := "Without a fence", "client1, a process, is frozen"
	if fenced {
		way = "With a fence"
	}
	if s.scenario == delayed {
		trouble = "client1's write is held up"
	}
	return fmt.Sprintf("%s. A lease lasts %v, and %s for %v.", way, s.ttl, trouble, s.pause)
}

// inShort leaves out until when a lease is held: the row of its grant has that.
func inShort(e timeline.Event) timeline.Event {
	var held *chapter.HeldError
	if errors.As(e.Err, &held) {
		e.Err = fmt.Errorf("held by %s", held.Holder)
	}
	return e
}

// sinceTheFirst labels an instant with the seconds since the first one that it
// is asked for.
func sinceTheFirst() func(time.Time) string {
	var start time.Time
	return func(t time.Time) string {
		if start.IsZero() {
			start = t
		}
		return fmt.Sprintf("%.3fs", t.Sub(start).Seconds())
	}
}

// serve serves a handler whose requests and answers are details.
func (s *scene) serve(name string, handler http.Handler) (*service, error) {
	listener, err := listen()
	if err != nil {
		return nil, fmt.Errorf("starting the %s: %w", name, err)
	}
	service := serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &answer{ResponseWriter: w, status: http.StatusOK}
		handler.ServeHTTP(answer, r)
		s.detail("%s: %s %s -> %d %s", name, r.Method, r.URL.Path, answer.status, bytes.TrimSpace(answer.body.Bytes()))
	}))
	s.detail("%s listens on %s", name, service.URL)
	return service, nil
}

// An answer remembers what a handler has answered.
type answer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	a.body.Write(p)
	return a.ResponseWriter.Write(p)
}
