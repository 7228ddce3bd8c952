// Wrong: copies the story of the text, whose clients have other steps.
// Message: entry 1 asks for "client1: acquires", but client1 is at "acquire"
package break_the_check

func RenewsFirst() []string {
	return []string{
		"client1: acquires",
		"client1: looks at its lease",
		"clock: ticks",
		"client2: acquires",
		"client2: looks at its lease",
		"client2: writes",
		"client1: writes",
	}
}

func AsksTwice() []string {
	return []string{
		"client1: acquires",
		"client1: looks at its lease",
		"clock: ticks",
		"client2: acquires",
		"client2: looks at its lease",
		"client2: writes",
		"client1: writes",
	}
}

func HasDeadline() []string {
	return []string{
		"client1: acquires",
		"client1: looks at its lease",
		"clock: ticks",
		"client2: acquires",
		"client2: looks at its lease",
		"client2: writes",
		"client1: writes",
	}
}
