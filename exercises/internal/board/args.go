package board

import (
	"fmt"
	"strconv"

	"example.com/fencing/exercises/internal/exercise"
)

// A usageError is a command line that says nothing sensible.
type usageError string

func (e usageError) Error() string { return string(e) }

func misuse(format string, args ...any) error { return usageError(fmt.Sprintf(format, args...)) }

type command struct {
	verb     string            // all, one, hint, watch, reset or help
	exercise exercise.Exercise // none: hint speaks of the next
	level    int               // of the hint; 0 is the next
	yes      bool              // reset without asking
}

func (b *Board) parse(args []string) (c command, err error) {
	var words []string
	for _, arg := range args {
		switch arg {
		case "-yes", "--yes", "-y":
			c.yes = true
		case "-h", "-help", "--help":
			return command{verb: "help"}, nil
		default:
			words = append(words, arg)
		}
	}
	if len(words) == 0 {
		words = []string{"all"}
	} else if e, found := b.find(words[0]); found {
		words[0], c.exercise = "one", e
	}
	c.verb = words[0]
	rest := words[1:]
	switch c.verb {
	case "all", "one", "watch", "help":
	case "hint", "reset":
		if len(rest) == 0 && c.verb == "hint" {
			break // of the next exercise
		}
		if len(rest) == 0 {
			return c, misuse("%s: of which exercise? A number is missing", c.verb)
		}
		var found bool
		if c.exercise, found = b.find(rest[0]); !found {
			return c, b.noExercise(rest[0])
		}
		rest = rest[1:]
		if c.verb == "hint" && len(rest) > 0 {
			if c.level, err = strconv.Atoi(rest[0]); err != nil || c.level < 1 || c.level > hintLevels {
				return c, misuse("there is no hint %s: they are numbered 1 to %d", rest[0], hintLevels)
			}
			rest = rest[1:]
		}
	default:
		if _, err := strconv.Atoi(c.verb); err == nil {
			return c, b.noExercise(c.verb)
		}
		return c, misuse("there is no command %q", c.verb)
	}
	if len(rest) > 0 {
		return c, misuse("%q is one word too many", rest[0])
	}
	if c.yes && c.verb != "reset" {
		return c, misuse("-yes belongs to reset")
	}
	return c, nil
}

// find accepts 3, 03, 03_tokens and tokens.
func (b *Board) find(word string) (exercise.Exercise, bool) {
	number, err := strconv.Atoi(word)
	for _, e := range b.exercises {
		if word == e.Folder || word == e.Name || err == nil && number == e.Number {
			return e, true
		}
	}
	return exercise.Exercise{}, false
}

func (b *Board) noExercise(word string) error {
	first, last := b.exercises[0], b.exercises[len(b.exercises)-1]
	return misuse("there is no exercise %s: they are numbered %d to %d", word, first.Number, last.Number)
}
