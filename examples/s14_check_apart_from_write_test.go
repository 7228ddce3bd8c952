package examples_test

import (
	"fmt"

	"example.com/fencing/chapter"
)

// twoStepStorage compares the token in one step and writes in the next, as a
// storage does that asks "select mark" and then says "update".
type twoStepStorage struct {
	data    string
	highest chapter.Token
}

func (s *twoStepStorage) check(token chapter.Token) error {
	if token < s.highest {
		return &chapter.StaleTokenError{Token: token, Highest: s.highest}
	}
	return nil
}

func (s *twoStepStorage) write(data string, token chapter.Token) {
	s.data, s.highest = data, max(s.highest, token)
}

// Predict: the fence is where it belongs, inside the storage, but it checks in
// one step and writes in the next. Between client1's two steps come client2's.
// Does the fence hold? And if each client's check and write are one step?
func Example_s14_checkApartFromWrite() {
	var storage twoStepStorage

	fmt.Println("check 33:", storage.check(33))
	fmt.Println("check 34:", storage.check(34))
	storage.write("client2 data", 34)
	storage.write("client1 stale data", 33) // 33 has passed its check already
	fmt.Println("two steps:", storage.data)

	var atomic chapter.FencedStorage
	fmt.Println("write 34:", atomic.Write("client2 data", 34))
	fmt.Println("write 33:", atomic.Write("client1 stale data", 33))
	fmt.Println("one step:", atomic.Read())

	// It is the client's check all over again, moved into the storage. When
	// check and write are one step, 33 lands before 34 and is overwritten, or
	// after it and is refused. There is no third place.

	// Output:
	// check 33: <nil>
	// check 34: <nil>
	// two steps: client1 stale data
	// write 34: <nil>
	// write 33: token 33 < 34
	// one step: client2 data
}
