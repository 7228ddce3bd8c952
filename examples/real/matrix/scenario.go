package main

import (
	"context"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/systems"
)

// A Scenario is one of the stories.
type Scenario struct {
	Name  string // "2"
	Title string // "the storage has a fence"

	fenced  bool
	delayed bool // client1's write is on its way, instead of client1 being paused
	checks  bool // client1 looks at its lease just before
}

var scenarios = []Scenario{
	{Name: "1", Title: "client1 is paused, and the storage has no fence"},
	{Name: "2", Title: "client1 is paused, and the storage has a fence", fenced: true},
	{Name: "3", Title: "client1's write is delayed, and the storage has a fence", fenced: true, delayed: true},
	{Name: "check", Title: "its lease is live, it is paused, and it writes; no fence", checks: true},
}

// heading is what stands above what was found.
func (s Scenario) heading() string {
	if s.checks {
		return "The client's check: " + s.Title
	}
	return "Scenario " + s.Name + ": " + s.Title
}

// A storage is what a client writes to, with a fence or without.
type storage struct {
	systems.Client
	key    string
	fenced bool
}

func (s storage) write(ctx context.Context, data string, token chapter.Token) error {
	if s.fenced {
		return s.Store.Write(ctx, s.key, []byte(data), token)
	}
	return s.Plain.Write(ctx, s.key, []byte(data))
}

func (s storage) read(ctx context.Context) (data string, mark chapter.Token, err error) {
	var bytes []byte
	if s.fenced {
		bytes, mark, err = s.Store.Read(ctx, s.key)
	} else {
		bytes, err = s.Plain.Read(ctx, s.key)
	}
	return string(bytes), mark, err
}
