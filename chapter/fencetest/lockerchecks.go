package fencetest

import "slices"

type lockerCheck = check[*lockerScene]

// lockerChecks is the suite for lock services.
var lockerChecks = slices.Concat(grantChecks, growthChecks, renewalChecks, supersededChecks, sharedLockerChecks)

func needsRestart(s *lockerScene) string {
	if s.h.NoReopen {
		return "NoReopen: this service keeps nothing when it ends"
	}
	return ""
}

func needsAttempts(s *lockerScene) string {
	if s.h.AcquireAttempt == nil {
		return "AcquireAttempt is nil: this service has no attempt ids"
	}
	return ""
}

func needsHandClock(s *lockerScene) string {
	if !s.byHand() {
		return "Advance is nil: this service's clock can't be set back"
	}
	return ""
}

func needsSecondHandle(s *lockerScene) string {
	if s.h.Another == nil {
		return "Another is nil: tried through one handle only, not as by a second client"
	}
	return ""
}

func needsLockClients(s *lockerScene) string {
	if s.h.Clients == 1 {
		return "Clients is 1: calls to this service must not overlap"
	}
	return ""
}

const nobody = "nobody holds it"
