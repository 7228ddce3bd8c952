package lease_table_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"example.com/fencing/chapter"
	lease_table "example.com/fencing/exercises/10_lease_table"
	"example.com/fencing/exercises/internal/grade"
)

// What the numbers are must not matter, as long as they fit into the column.
var tokenSets = [][]chapter.Token{{33, 34}, {9, 10}, {1 << 53, 1<<53 + 1}}

// A call is a Write, or else a Delete.
type call struct {
	writes bool
	token  chapter.Token
}

func (c call) String() string {
	if c.writes {
		return fmt.Sprintf("Write with token %d", c.token)
	}
	return fmt.Sprintf("Delete with token %d", c.token)
}

// A document is what the table should hold, or holds.
type document struct {
	data   string
	exists bool
	mark   chapter.Token
}

func (d document) String() string {
	if !d.exists {
		return fmt.Sprintf("no data, mark %d", d.mark)
	}
	return fmt.Sprintf("%q, mark %d", d.data, d.mark)
}

func (f *file) holds() document {
	data, exists, mark := f.document("report")
	return document{data, exists, mark}
}

// after returns what the document is after a call that has been accepted.
func (d document) after(c call, data string) document {
	if !c.writes {
		data = ""
	}
	return document{data, c.writes, c.token}
}

func everySequence(tokens []chapter.Token, length int, calls []call, visit func([]call)) {
	if len(calls) == length {
		visit(calls)
		return
	}
	for _, token := range tokens {
		for _, writes := range []bool{true, false} {
			everySequence(tokens, length, append(calls[:len(calls):len(calls)], call{writes, token}), visit)
		}
	}
}

// play makes the calls and compares the document with what it should be.
func (f *file) play(t *testing.T, calls []call) {
	f.fresh()
	db := f.db(atOnce)
	var lines strings.Builder
	var model document
	for i, c := range calls {
		data := fmt.Sprintf("data %d", i+1)
		before := model
		var err error
		if c.writes {
			err = lease_table.Write(db, "report", data, c.token)
		} else {
			err = lease_table.Delete(db, "report", c.token)
		}
		stale := c.token < model.mark
		if !stale {
			model = model.after(c, data)
		}
		outcome := "accepted"
		if err != nil {
			outcome = "refused: " + err.Error()
		}
		fmt.Fprintf(&lines, "%d. %s → %s", i+1, c, outcome)
		if f.leftOpen() {
			grade.Fail(t, "These calls are made, one after the other:\n%s\n=> %s", lines.String(), closeIt)
		}
		holds := f.holds()
		fmt.Fprintf(&lines, "; the table holds: %v\n", holds)
		if text := judge(c, err, before, model, holds); text != "" {
			grade.Fail(t, "These calls are made, one after the other:\n%s=> %s", lines.String(), text)
		}
	}
}

func judge(c call, err error, before, model, holds document) string {
	switch stale := c.token < before.mark; {
	case err != nil && !errors.Is(err, chapter.ErrStaleToken):
		return unexpected("The call", err, "chapter.ErrStaleToken")
	case stale && holds != before && err == nil:
		return fmt.Sprintf("%d was accepted before, so %d is a zombie's token, and must be refused.", before.mark, c.token)
	case stale && holds != before:
		return fmt.Sprintf("The call is refused, and yet it has changed the table, which held: %v.", before)
	case stale && err == nil:
		return "The WHERE has kept the zombie out, but its caller is told that all went well. How many rows were affected?"
	case !stale && err != nil && before.mark == 0:
		return "No token has been seen yet, so any gets in: a storage that refuses everything protects nothing."
	case !stale && err != nil && before.mark == c.token:
		return "Nothing later has been seen: an equal token is the same holder, who goes on."
	case !stale && err != nil:
		return fmt.Sprintf("%d is higher than all before, so it is the newest holder's, and gets in.", c.token)
	case holds.mark != model.mark && !c.writes:
		return fmt.Sprintf("Delete has seen token %d, so the mark has to be %[1]d, and to stay when the data goes: the next zombie must meet it.", model.mark)
	case holds.mark != model.mark:
		return fmt.Sprintf("The mark has to be raised to %d, or the next zombie is not recognized.", model.mark)
	case holds != model:
		return fmt.Sprintf("The table should hold: %v.", model)
	}
	return ""
}

// unexpected explains an error that should be none, or another.
func unexpected(who string, err error, expected string) string {
	if errors.Is(err, sqlite3.BUSY) {
		return fmt.Sprintf("%s fails: %v. Somebody is paused inside a transaction, and as long as that lasts, the others are locked out. "+
			"One statement is a transaction by itself: it needs no BEGIN, and nobody can be paused in it.", who, err)
	}
	return fmt.Sprintf("%s fails: %v. It should return nil or %s.", who, err, expected)
}
