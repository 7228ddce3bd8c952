package atomic_test

// judge looks at a call that has just returned.
func (w *world) judge(c *client, method string, err error) {
	switch {
	case err == nil:
		c.process.Logf("%s accepted", method)
		return
	case c.present.wrote:
		w.wrong("%s's %s was refused, and has changed the disk before: whoever reads in between sees what was never accepted", c.name, method)
	case w.mark <= c.token:
		w.wrong("%s's %s with token %d was refused, though no later grant has been seen: the mark is %d", c.name, method, c.token, w.mark)
	}
	c.process.Logf("%s refused: %v", method, err)
	c.refused = err
}

// judgeWrite looks at an accepted write. It need not have written what the disk
// holds already.
func (w *world) judgeWrite(c *client, data string) {
	if !c.present.wroteData && w.data != data {
		w.wrong("%s's write was accepted, and nothing has been written", c.name)
	}
	c.landed, c.data = true, data
}

func (w *world) judgeClaim(c *client, data string) {
	if !c.present.hasRead { // the storage has it in memory
		c.present.read = w.data
	}
	if data != c.present.read {
		w.wrong("%s's claim returns %q, and the data on the disk was %q", c.name, data, c.present.read)
	}
	if older := c.present.overtaken; older != nil {
		w.behindTheBackOf(c, older)
	}
	c.claimed = true
}

func (w *world) behindTheBackOf(newer, older *client) {
	w.wrong("%s's claim, with token %d, has read the data, and after that %s wrote with token %d: %s goes on from data that is no longer there",
		newer.name, newer.token, older.name, older.token, newer.name)
}

// check looks at the world when all calls have returned. The clients stand in
// the order of their tokens.
func (w *world) check() error {
	newest, data := w.clients[len(w.clients)-1], ""
	for _, c := range w.clients {
		if c.landed {
			data = c.data
		}
	}
	switch {
	case w.overwritten != nil:
		return w.overwritten
	case w.fault != nil:
	case newest.refused != nil:
		w.wrong("%s holds the newest token, %d, and was refused: %v", newest.name, newest.token, newest.refused)
	case w.mark != newest.token:
		w.wrong("%d was accepted, and in the end the mark is %d", newest.token, w.mark)
	case w.data != data:
		w.wrong("in the end the disk holds %q instead of %q", w.data, data)
	}
	return w.fault
}
