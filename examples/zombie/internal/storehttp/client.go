package storehttp

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
)

// A Client uses the storage at URL, for example http://127.0.0.1:4711.
type Client struct{ URL string }

// A RefusedError is the storage's answer to a write that it did not carry out.
type RefusedError struct {
	Status int
	Reason string // for example "token 33 < 34"
}

func (e *RefusedError) Error() string { return fmt.Sprintf("%d %s", e.Status, e.Reason) }

// Write sends one write, once. It returns a [*RefusedError] if the storage has
// refused it. After any other error the outcome is unknown.
func (c Client) Write(ctx context.Context, client, data string, token chapter.Token) error {
	status, answer, err := flatjson.Call(ctx, http.MethodPut, c.URL+"/data",
		flatjson.Object{"client": client, "data": data, "token": flatjson.Digits(token)})
	if err == nil && status != http.StatusNoContent {
		err = &RefusedError{Status: status, Reason: answer["error"]}
	}
	return err
}

// Read returns what the storage holds, and its mark.
func (c Client) Read(ctx context.Context) (data string, mark chapter.Token, err error) {
	status, answer, err := flatjson.Call(ctx, http.MethodGet, c.URL+"/data", nil)
	if err != nil {
		return "", 0, err
	}
	if status != http.StatusOK {
		return "", 0, fmt.Errorf("storage: %d %s", status, answer["error"])
	}
	n, err := strconv.ParseUint(answer["mark"], 10, 64) // it may be 0, which is no token
	return answer["data"], chapter.Token(n), err
}
