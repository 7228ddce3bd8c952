package lease_table_test

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	lease_table "example.com/fencing/exercises/10_lease_table"
)

// calls makes a client's calls, one after the other.
func (w *world) calls(p *schedule.Process, name, letters string, token chapter.Token) {
	for i, letter := range letters {
		w.call(p, call{writes: letter == 'w', name: "report", token: token}, fmt.Sprintf("%s's data %d", name, i+1))
	}
}

// call makes a call, and judges what comes of it.
func (w *world) call(p *schedule.Process, c call, data string) {
	sent := func(statement string) error {
		err := w.step(p, fmt.Sprintf("%v: %s", c, statement))
		w.newest = max(w.newest, c.token)
		return err
	}
	var err error
	if db := w.file.db(sent); c.writes {
		err = lease_table.Write(db, c.name, data, c.token)
	} else {
		err = lease_table.Delete(db, c.name, c.token)
	}
	switch {
	case w.fault != nil:
	case err == nil:
		p.Logf("accepted")
		if c.token >= w.expected.mark {
			w.expected = w.expected.after(c, data)
		}
	case !errors.Is(err, chapter.ErrStaleToken):
		p.Logf("%v", err)
		w.wrong("%s", unexpected("The "+c.String(), err, "chapter.ErrStaleToken"))
	case c.token >= w.newest:
		p.Logf("refused: %v", err)
		w.wrong("the %v is refused, and no later grant has sent anything: the newest holder has to get in", c)
	default:
		p.Logf("refused: %v", err)
	}
}

func (w *world) checkDocument() {
	if holds := w.file.holds("report"); holds != w.expected {
		w.wrong("token %d was accepted, so in the end the table must hold: %v. It holds: %v. What was checked was no longer true when the table was changed",
			w.expected.mark, w.expected, holds)
	}
}
