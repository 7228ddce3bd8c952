//go:build unix

package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
	"example.com/fencing/examples/zombie/internal/storehttp"
)

// A slowRoad is a proxy before the storage, which holds the first write back
// until it is told to let go. So a packet is late and nobody is paused.
type slowRoad struct {
	proxy *httputil.ReverseProxy
	seen  func(client, data string, token chapter.Token)
	first atomic.Bool   // that one has been held back
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

// ServeHTTP takes the whole write before it holds it back: all of it has left the
// client and is on its way. What the storage would refuse to read is refused here,
// in the same words, and what comes after the first write passes.
func (s *slowRoad) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPut {
		s.proxy.ServeHTTP(w, r)
		return
	}
	var body bytes.Buffer
	r.Body = io.NopCloser(io.TeeReader(r.Body, &body))
	client, data, token, err := storehttp.ReadWrite(w, r)
	if err != nil {
		flatjson.Refuse(w, http.StatusBadRequest, err)
		return
	}
	r.Body = io.NopCloser(&body)
	if !s.first.CompareAndSwap(false, true) {
		s.proxy.ServeHTTP(w, r)
		return
	}
	s.seen(client, data, token)
	close(s.held)
	select {
	case <-s.clear:
	case <-r.Context().Done(): // the run is over
		return
	}
	s.proxy.ServeHTTP(w, r)
}
