// Exercises is the board: it runs the tests of the exercises and shows what is
// done, what is next, and what fails and why.
//
//	go run ./exercises             the board
//	go run ./exercises 3           exercise 3 alone, with the whole story
//	go run ./exercises hint 3      a hint; once more, and it says more
//	go run ./exercises hint        the same for the next exercise
//	go run ./exercises watch       the board, and tests whenever a file is saved
//	go run ./exercises reset 3     exercise 3 as it was handed out
//
// It keeps no score of its own: an exercise is done when its tests pass.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"example.com/fencing/exercises/internal/board"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := board.OnThisTerminal().Run(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}
