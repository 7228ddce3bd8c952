// Package flatjson reads and writes the bodies that the services of the zombie
// example exchange: one JSON object whose members are all strings.
//
//	{"data":"client1 stale data","token":"33"}
//
// A token is a string and no number, because many readers of JSON keep numbers
// as 64-bit floats. From 2^53 on these round, and the fence would compare other
// tokens than those that were granted.
package flatjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"

	"example.com/fencing/chapter"
)

// MaxBody is the most that a body may have, in bytes.
const MaxBody = 64 << 10

// An Object is the content of a body.
type Object map[string]string

// A BadRequest is an error of whoever sent the request, with the HTTP status
// that says so.
type BadRequest struct {
	Status int
	Reason string
}

func (e *BadRequest) Error() string { return e.Reason }

func badRequest(format string, args ...any) error {
	return &BadRequest{Status: http.StatusBadRequest, Reason: fmt.Sprintf(format, args...)}
}

// Read reads the body of r, which must have exactly the named members. Every
// error that it returns is a [*BadRequest].
func Read(w http.ResponseWriter, r *http.Request, names ...string) (Object, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, &BadRequest{
			Status: http.StatusRequestEntityTooLarge,
			Reason: fmt.Sprintf("the body is larger than %d bytes", MaxBody),
		}
	case err != nil:
		return nil, badRequest("the body breaks off: %v", err)
	}
	o, err := Parse(body)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, ok := o[name]; !ok {
			return nil, badRequest("%q is missing: want an object with %q", name, names)
		}
	}
	for name := range o {
		if !slices.Contains(names, name) {
			return nil, badRequest("%q is unknown: want an object with %q", name, names)
		}
	}
	return o, nil
}

// Parse takes body apart. It is stricter than encoding/json, which takes the
// second of two members of one name and repairs broken text: a request that can
// be read in two ways is refused.
func Parse(body []byte) (Object, error) {
	if !utf8.Valid(body) {
		return nil, badRequest("the body is not UTF-8")
	}
	if err := json.Unmarshal(body, new(json.RawMessage)); err != nil {
		return nil, badRequest("the body is not JSON: %v", err)
	}
	if half := halfOfACharacter(body); half != "" {
		return nil, badRequest("the body has \"%s\": half a character", half)
	}
	d := json.NewDecoder(bytes.NewReader(body)) // of valid JSON, so Token returns no error
	if start, _ := d.Token(); start != json.Delim('{') {
		return nil, badRequest("the body is not a JSON object, {...}")
	}
	o := Object{}
	for d.More() {
		member, _ := d.Token()
		name := member.(string) // JSON knows no other name
		if _, twice := o[name]; twice {
			return nil, badRequest("%q comes twice", name)
		}
		value, _ := d.Token()
		text, ok := value.(string)
		if !ok {
			return nil, badRequest(`%q is not a string: want it in quotes, also if it is a number, as in "33"`, name)
		}
		o[name] = text
	}
	return o, nil
}

// Token returns the member "token". Zero is refused with the words of
// [chapter.ErrNoToken].
func (o Object) Token() (chapter.Token, error) {
	n, err := strconv.ParseUint(o["token"], 10, 64)
	switch {
	case err != nil:
		return 0, badRequest("token %q: want a whole number from 1 to %d", o["token"], uint64(math.MaxUint64))
	case n == 0:
		return 0, badRequest("%v", chapter.ErrNoToken)
	}
	return chapter.Token(n), nil
}

// Digits writes a token in the way that [Object.Token] reads.
func Digits(t chapter.Token) string { return strconv.FormatUint(uint64(t), 10) }

// Write answers with status and o.
func Write(w http.ResponseWriter, status int, o Object) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(o.encode()) // if the client is gone, nobody is left to tell
}

// encode leaves the < in "token 33 < 34" as it is, which json.Marshal would
// escape for the sake of HTML.
func (o Object) encode() []byte {
	var body bytes.Buffer
	e := json.NewEncoder(&body)
	e.SetEscapeHTML(false)
	if err := e.Encode(o); err != nil {
		panic(err) // a map of strings can always be written
	}
	return body.Bytes()
}

// Refuse answers with the error's status, 400 and the like for a [*BadRequest]
// and otherwise as given, and with its words in the member "error".
func Refuse(w http.ResponseWriter, status int, err error) {
	var bad *BadRequest
	if errors.As(err, &bad) {
		status = bad.Status
	}
	Write(w, status, Object{"error": err.Error()})
}
