//go:build unix

package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
)

// A slowRoad is a proxy before the storage, which holds the first request back
// until it is told to let go. So a packet is late and nobody is paused.
type slowRoad struct {
	proxy *httputil.ReverseProxy
	seen  func(client, data string, token chapter.Token)
	held  chan struct{} // closed once a request is held back
	clear chan struct{} // closed to let it go
}

func newSlowRoad(storage string, seen func(client, data string, token chapter.Token)) (*slowRoad, error) {
	target, err := url.Parse(storage)
	if err != nil {
		return nil, err
	}
	return &slowRoad{
		// It has a connection of its own for each request, for the
		// reason that flatjson gives: it must not send one twice.
		proxy: &httputil.ReverseProxy{
			Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
			Transport: &http.Transport{DisableKeepAlives: true},
		},
		seen:  seen,
		held:  make(chan struct{}),
		clear: make(chan struct{}),
	}, nil
}

// ServeHTTP takes the whole request before it holds it back: all of it has left
// the client and is on its way.
func (s *slowRoad) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, flatjson.MaxBody))
	if err != nil {
		flatjson.Refuse(w, http.StatusBadRequest, err)
		return
	}
	request, err := flatjson.Parse(body)
	if err != nil {
		flatjson.Refuse(w, http.StatusBadRequest, err)
		return
	}
	token, err := request.Token()
	if err != nil {
		flatjson.Refuse(w, http.StatusBadRequest, err)
		return
	}
	s.seen(request["client"], request["data"], token)
	close(s.held)
	select {
	case <-s.clear:
	case <-r.Context().Done(): // the run is over
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.proxy.ServeHTTP(w, r)
}
