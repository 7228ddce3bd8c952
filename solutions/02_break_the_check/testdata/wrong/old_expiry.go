// Wrong: counts the end of the renewed lease from the grant and not from the renewal.
// Message: "client2: acquire", but client2 waits at "acquire"; client1
package break_the_check

func RenewsFirst() []string {
	return []string{
		"client1: acquire",
		"clock: tick",
		"client1: renew",
		"clock: tick",
		"client2: acquire",
		"client2: renew",
		"client2: write",
		"client1: write",
		"clock: tick",
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
		"client1: write",
	}
}

func HasDeadline() []string {
	return []string{
		"client1",
		"client1",
		"clock",
		"client2",
		"client2",
		"packet2",
		"packet1",
	}
}
