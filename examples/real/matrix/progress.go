package main

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A progress is shown on a terminal, in one line; elsewhere it says nothing.
type progress struct {
	w        io.Writer
	terminal bool
}

// show shows how many are done, until stop is called.
func (p progress) show(done *atomic.Int64, all int) (stop func()) {
	if !p.terminal {
		return func() {}
	}
	began, ended := time.Now(), make(chan struct{})
	var ticker sync.WaitGroup
	ticker.Go(func() {
		ticks := time.NewTicker(100 * time.Millisecond)
		defer ticks.Stop()
		for {
			fmt.Fprintf(p.w, "\r%d of %d cells, %.1f s ", done.Load(), all, time.Since(began).Seconds())
			select {
			case <-ended:
				fmt.Fprint(p.w, "\r\x1b[K") // the line is cleared
				return
			case <-ticks.C:
			}
		}
	})
	return func() { close(ended); ticker.Wait() }
}
