//go:build unix

package main

import (
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// A service is an HTTP server on this machine's loopback alone.
type service struct {
	URL    string
	server *http.Server
}

// listen takes a port that the system chooses, so that none can be taken
// already.
func listen() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }

// serve serves handler until the service is closed. Its limits keep a client
// that sends half a request from holding a connection for ever.
func serve(listener net.Listener, handler http.Handler) *service {
	s := &service{
		URL: "http://" + listener.Addr().String(),
		server: &http.Server{
			Handler:           handler,
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       10 * time.Second,
			MaxHeaderBytes:    16 << 10,
			ErrorLog:          log.New(io.Discard, "", 0), // of clients that were killed
		},
	}
	go s.server.Serve(listener) // returns when the service is closed
	return s
}

// Close ends the service, and the connections that are open.
func (s *service) Close() { s.server.Close() }
