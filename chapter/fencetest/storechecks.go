package fencetest

import (
	"fmt"
	"slices"

	"example.com/fencing/chapter"
)

type storeCheck = check[*storeScene]

// storeChecks is the suite for stores. The tokens in it have two digits wherever
// their length is not the point, and are never used twice in a row where
// equality is not: so one fault fails few checks, and their names tell it.
var storeChecks = slices.Concat(fenceChecks, tokenChecks, memoryChecks, dataChecks, sharedStoreChecks)

func needsDelete(s *storeScene) string {
	if s.h.NoDelete {
		return "NoDelete: this store does not delete"
	}
	return ""
}

func needsReopen(s *storeScene) string {
	if s.h.NoReopen {
		return "NoReopen: this store keeps nothing when it ends"
	}
	return ""
}

func needsAnother(s *storeScene) string {
	if s.h.Another == nil {
		return "Another is nil: tried through one handle only, not as by a second client"
	}
	return ""
}

func needsStoreClock(s *storeScene) string {
	if s.h.Advance == nil {
		return "Advance is nil: this store has no clock to turn"
	}
	return ""
}

func needsClients(s *storeScene) string {
	if s.h.Clients == 1 {
		return "Clients is 1: calls to this store must not overlap"
	}
	return ""
}

func needsOddKeys(s *storeScene) string {
	if s.h.PlainKeys {
		return "PlainKeys: this store takes plain keys only"
	}
	return ""
}

func needsLargest(least chapter.Token) need[*storeScene] {
	return func(s *storeScene) string {
		if s.h.LargestToken < least {
			return fmt.Sprintf("LargestToken is %d: this store has no larger ones", s.h.LargestToken)
		}
		return ""
	}
}

func needsLimit(s *storeScene) string {
	if s.h.LargestToken == ^chapter.Token(0) {
		return "no LargestToken is declared: this store takes every token"
	}
	return ""
}

// A pathway is a way to change a key. A fence that leaves one out is open.
type pathway struct {
	kind opKind
	name string
	call func(s *storeScene, key string, token chapter.Token) *storeStep
}

var (
	writePath = pathway{opWrite, "Write", func(s *storeScene, key string, token chapter.Token) *storeStep {
		return s.write(key, "stale", token)
	}}
	claimPath = pathway{opClaim, "Claim", func(s *storeScene, key string, token chapter.Token) *storeStep {
		return s.claim(key, token)
	}}
	deletePath = pathway{opDelete, "Delete", func(s *storeScene, key string, token chapter.Token) *storeStep {
		return s.delete(key, token)
	}}
)

// paths returns every path that the store has.
func (s *storeScene) paths() []pathway {
	if s.h.NoDelete {
		return []pathway{writePath, claimPath}
	}
	return []pathway{writePath, claimPath, deletePath}
}
