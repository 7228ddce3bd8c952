package atomic_test

import (
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

// An action is one call of a sequence. The tokens are numbered, by their age.
type action struct {
	method string
	token  int
}

const writeNothing = `Write ""`

var scripts = [][]action{
	{{"Write", 1}, {"Write", 1}, {"Claim", 1}, {"Write", 0}, {"Claim", 0}, {"Claim", 2}, {"Write", 1}, {"Claim", 1}, {"Write", 2}, {"Claim", 2}},
	{{"Claim", 1}, {"Write", 0}, {writeNothing, 0}, {"Claim", 1}, {writeNothing, 1}, {"Claim", 1}, {"Write", 0}, {writeNothing, 2}, {writeNothing, 1}, {"Claim", 2}, {"Write", 2}, {"Write", 1}},
}

// callsInSequence returns a story if something goes wrong, else "". The disk is
// new, or in use already; and there is one storage on it for all calls, or a
// new one for each, as after a restart.
func callsInSequence() string {
	for _, restart := range []bool{false, true} {
		for _, tokens := range tokens {
			for _, disk := range []memoryDisk{{}, {tokens[1], "data from before"}} {
				for _, script := range scripts {
					if text := perform(script, tokens, disk, restart); text != "" {
						return text
					}
				}
			}
		}
	}
	return ""
}

func perform(script []action, tokens []chapter.Token, disk memoryDisk, restart bool) string {
	var lines strings.Builder
	if disk.mark == 0 {
		lines.WriteString("The disk is new. These calls come one after the other:\n")
	} else {
		fmt.Fprintf(&lines, "The disk was used before: it holds mark %d and data %q. New gets it, and these calls come one after the other:\n", disk.mark, disk.data)
	}
	model, lock := disk, &lonelyLock{}
	storage := atomic.New(&disk, lock)
	for i, a := range script {
		if restart && i > 0 {
			lines.WriteString("New, with the same disk: the program was restarted\n")
			storage = atomic.New(&disk, lock)
		}
		token, outcome, text := tokens[a.token], "", ""
		if disk != model || lock.locked {
			text = "New has changed the disk, or left the lock locked."
		} else {
			outcome, text = judge(storage, a.method, token, &model)
			fmt.Fprintf(&lines, "%s with token %d → %s\n", a.method, token, outcome)
		}
		switch {
		case text != "":
		case lock.locked:
			text = "The call has returned and left the lock locked: the next caller will wait for ever. How does a call end that is refused?"
		case disk != model:
			text = fmt.Sprintf("Now the disk should hold mark %d and data %q, and holds mark %d and data %q.",
				model.mark, model.data, disk.mark, disk.data)
		}
		if text != "" {
			return lines.String() + "=> " + text
		}
	}
	return ""
}
