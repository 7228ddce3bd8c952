// Package storehttp puts a storage behind HTTP.
//
//	PUT /data  {"client":"client1","data":"...","token":"33"}  204, or 409 if a later token has been seen
//	GET /data                                                  200 {"data":"...","mark":"34"}
//
// A refusal comes as {"error":"token 33 < 34"}. A storage without a mark, or one
// that has not seen a token yet, answers "0". The client's name is there for
// whoever keeps a log: nothing is decided by it.
package storehttp

import (
	"errors"
	"net/http"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
)

// A Storage is what is behind the HTTP. Whether it looks at the token is its own
// affair: a plain one does not.
type Storage interface {
	Write(client, data string, token chapter.Token) error
	Read() (data string, mark chapter.Token, err error)
}

// Handler serves s. A request without a token is refused in any case, so that
// the clients of a plain and of a fenced storage are the same program.
func Handler(s Storage) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /data", func(w http.ResponseWriter, r *http.Request) {
		if err := write(s, w, r); err != nil {
			flatjson.Refuse(w, status(err), err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /data", func(w http.ResponseWriter, r *http.Request) {
		data, mark, err := s.Read()
		if err != nil {
			flatjson.Refuse(w, status(err), err)
			return
		}
		flatjson.Write(w, http.StatusOK, flatjson.Object{"data": data, "mark": flatjson.Digits(mark)})
	})
	return mux
}

func write(s Storage, w http.ResponseWriter, r *http.Request) error {
	client, data, token, err := ReadWrite(w, r)
	if err != nil {
		return err
	}
	return s.Write(client, data, token)
}

// ReadWrite reads the body of a write. Every error that it returns is a
// [*flatjson.BadRequest].
func ReadWrite(w http.ResponseWriter, r *http.Request) (client, data string, token chapter.Token, err error) {
	request, err := flatjson.Read(w, r, "client", "data", "token")
	if err != nil {
		return "", "", 0, err
	}
	token, err = request.Token()
	return request["client"], request["data"], token, err
}

// status tells the client whose fault it is: a stale token is in conflict with
// what the storage has seen, all else is the storage's.
func status(err error) int {
	if errors.Is(err, chapter.ErrStaleToken) {
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}
