package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

func TestVerdicts(t *testing.T) {
	stale := fmt.Errorf("wrapped: %w", &chapter.StaleTokenError{Token: 33, Highest: 34})
	for name, c := range map[string]struct {
		seen Seen
		want Verdict
	}{
		"the late write is in":           {Seen{33, 34, nil, nil, staleData, 0}, Corrupted},
		"it is in, behind a fence":       {Seen{33, 34, nil, nil, staleData, 34}, Corrupted},
		"it is in, of a nameless grant":  {Seen{0, 0, nil, nil, staleData, 0}, Corrupted},
		"it is refused":                  {Seen{33, 34, nil, stale, newData, 34}, Refused},
		"nobody has a token":             {Seen{0, 0, chapter.ErrNoToken, chapter.ErrNoToken, "", 0}, NoToken},
		"accepted, and not there":        {Seen{33, 34, nil, nil, newData, 34}, Unclear},
		"called stale, and there":        {Seen{33, 34, nil, stale, staleData, 34}, Unclear},
		"called stale, and nothing left": {Seen{33, 34, nil, stale, "", 34}, Unclear},
		"client2 is refused as well":     {Seen{33, 34, stale, stale, newData, 34}, Unclear},
		"only the draft is there":        {Seen{33, 34, nil, stale, draft, 34}, Unclear},
		"refused for another reason":     {Seen{33, 34, nil, errors.New("disk full"), newData, 34}, Unclear},
		"the tokens are the same":        {Seen{33, 33, nil, stale, newData, 33}, Unclear},
		"the tokens fall":                {Seen{34, 33, nil, stale, newData, 33}, Unclear},
		"the mark is another":            {Seen{33, 34, nil, stale, newData, 35}, Unclear},
		"no token, and data is there":    {Seen{0, 0, chapter.ErrNoToken, chapter.ErrNoToken, staleData, 0}, Unclear},
		"a token, and called none":       {Seen{33, 34, chapter.ErrNoToken, chapter.ErrNoToken, "", 0}, Unclear},
		"nothing at all was seen":        {Seen{}, Unclear},
	} {
		assert.Equal(t, c.want, c.seen.verdict(), name)
	}
}

func TestWhatACellMustBe(t *testing.T) {
	assert.Equal(t, Corrupted, mustBe(false, true))
	assert.Equal(t, Corrupted, mustBe(false, false))
	assert.Equal(t, Refused, mustBe(true, true))
	assert.Equal(t, NoToken, mustBe(true, false))
}
