package examples_test

import (
	"fmt"

	"example.com/fencing/chapter"
)

// sequencedStorage orders the writes of one grant as well: the holder numbers
// them, and of two equal tokens the higher sequence number is the later write.
type sequencedStorage struct {
	data     string
	token    chapter.Token
	sequence int
}

func (s *sequencedStorage) write(data string, token chapter.Token, sequence int) error {
	if token < s.token || token == s.token && sequence < s.sequence {
		return fmt.Errorf("write %d.%d < %d.%d", token, sequence, s.token, s.sequence)
	}
	s.data, s.token, s.sequence = data, token, sequence
	return nil
}

// Predict: one client, one lease, token 33. It sends a first write that gets
// stuck, gives up waiting, and sends a second one, which lands. Then the first
// arrives. Does the fence refuse it? What would?
func Example_s20_withinOneGrant() {
	var fenced chapter.FencedStorage
	stuck := func() error { return fenced.Write("first thought", 33) }
	fmt.Println("second:", fenced.Write("second thought", 33))
	fmt.Println("first: ", stuck())
	fmt.Println("storage holds:", fenced.Read())

	var sequenced sequencedStorage
	stuck = func() error { return sequenced.write("first thought", 33, 1) }
	fmt.Println("second:", sequenced.write("second thought", 33, 2))
	fmt.Println("first: ", stuck())
	fmt.Println("next holder:", sequenced.write("client2 data", 34, 1))
	fmt.Println("storage holds:", sequenced.data)

	// 33 is not lower than 33. A token orders grants, not the writes within
	// one. A sequence number beside it does; the token still comes first, so
	// the next holder starts counting from 1 again.

	// Output:
	// second: <nil>
	// first:  <nil>
	// storage holds: first thought
	// second: <nil>
	// first:  write 33.1 < 33.2
	// next holder: <nil>
	// storage holds: client2 data
}
