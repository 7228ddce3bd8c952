// Package lockhttp puts a lock service behind HTTP.
//
//	POST /acquire  {"holder":"client1"}               200, or 409 while it is held
//	POST /renew    {"holder":"client1","token":"33"}  200, or 409 if it is over
//	POST /release  {"holder":"client1","token":"33"}  204, or 409 if it is over
//
// A grant comes as {"holder":"client1","token":"33","ttl":"1s"}, with the time
// for which it is good and not the time of day until which: the clocks of two
// machines differ, and the holder counts on its own. A refusal comes as
// {"error":"..."}, and if the lease is held with "wait", after which it is
// worth asking again.
package lockhttp

import (
	"errors"
	"net/http"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
)

// A Service is the lock service behind the HTTP, a [chapter.LockService] or one
// that keeps a record of it.
type Service interface {
	Acquire(holder string) (chapter.Lease, error)
	Renew(chapter.Lease) (chapter.Lease, error)
	Release(chapter.Lease) error
}

// Handler serves locks, whose clock is time.Now.
func Handler(locks Service) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /acquire", func(w http.ResponseWriter, r *http.Request) {
		request, err := flatjson.Read(w, r, "holder")
		if err != nil {
			refuse(w, err)
			return
		}
		lease, err := locks.Acquire(request["holder"])
		grant(w, lease, err)
	})
	mux.HandleFunc("POST /renew", func(w http.ResponseWriter, r *http.Request) {
		lease, err := readLease(w, r)
		if err != nil {
			refuse(w, err)
			return
		}
		lease, err = locks.Renew(lease)
		grant(w, lease, err)
	})
	mux.HandleFunc("POST /release", func(w http.ResponseWriter, r *http.Request) {
		lease, err := readLease(w, r)
		if err == nil {
			err = locks.Release(lease)
		}
		if err != nil {
			refuse(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// readLease reads what Renew and Release need of a lease. What the client says
// of its expiry would not count: the service knows that better.
func readLease(w http.ResponseWriter, r *http.Request) (chapter.Lease, error) {
	request, err := flatjson.Read(w, r, "holder", "token")
	if err != nil {
		return chapter.Lease{}, err
	}
	token, err := request.Token()
	return chapter.Lease{Holder: request["holder"], Token: token}, err
}

func grant(w http.ResponseWriter, lease chapter.Lease, err error) {
	if err != nil {
		refuse(w, err)
		return
	}
	flatjson.Write(w, http.StatusOK, flatjson.Object{
		"holder": lease.Holder,
		"token":  flatjson.Digits(lease.Token),
		"ttl":    time.Until(lease.Expires).String(),
	})
}

func refuse(w http.ResponseWriter, err error) {
	var held *chapter.HeldError
	switch {
	case errors.As(err, &held):
		flatjson.Write(w, http.StatusConflict, flatjson.Object{
			"error": err.Error(),
			"wait":  max(0, time.Until(held.Until)).String(),
		})
	case errors.Is(err, chapter.ErrNoHolder):
		flatjson.Refuse(w, http.StatusBadRequest, err)
	case errors.Is(err, chapter.ErrTokensExhausted):
		flatjson.Refuse(w, http.StatusServiceUnavailable, err)
	default:
		flatjson.Refuse(w, http.StatusConflict, err)
	}
}
