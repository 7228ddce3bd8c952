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

// A call is a Write, or else a Delete, of the document called name.
type call struct {
	writes bool
	name   string
	token  chapter.Token
	empty  bool // a Write of ""
}

func (c call) String() string {
	switch {
	case !c.writes:
		return fmt.Sprintf("Delete of %q with token %d", c.name, c.token)
	case c.empty:
		return fmt.Sprintf("Write of \"\" to %q with token %d", c.name, c.token)
	}
	return fmt.Sprintf("Write of %q with token %d", c.name, c.token)
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

func (f *file) holds(name string) document {
	data, exists, mark := f.document(name)
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
			everySequence(tokens, length, append(calls[:len(calls):len(calls)], call{writes: writes, name: "report", token: token}), visit)
		}
	}
}

// play makes the calls and compares the documents with what they should be.
func (f *file) play(t *testing.T, calls []call) {
	f.fresh()
	db := f.db(atOnce)
	var lines strings.Builder
	models := map[string]document{} // by name
	for i, c := range calls {
		data := fmt.Sprintf("data %d", i+1)
		if c.empty {
			data = ""
		}
		before := models[c.name]
		var err error
		if c.writes {
			err = lease_table.Write(db, c.name, data, c.token)
		} else {
			err = lease_table.Delete(db, c.name, c.token)
		}
		if c.token >= before.mark {
			models[c.name] = before.after(c, data)
		}
		outcome := "accepted"
		if err != nil {
			outcome = "refused: " + err.Error()
		}
		fmt.Fprintf(&lines, "%d. %s → %s", i+1, c, outcome)
		if f.leftOpen() {
			grade.Fail(t, "These calls are made, one after the other:\n%s\n=> %s", lines.String(), closeIt)
		}
		holds := f.holds(c.name)
		fmt.Fprintf(&lines, "; the table holds: %v\n", holds)
		text := judge(c, err, before, models[c.name], holds)
		for other, model := range models {
			if now := f.holds(other); text == "" && now != model {
				text = fmt.Sprintf("The call is about %q, and has changed %q as well, which held: %v. Now it holds: %v.", c.name, other, model, now)
			}
		}
		if text != "" {
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
		return fmt.Sprintf("%q has seen no token yet, so any gets in: each document has its own mark, and a storage that refuses everything protects nothing.", c.name)
	case !stale && err != nil && before.mark == c.token:
		return "Nothing later has been seen: an equal token is the same holder, who goes on."
	case !stale && err != nil:
		return fmt.Sprintf("%d is higher than all that %q has seen before, so it is its newest holder's, and gets in: each document has its own mark.", c.token, c.name)
	case holds.mark != model.mark && !c.writes:
		return fmt.Sprintf("Delete has seen token %d, so the mark has to be %[1]d, and to stay when the data goes: the next zombie must meet it.", model.mark)
	case holds.mark != model.mark:
		return fmt.Sprintf("The mark has to be raised to %d, or the next zombie is not recognized.", model.mark)
	case c.empty && !holds.exists:
		return "To write \"\" is not to delete: the document exists, and its data is the empty text, not NULL."
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
