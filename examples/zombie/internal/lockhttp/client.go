package lockhttp

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
)

// A Client asks the lock service at URL, for example http://127.0.0.1:4711.
type Client struct{ URL string }

// A HeldError says that somebody else has the lease, and after which time it is
// worth asking again.
type HeldError struct {
	Reason string
	Wait   time.Duration
}

func (e *HeldError) Error() string { return e.Reason }

// Acquire returns a lease, or a [*HeldError] at once if it is not free.
//
// The lease expires, on the client's own monotonic clock, one TTL after the
// request was sent. Counting from the answer, the client would trust its lease
// for longer than the service does.
func (c Client) Acquire(ctx context.Context, holder string) (chapter.Lease, error) {
	sent := time.Now()
	status, answer, err := flatjson.Call(ctx, http.MethodPost, c.URL+"/acquire", flatjson.Object{"holder": holder})
	if err != nil {
		return chapter.Lease{}, err
	}
	switch status {
	case http.StatusOK:
		token, err := answer.Token()
		if err != nil {
			return chapter.Lease{}, fmt.Errorf("lock service: %w", err)
		}
		ttl, err := time.ParseDuration(answer["ttl"])
		if err != nil {
			return chapter.Lease{}, fmt.Errorf("lock service: ttl: %w", err)
		}
		return chapter.Lease{Holder: holder, Token: token, Expires: sent.Add(ttl)}, nil
	case http.StatusConflict:
		wait, err := time.ParseDuration(answer["wait"])
		if err != nil {
			return chapter.Lease{}, fmt.Errorf("lock service: wait: %w", err)
		}
		return chapter.Lease{}, &HeldError{Reason: answer["error"], Wait: wait}
	}
	return chapter.Lease{}, fmt.Errorf("lock service: %d %s", status, answer["error"])
}

// Release gives the lease back.
func (c Client) Release(ctx context.Context, l chapter.Lease) error {
	status, answer, err := flatjson.Call(ctx, http.MethodPost, c.URL+"/release",
		flatjson.Object{"holder": l.Holder, "token": flatjson.Digits(l.Token)})
	if err == nil && status != http.StatusNoContent {
		err = fmt.Errorf("lock service: %d %s", status, answer["error"])
	}
	return err
}
