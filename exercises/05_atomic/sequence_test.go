package atomic_test

import (
	"errors"
	"fmt"
	"strings"

	"example.com/fencing/chapter"
	atomic "example.com/fencing/exercises/05_atomic"
)

// A memoryDisk is a disk without steps.
type memoryDisk struct {
	mark chapter.Token
	data string
}

func (d *memoryDisk) ReadMark() chapter.Token      { return d.mark }
func (d *memoryDisk) WriteMark(mark chapter.Token) { d.mark = mark }
func (d *memoryDisk) ReadData() string             { return d.data }
func (d *memoryDisk) WriteData(data string)        { d.data = data }

func dataOf(token chapter.Token) string { return fmt.Sprintf("data of %d", token) }

// A lonelyLock is for a single caller: whoever would wait, would wait for ever.
type lonelyLock struct{ locked bool }

type misuse string

func (l *lonelyLock) Lock() {
	if l.locked {
		panic(misuse("It locks the lock while it holds it already, and would wait for itself for ever."))
	}
	l.locked = true
}

func (l *lonelyLock) Unlock() {
	if !l.locked {
		panic(misuse("It unlocks the lock, which is not locked."))
	}
	l.locked = false
}

// callsInSequence returns a story if something goes wrong, else "".
func callsInSequence() string {
	for _, tokens := range tokens {
		disk, lock := &memoryDisk{}, &lonelyLock{}
		storage := atomic.New(disk, lock)
		var lines strings.Builder
		model := memoryDisk{}
		for _, call := range []struct {
			method string
			token  chapter.Token
		}{
			{"Write", tokens[1]}, {"Write", tokens[1]}, {"Claim", tokens[1]}, {"Write", tokens[0]}, {"Claim", tokens[0]},
			{"Claim", tokens[2]}, {"Write", tokens[1]}, {"Claim", tokens[1]}, {"Write", tokens[2]},
		} {
			outcome, text := judge(storage, call.method, call.token, &model)
			fmt.Fprintf(&lines, "%s with token %d → %s\n", call.method, call.token, outcome)
			switch {
			case text != "":
			case lock.locked:
				text = "The call has returned and left the lock locked: the next caller will wait for ever. How does a call end that is refused?"
			case *disk != model:
				text = fmt.Sprintf("Now the disk should hold mark %d and data %q, and holds mark %d and data %q.",
					model.mark, model.data, disk.mark, disk.data)
			}
			if text != "" {
				return "These calls come one after the other:\n" + lines.String() + "=> " + text
			}
		}
	}
	return ""
}

// judge makes one call, and says what is wrong with its outcome.
func judge(storage *atomic.Storage, method string, token chapter.Token, model *memoryDisk) (outcome, text string) {
	defer func() {
		if wrong, ok := recover().(misuse); ok {
			outcome, text = "does not return", string(wrong)
		}
	}()
	var err error
	if method == "Write" {
		err = storage.Write(dataOf(token), token)
	} else {
		var data string
		if data, err = storage.Claim(token); err == nil && data != model.data {
			text = fmt.Sprintf("The claim must return the data, %q. It returned %q.", model.data, data)
		}
	}
	if token < model.mark {
		if text = wrongRefusal(err, token, model.mark); err == nil {
			return "accepted", text
		}
		return "refused: " + err.Error(), text
	}
	if err != nil {
		return "refused: " + err.Error(), "No later grant has been seen, so this is the rightful holder: a storage that refuses it protects nothing."
	}
	model.mark = token
	if method == "Write" {
		model.data = dataOf(token)
	}
	return "accepted", text
}

func wrongRefusal(err error, token, mark chapter.Token) string {
	var stale *chapter.StaleTokenError
	switch {
	case err == nil:
		return fmt.Sprintf("%d is lower than the mark, %d, and must be refused.", token, mark)
	case !errors.As(err, &stale) || stale.Token != token || stale.Highest != mark:
		return fmt.Sprintf("The refusal must be a *chapter.StaleTokenError with Token %d and Highest %d.", token, mark)
	}
	return ""
}
