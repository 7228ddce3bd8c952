// Story is the whole idea in one file: leases, a pause, and a storage with a
// fence. Change the < in write, or delete the guard, and run it again:
//
//	go run ./slides/story
package main

import (
	"fmt"
	"time"
)

type lease struct {
	holder  string
	token   int
	expires time.Time
}

type lockService struct {
	now  time.Time
	last lease // the latest grant
}

// acquire grants one lease at a time, each with a higher token.
func (s *lockService) acquire(holder string) lease {
	if s.now.Before(s.last.expires) {
		panic("held by " + s.last.holder)
	}
	s.last = lease{holder, s.last.token + 1, s.now.Add(10 * time.Second)}
	fmt.Println(s.now.Format(time.TimeOnly), holder, "is granted token", s.last.token)
	return s.last
}

type storage struct {
	data string
	mark int // the highest token accepted
}

func (s *storage) write(data string, token int) error {
	if token < s.mark {
		return fmt.Errorf("refused, token %d, mark %d", token, s.mark)
	}
	s.mark, s.data = token, data
	return nil
}

func main() {
	locks := lockService{now: time.Unix(0, 0).UTC().Add(12 * time.Hour), last: lease{token: 32}}
	lease1 := locks.acquire("client1")
	store := storage{data: "client1 draft", mark: lease1.token} // what it has written so far

	locks.now = locks.now.Add(15 * time.Second) // client1 stops to collect garbage

	lease2 := locks.acquire("client2")
	fmt.Println("client2 writes:", store.write("client2 draft", lease2.token))
	fmt.Println("client2 writes:", store.write("client2 data", lease2.token))

	fmt.Println("client1 wakes, writes:", store.write("client1 stale data", lease1.token))
	fmt.Println("storage holds:", store.data)
}
