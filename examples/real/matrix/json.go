package main

import (
	"encoding/json"
	"io"
	"strconv"

	"example.com/fencing/chapter"
)

// A document is what -json prints. Tokens are texts, since a number in JavaScript
// is exact up to 2^53 only.
type document struct {
	Schema  int        `json:"schema"` // raised when a field changes its meaning or goes
	Right   bool       `json:"right"`  // the exit status is 0
	Seconds float64    `json:"seconds"`
	Cells   []jsonCell `json:"cells"`
	Absent  []Absent   `json:"absent"`
	Broken  []string   `json:"broken"` // systems that can't be opened or closed
}

type jsonCell struct {
	LockService string  `json:"lock_service"`
	Storage     string  `json:"storage"`
	Scenario    string  `json:"scenario"` // "1", "2", "3", "check"
	Verdict     Verdict `json:"verdict"`
	MustBe      Verdict `json:"must_be"`
	Right       bool    `json:"right"`
	Token1      string  `json:"token1"`     // client1's; "0" is none
	Token2      string  `json:"token2"`     // client2's
	NewWrites   string  `json:"new_writes"` // the answer to client2's: "accepted", or why not
	LateWrite   string  `json:"late_write"` // the answer to client1's
	Holds       string  `json:"holds"`      // what the storage ends with
	Mark        string  `json:"mark"`       // "0" without a fence
	Error       string  `json:"error"`      // why it could not be tried; then what was seen is empty
}

func printJSON(w io.Writer, r *Report) error {
	d := document{Schema: 1, Right: len(r.problems()) == 0, Seconds: r.Took.Seconds(),
		Cells: []jsonCell{}, Absent: append([]Absent{}, r.Absent...), Broken: append([]string{}, r.Broken...)}
	for _, c := range r.Cells {
		d.Cells = append(d.Cells, jsonOf(c))
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(d)
}

func jsonOf(c Cell) jsonCell {
	j := jsonCell{
		LockService: c.LockService, Storage: c.Storage, Scenario: c.Scenario.Name,
		Verdict: c.verdict(), MustBe: c.MustBe, Right: c.right(),
		Token1: text(c.Seen.Token1), Token2: text(c.Seen.Token2), Mark: text(c.Seen.Mark), Holds: c.Seen.Holds,
	}
	if c.Err != nil {
		j.Error = c.Err.Error()
		return j
	}
	j.NewWrites, j.LateWrite = answer(c.Seen.New), answer(c.Seen.Late)
	return j
}

func text(token chapter.Token) string { return strconv.FormatUint(uint64(token), 10) }
