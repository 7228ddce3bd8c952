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
		way := "without a fence"
		if fenced {
			way = "with a fence"
		}
		c.printf("%-16s %7d %17d %9d %9d %17d\n", way, t.runs, t.arrived, t.accepted, t.refused, t.corrupt)
		verdict := fmt.Sprintf("%s: all %d runs ended as they had to.", way, t.runs)
		code := good
		if t.wrong > 0 {
			status, code = 1, bad
			verdict = fmt.Sprintf("%s: %d of %d runs did not end as they had to; in one of them %s", way, t.wrong, t.runs, t.example)
		}
		verdicts = append(verdicts, c.colour(code, verdict))
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
