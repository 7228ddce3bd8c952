package flatjson

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
)

// client opens a connection for each request. On one that it has kept open,
// net/http may find that the server has closed it, and then sends the request
// once more by itself: a GET, or one with an Idempotency-Key, even if it was
// sent already, and a PUT if nothing of it was. That is meant well. But a
// process that wakes after a long pause would do it behind our back, and the
// example wants to say that one write was sent and one arrived. The first
// request on a connection is never repeated.
//
// Nor does it follow redirects, or ask a proxy that the environment names.
var client = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Call sends o, or no body if o is nil, and returns the answer's status and its
// body, which may be empty. An error means that the outcome is not known: the
// request may have been carried out, and the answer lost.
func Call(ctx context.Context, method, url string, o Object) (status int, answer Object, err error) {
	var body io.Reader
	if o != nil {
		body = bytes.NewReader(o.encode())
	}
	request, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return 0, nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, MaxBody))
	if err != nil {
		return 0, nil, err
	}
	if len(content) > 0 {
		if answer, err = Parse(content); err != nil {
			return 0, nil, fmt.Errorf("%s answers %s: %w", url, response.Status, err)
		}
	}
	return response.StatusCode, answer, nil
}
