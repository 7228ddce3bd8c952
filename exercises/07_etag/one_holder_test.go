package etag_test

import (
	"fmt"
	"math"
	"testing"

	"example.com/fencing/chapter"
	etag "example.com/fencing/exercises/07_etag"
	"example.com/fencing/exercises/internal/grade"
)

// What one holder alone can see.

func TestAnyDataComesBackAsItWas(t *testing.T) {
	skipIfStuck(t)
	for _, data := range []string{"blue", "", " ", "\n", "34", "35 red", "36\nred", "\n37", "38:", `{"mark":39}`, "a\x00b\xff", "ä,ö|ü"} {
		for _, token := range []chapter.Token{1, 33, 1<<53 + 1, math.MaxUint64} {
			store := memory{}
			err := etag.Write(store, "door", data, token)
			got, mark := etag.Read(store, "door")
			story := fmt.Sprintf("1. Write(\"door\", %q, %d) → %v\n2. Read(\"door\") → %q, mark %d\n", data, token, err, got, mark)
			if err != nil || got != data || mark != token {
				grade.Fail(t, "%s=> It should read %q, mark %d.", story, data, token)
			}
			claimed, err := etag.Claim(store, "door", token)
			if err != nil || claimed != data {
				grade.Fail(t, "%s3. Claim(\"door\", %d) → %q, %v\n=> The claim of the same holder should return %q.", story, token, claimed, err, data)
			}
		}
	}
}

func TestAnEmptyStore(t *testing.T) {
	skipIfStuck(t)
	store := memory{}
	if data, mark := etag.Read(store, "door"); data != "" || mark != 0 {
		grade.Fail(t, "Nothing is stored, and Read finds %q, mark %d: it should find \"\", mark 0.", data, mark)
	}
	data, err := etag.Claim(store, "door", 33)
	if _, mark := etag.Read(store, "door"); data != "" || err != nil || mark != 33 {
		grade.Fail(t, "Nothing is stored.\n1. Claim(\"door\", 33) → %q, %v\n2. Read(\"door\") → mark %d\n=> The claim should return \"\" and leave 33 as the mark.", data, err, mark)
	}
}

func TestEveryKeyHasItsOwnMark(t *testing.T) {
	skipIfStuck(t)
	store := memory{}
	err1 := etag.Write(store, "door", "blue", 34)
	err2 := etag.Write(store, "gate", "red", 7)
	if err1 != nil || err2 != nil {
		grade.Fail(t, "1. Write(\"door\", \"blue\", 34) → %v\n2. Write(\"gate\", \"red\", 7) → %v\n"+
			"=> Both should be accepted: they are two objects under two leases.", err1, err2)
	}
}
