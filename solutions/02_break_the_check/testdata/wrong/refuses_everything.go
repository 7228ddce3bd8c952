// Wrong: refuses to let client1 write: the schedule stops when client2 has written.
// Message: this schedule stops while there are steps to take
package break_the_check

func RenewsFirst() []string {
	return []string{
		"client1: acquire",
		"client1: renew",
		"clock: tick",
		"clock: tick",
		"clock: tick",
		"client2: acquire",
		"client2: renew",
		"client2: write",
	}
}

func AsksTwice() []string {
	return []string{
		"client1: acquire",
		"client1: ask",
		"client1: ask again",
		"clock: tick",
		"client2: acquire",
		"client2: ask",
		"client2: ask again",
		"client2: write",
	}
}

func HasDeadline() []string {
	return []string{
		"client1: acquire",
		"client1: send",
		"clock: tick",
		"client2: acquire",
		"client2: send",
		"packet2: arrive",
	}
}
