package lockhttp

import (
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
)

// ask sends one request to a handler.
func ask(handler http.Handler, method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	return w
}

func TestALeaseFromBeginningToEnd(t *testing.T) {
	locks := chapter.NewLockService(time.Now, time.Hour, chapter.FirstToken(33))
	server := httptest.NewServer(Handler(locks))
	defer server.Close()
	c := Client{URL: server.URL}

	asked := time.Now()
	lease, err := c.Acquire(t.Context(), "client1")
	require.NoError(t, err)
	assert.Equal(t, "client1", lease.Holder)
	assert.EqualValues(t, 33, lease.Token)
	assert.WithinRange(t, lease.Expires, asked.Add(59*time.Minute), time.Now().Add(time.Hour))

	_, err = c.Acquire(t.Context(), "client2")
	var held *HeldError
	require.ErrorAs(t, err, &held)
	assert.Contains(t, held.Error(), "lease held by client1 until ")
	assert.InDelta(t, time.Hour, held.Wait, float64(time.Minute))

	assert.Equal(t, http.StatusOK, ask(Handler(locks), "POST", "/renew", `{"holder":"client1","token":"33"}`).Code)
	require.NoError(t, c.Release(t.Context(), lease))
	assert.ErrorContains(t, c.Release(t.Context(), lease), "409 lease not held: ")

	lease, err = c.Acquire(t.Context(), "client2")
	require.NoError(t, err)
	assert.EqualValues(t, 34, lease.Token)
}

func TestTheClientTrustsItsLeaseNoLongerThanTheServiceDoes(t *testing.T) {
	locks := chapter.NewLockService(time.Now, time.Hour)
	var granted chapter.Lease
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var err error
		granted, err = locks.Acquire("client1")
		grant(w, granted, err)
	}))
	defer server.Close()
	lease, err := Client{URL: server.URL}.Acquire(t.Context(), "client1")
	require.NoError(t, err)
	assert.False(t, lease.Expires.After(granted.Expires))
}

func TestEachRequestIsCheckedAndTheServiceGoesOn(t *testing.T) {
	locks := chapter.NewLockService(time.Now, time.Hour, chapter.FirstToken(33))
	handler := Handler(locks)
	_, err := locks.Acquire("client1")
	require.NoError(t, err)
	const held = `{"holder":"client1","token":"33"}`
	for name, test := range map[string]struct {
		method, path, body string
		status             int
		answer             string
	}{
		"not JSON":          {"POST", "/acquire", `client1`, 400, `the body is not JSON`},
		"no holder":         {"POST", "/acquire", `{}`, 400, `\"holder\" is missing`},
		"an empty holder":   {"POST", "/acquire", `{"holder":""}`, 400, chapter.ErrNoHolder.Error()},
		"no token":          {"POST", "/renew", `{"holder":"client1"}`, 400, `\"token\" is missing`},
		"no number":         {"POST", "/release", `{"holder":"client1","token":"mine"}`, 400, `token \"mine\"`},
		"a negative token":  {"POST", "/release", `{"holder":"client1","token":"-1"}`, 400, `token \"-1\"`},
		"above uint64":      {"POST", "/renew", `{"holder":"client1","token":"18446744073709551616"}`, 400, `18446744073709551615`},
		"token zero":        {"POST", "/renew", `{"holder":"client1","token":"0"}`, 400, chapter.ErrNoToken.Error()},
		"too large":         {"POST", "/acquire", `{"holder":"` + strings.Repeat("x", flatjson.MaxBody) + `"}`, 413, `larger than`},
		"held":              {"POST", "/acquire", `{"holder":"client2"}`, 409, `"wait":"59m`},
		"a lease unknown":   {"POST", "/renew", `{"holder":"client1","token":"99"}`, 409, `token 99 was never granted`},
		"a lease of old":    {"POST", "/release", `{"holder":"client1","token":"32"}`, 409, `token 32 is over`},
		"somebody else's":   {"POST", "/release", `{"holder":"client2","token":"33"}`, 409, `client2 does not hold token 33`},
		"another method":    {"GET", "/acquire", ``, 405, `Method Not Allowed`},
		"yet another":       {"DELETE", "/release", held, 405, `Method Not Allowed`},
		"nothing there":     {"POST", "/lock", held, 404, `not found`},
		"what is all right": {"POST", "/renew", held, 200, `"token":"33"`},
	} {
		t.Run(name, func(t *testing.T) {
			w := ask(handler, test.method, test.path, test.body)
			assert.Equal(t, test.status, w.Code)
			assert.Contains(t, w.Body.String(), test.answer)
			if test.status == http.StatusMethodNotAllowed {
				assert.Equal(t, "POST", w.Header().Get("Allow"))
			}
			assert.Equal(t, http.StatusOK, ask(handler, "POST", "/renew", held).Code, "the service goes on, and client1 holds its lease")
		})
	}
}

func TestALargeTokenKeepsItsDigits(t *testing.T) {
	for _, token := range []chapter.Token{1 << 53, 1<<53 + 1, math.MaxUint64} {
		locks := chapter.NewLockService(time.Now, time.Hour, chapter.FirstToken(token))
		server := httptest.NewServer(Handler(locks))
		lease, err := Client{URL: server.URL}.Acquire(t.Context(), "client1")
		assert.NoError(t, err)
		assert.Equal(t, token, lease.Token)
		assert.NoError(t, Client{URL: server.URL}.Release(t.Context(), lease))
		server.Close()

		if token == math.MaxUint64 {
			w := ask(Handler(locks), "POST", "/acquire", `{"holder":"client1"}`)
			assert.Equal(t, http.StatusServiceUnavailable, w.Code)
			assert.Contains(t, w.Body.String(), "tokens exhausted")
		}
	}
}

// FuzzHandler sends anything to each path. Whatever it is, the answer has a
// status that fits, and the one lease there is stays where it was.
func FuzzHandler(f *testing.F) {
	for _, body := range []string{``, `{}`, `{"holder":"client2"}`, `{"holder":"client1","token":"33"}`, `{"holder":"client1","token":33}`, `{"holder":"client2","token":"34"}`, `[`} {
		f.Add("/acquire", body)
		f.Add("/renew", body)
		f.Add("/release", body)
	}
	f.Fuzz(func(t *testing.T, path, body string) {
		if path != "/acquire" && path != "/renew" && path != "/release" {
			path = "/release"
		}
		locks := chapter.NewLockService(time.Now, time.Hour, chapter.FirstToken(33))
		lease, err := locks.Acquire("client1")
		require.NoError(t, err)
		status := ask(Handler(locks), "POST", path, body).Code
		switch status {
		case http.StatusOK, http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge:
			require.True(t, locks.Holds(lease), "%s with %q", path, body)
		case http.StatusNoContent:
			require.Equal(t, "/release", path)
			require.False(t, locks.Holds(lease), "%s with %q", path, body)
		default:
			t.Fatalf("%s with %q: %d", path, body, status)
		}
	})
}
