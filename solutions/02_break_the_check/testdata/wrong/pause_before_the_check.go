// Wrong: puts the pause between the grant and the check, where the check still helps.
// Message: In the step "client1: renew" the client looked after its pause, and noticed.
package break_the_check

func RenewsFirst() []string {
	return []string{
		"client1: acquire",
		"clock: tick",
		"clock: tick",
		"client2: acquire",
		"client2: renew",
		"client2: write",
		"client1: renew",
		"clock: tick",
	}
}

func AsksTwice() []string {
	return []string{
		"client1: acquire",
		"clock: tick",
		"client2: acquire",
		"client2: ask",
		"client2: ask again",
		"client2: write",
		"client1: ask",
	}
}

func HasDeadline() []string {
	return []string{
		"client1: acquire",
		"clock: tick",
		"client2: acquire",
		"client2: send",
		"packet2: arrive",
		"client1: send",
	}
}
