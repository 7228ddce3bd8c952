package restart_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/fencing/chapter"
	restart "example.com/fencing/exercises/09_restart"
)

// A storageMachine is the storage with its clients, who hold these tokens.
type storageMachine struct {
	tokens   [4]chapter.Token
	accepted write  // the last one that was
	pending  *write // the one that the power failure interrupted
	refused  bool   // the last one was, or has to be
}

type write struct {
	data  string
	token chapter.Token
}

func (m *storageMachine) name() string { return "the storage" }

func (m *storageMachine) clone() machine { c := *m; return &c }

// writes says what the clients try in each life. The zombie is always among them.
func (m *storageMachine) writes(life int) []write {
	zombie := write{"client1 stale data", m.tokens[0]}
	switch life {
	case 0:
		return []write{{"client1 data", m.tokens[0]}, {"client2 data", m.tokens[1]}, zombie, {" client2:\n2 lines\xff\n", m.tokens[1]}}
	case 1:
		return []write{zombie, {"client2 data, again", m.tokens[1]}, {"", m.tokens[2]}}
	}
	return []write{zombie, {"client4 data", m.tokens[3]}}
}

func (m *storageMachine) live(d *disk, life int, story *story) string {
	story.tell("The storage starts")
	s := restart.OpenStorage(d)
	data, mark := s.Read()
	story.detail(fmt.Sprintf("→ it holds %q under mark %d", data, mark))
	if wrong := m.judge(s, data, mark, story); wrong != "" {
		return wrong
	}
	m.accepted, m.pending, m.refused = write{data, mark}, nil, false
	for _, w := range m.writes(life) {
		if wrong := m.write(s, w, story); wrong != "" {
			return wrong
		}
	}
	return ""
}

// write lets a client try a write.
func (m *storageMachine) write(s *restart.Storage, w write, story *story) string {
	story.tell("A client writes %q with token %d", w.data, w.token)
	mark := m.accepted.token
	m.refused = w.token < mark
	if !m.refused {
		m.pending = &w
	}
	err := s.Write(w.data, w.token)
	if err != nil {
		story.detail(fmt.Sprintf("→ refused: %v", err))
	} else {
		story.detail("→ accepted")
	}
	var stale *chapter.StaleTokenError
	switch {
	case w.token >= mark && err != nil:
		return fmt.Sprintf("No token above %d has been seen: this is the rightful holder, and a storage that refuses it protects nothing.", w.token)
	case w.token >= mark:
		m.accepted, m.pending = w, nil
	case err == nil:
		return fmt.Sprintf("%d has been accepted, so %d belongs to an older grant and must be refused.", mark, w.token)
	case !errors.As(err, &stale):
		return "The refusal must be a *chapter.StaleTokenError."
	case stale.Token != w.token || stale.Highest != mark:
		return fmt.Sprintf("The write carried token %d and the mark is %d. The refusal says Token: %d, Highest: %d.", w.token, mark, stale.Token, stale.Highest)
	}
	if data, now := s.Read(); data != m.accepted.data || now != m.accepted.token {
		return fmt.Sprintf("Now the storage should hold %q under mark %d. It holds %q under mark %d.", m.accepted.data, m.accepted.token, data, now)
	}
	return ""
}

// judge compares what the storage finds when it starts with what it has promised.
func (m *storageMachine) judge(s *restart.Storage, data string, mark chapter.Token, story *story) string {
	was, pending := m.accepted, m.pending
	onDisk := "What has been accepted must be on the disk before the storage says so"
	switch {
	case m.refused:
		onDisk += ", and stay there when a write is refused"
	case pending != nil:
		onDisk += ", and stay there while the next write is made"
	}
	isOld, isNew := data == was.data, pending != nil && data == pending.data
	switch {
	case mark != 0 && !slices.Contains(m.tokens[:], mark):
		return fmt.Sprintf("The mark was %d, and now it is %d: nobody has come with that token. What is on the disk has to be read as it was written, for every Token there is.", was.token, mark)
	case mark < was.token:
		return zombieComes(s, was.token-1, story) +
			fmt.Sprintf("The mark was at %d already, and is back at %d. %s.", was.token, mark, onDisk)
	case isNew && mark == pending.token:
	case isNew && !isOld && mark < pending.token:
		return zombieComes(s, pending.token-1, story) +
			fmt.Sprintf("The data is that of token %d, and the mark is %d: who holds a lower token than %d can overwrite it. Data and mark must change together, or the mark first.", pending.token, mark, pending.token)
	case !isOld && !isNew && data != "" && pending != nil && strings.HasPrefix(pending.data, data):
		return fmt.Sprintf("This is a part of %q, which was being written when the power failed: neither what was there before nor what was to become of it.", pending.data)
	case !isOld && !isNew:
		return fmt.Sprintf("The last write that was accepted wrote %q, and the storage holds %q. %s, each byte of it.", was.data, data, onDisk)
	case mark == was.token, pending != nil && mark <= pending.token:
	default:
		return fmt.Sprintf("The mark is %d, and nobody has come with that token: the newest holder is locked out.", mark)
	}
	return ""
}

// zombieComes adds to the story what the fault leads to.
func zombieComes(s *restart.Storage, token chapter.Token, story *story) string {
	if token == 0 {
		return ""
	}
	story.tell("A zombie writes \"stale data\" with token %d", token)
	if err := s.Write("stale data", token); err != nil {
		story.detail(fmt.Sprintf("→ refused: %v", err))
		return ""
	}
	story.detail("→ accepted")
	return "The zombie gets in. "
}
