package examples_test

import (
	"fmt"
	"math/rand/v2"

	"example.com/fencing/chapter"
)

// Predict: some locks hand out a large random value with each grant, so that
// nobody can release what somebody else holds. No two are ever equal. A
// thousand times, client2 takes over from client1, and client1 wakes and writes
// once more. How often does a fence on such values end with the wrong data? And
// how often if the values are counted instead?
func Example_s13_randomTokens() {
	random := rand.New(rand.NewPCG(33, 34)) // seeded, so that every run tells the same
	seen := make(map[chapter.Token]bool)
	var counter chapter.Token

	for _, lock := range []struct {
		title string
		draw  func() chapter.Token
	}{
		{"random", func() chapter.Token { return chapter.Token(random.Uint64()) }},
		{"counted", func() chapter.Token { counter++; return counter }},
	} {
		wrong := 0
		for range 1000 {
			var storage chapter.FencedStorage
			token1, token2 := lock.draw(), lock.draw()
			storage.Write("client1 data", token1)
			storage.Write("client2 data", token2)
			storage.Write("client1 stale data", token1)
			if storage.Read() != "client2 data" {
				wrong++
			}
			seen[token1], seen[token2] = true, true
		}
		fmt.Printf("%s tokens: wrong in %d of 1000\n", lock.title, wrong)
	}
	fmt.Println("different tokens seen:", len(seen))

	// Unique is not enough: a random value answers "is it the same?", and a
	// fence asks "is it later?". Where the new value happens to be the lower
	// one, the rightful holder is refused and the zombie is let in.

	// Output:
	// random tokens: wrong in 498 of 1000
	// counted tokens: wrong in 0 of 1000
	// different tokens seen: 4000
}
