package fencetest

import (
	"fmt"
	"slices"
	"strconv"

	"example.com/fencing/chapter"
)

// brokenStores is what the suite is proved on.
var brokenStores = slices.Concat(brokenCompare, brokenPaths, brokenRaise, brokenMemory, brokenRestart, brokenLimits, brokenPlace, brokenAtomic, brokenData)

// comparesBy is a harness for a store that compares in its own way.
func comparesBy(refuses func(token, mark chapter.Token) bool) func() StoreHarness {
	return func() StoreHarness { return wholeStore(&comparing{refuses: refuses}) }
}

// brokenCompare have a fence in the right place, with the wrong condition.
var brokenCompare = []brokenThing[StoreHarness]{
	{
		name:    "refuses token <= mark",
		harness: comparesBy(func(token, mark chapter.Token) bool { return token <= mark }),
		fails:   []string{"equal-token", "lost-update", "no-expiry", "atomic"},
	},
	{
		name:    "refuses token != mark",
		harness: comparesBy(func(token, mark chapter.Token) bool { return mark != 0 && token != mark }),
		fails:   []string{"newest-lands", "atomic"},
	},
	{
		name:    "refuses token > mark, the wrong way round",
		harness: comparesBy(func(token, mark chapter.Token) bool { return mark != 0 && token > mark }),
		fails:   []string{"lower-token-write", "newest-lands", "lower-token-claim", "lower-token-delete", "atomic"},
	},
	{
		name:    "refuses what is not the next token",
		harness: comparesBy(func(token, mark chapter.Token) bool { return mark != 0 && token != mark && token != mark+1 }),
		fails:   []string{"gaps", "32-bits", "largest-token", "atomic"},
	},
	{
		name:    "refuses nothing",
		harness: comparesBy(func(token, mark chapter.Token) bool { return false }),
		fails:   []string{"lower-token-write", "lower-token-claim", "lower-token-delete", "atomic"},
	},
	{
		name:    "refuses everything",
		harness: comparesBy(func(token, mark chapter.Token) bool { return true }),
		fails:   []string{"newest-lands", "atomic"},
	},
	{
		name: "compares tokens as text",
		harness: comparesBy(func(token, mark chapter.Token) bool {
			return mark != 0 && strconv.FormatUint(uint64(token), 10) < strconv.FormatUint(uint64(mark), 10)
		}),
		fails: []string{"decimal-order", "largest-token"},
	},
	{
		name:    "compares tokens in 32 bits",
		harness: comparesBy(func(token, mark chapter.Token) bool { return uint32(token) < uint32(mark) }),
		fails:   []string{"32-bits"},
	},
	{
		name:    "compares tokens as float64",
		harness: comparesBy(func(token, mark chapter.Token) bool { return float64(token) < float64(mark) }),
		fails:   []string{"53-bits", "largest-token"},
	},
	{
		name: "compares tokens as text of ten digits",
		harness: comparesBy(func(token, mark chapter.Token) bool {
			return fmt.Sprintf("%010d", token) < fmt.Sprintf("%010d", mark)
		}),
		fails: []string{"every-length"},
	},
	{
		name: "compares tokens in 48 bits",
		harness: comparesBy(func(token, mark chapter.Token) bool {
			const low48 = 1<<48 - 1
			return token&low48 < mark&low48
		}),
		fails: []string{"every-length"},
	},
	{
		name:    "compares tokens as int64, and does not declare it",
		harness: comparesBy(func(token, mark chapter.Token) bool { return int64(token) < int64(mark) }),
		fails:   []string{"largest-token"},
	},
	{
		name:    "compares tokens by the sign of their difference",
		harness: comparesBy(func(token, mark chapter.Token) bool { return int64(token-mark) < 0 }),
		fails:   []string{"largest-token"},
	},
	{
		name: "declares 2^53 as its largest token, and rounds what is larger",
		harness: func() StoreHarness {
			h := comparesBy(func(token, mark chapter.Token) bool { return float64(token) < float64(mark) })()
			h.LargestToken = twoTo53
			return h
		},
		fails: []string{"above-largest-token"},
	},
	{
		name: "declares 2^63-1 as its largest token, and drops the bit above",
		harness: func() StoreHarness {
			const low63 = 1<<63 - 1
			h := comparesBy(func(token, mark chapter.Token) bool { return token&low63 < mark&low63 })()
			h.LargestToken = low63
			return h
		},
		fails: []string{"above-largest-token"},
	},
}
