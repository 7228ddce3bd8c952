//go:build unix

package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"example.com/fencing/chapter/timeline"
)

// A tally counts the outcomes of many scenes.
type tally struct {
	runs     int
	arrived  int // late writes that reached the storage
	accepted int
	refused  int
	corrupt  int // storages that hold client1's stale data
	wrong    int // runs in which something else happened than had to
	example  string
}

func (t *tally) count(s settings, fenced bool, o outcome) {
	t.runs++
	t.arrived += o.Arrived
	if o.Refusal != "" {
		t.refused++
	} else {
		t.accepted += o.Arrived
	}
	if o.Holds == stale {
		t.corrupt++
	}
	if wrong := s.wrong(fenced, o); wrong != "" {
		t.wrong++
		t.example = wrong
	}
}

func (t tally) verdict() string {
	if t.arrived == 0 {
		return fmt.Sprintf("client1 looked after waking, %d times, and gave up.", t.runs)
	}
	return fmt.Sprintf("%d of %d late writes were accepted.", t.accepted, t.arrived)
}

// statistics counts s.runs scenes for each way.
func statistics(ctx context.Context, s settings, c *console) (status int, err error) {
	began := time.Now()
	c.printf("%-16s %7s %17s %9s %9s %17s\n", "", "runs", "late writes sent", "accepted", "refused", "storages corrupt")
	var verdicts []string
	for _, fenced := range s.ways() {
		t, err := countRuns(ctx, s, fenced, c)
		if err != nil {
			return 1, err
		}
		way := "Without a fence"
		if fenced {
			way = "With a fence"
		}
		c.printf("%-16s %7d %17d %9d %9d %17d\n", way, t.runs, t.arrived, t.accepted, t.refused, t.corrupt)
		code := good
		if t.accepted > 0 {
			code = bad
		}
		verdicts = append(verdicts, c.colour(code, fmt.Sprintf("%-16s %s", way+":", t.verdict())))
		if t.wrong > 0 {
			status = 1
			verdicts = append(verdicts, c.colour(bad, fmt.Sprintf("NOT AS EXPECTED: %d of %d runs; in one, %s", t.wrong, t.runs, t.example)))
		}
	}
	c.printf("\n")
	for _, v := range verdicts {
		c.printf("%s\n", v)
	}
	c.detail("that took %v", time.Since(began).Round(time.Millisecond))
	return status, nil
}

// countRuns plays the scenes, several at a time: most of a scene is waiting. The
// first error ends all.
func countRuns(ctx context.Context, s settings, fenced bool, c *console) (t tally, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu    sync.Mutex
		group sync.WaitGroup
	)
	todo := make(chan int)
	for range min(s.runs, 4*runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for run := range todo {
				o, err := (&scene{settings: s, fenced: fenced, record: timeline.New(time.Now), detail: func(string, ...any) {}}).play(ctx)
				if err != nil {
					cancel(err)
					continue
				}
				mu.Lock()
				t.count(s, fenced, o)
				c.progress(t.runs, s.runs)
				mu.Unlock()
				c.detail("run %d: %+v", run, o)
			}
		})
	}
	for run := range s.runs {
		select {
		case todo <- run:
		case <-ctx.Done():
		}
	}
	close(todo)
	group.Wait()
	return t, context.Cause(ctx)
}
