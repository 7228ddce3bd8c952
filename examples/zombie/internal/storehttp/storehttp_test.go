package storehttp

import (
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/flatjson"
)

// fenced is a chapter.FencedStorage as the handler wants it.
type fenced struct {
	chapter.FencedStorage
	err error // of the disk, say
}

func (s *fenced) Write(_, data string, token chapter.Token) error {
	if s.err != nil {
		return s.err
	}
	return s.FencedStorage.Write(data, token)
}

func (s *fenced) Read() (string, chapter.Token, error) {
	return s.FencedStorage.Read(), s.Mark(), s.err
}

func ask(handler http.Handler, method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	return w
}

func TestAStaleWriteIsRefusedWithBothTokens(t *testing.T) {
	server := httptest.NewServer(Handler(&fenced{}))
	defer server.Close()
	c := Client{URL: server.URL}
	require.NoError(t, c.Write(t.Context(), "client2", "client2 draft", 34))
	require.NoError(t, c.Write(t.Context(), "client2", "client2 data", 34))

	err := c.Write(t.Context(), "client1", "client1 stale data", 33)
	assert.Equal(t, &RefusedError{Status: 409, Reason: "token 33 < 34"}, err)
	assert.EqualError(t, err, "409 token 33 < 34")

	data, mark, err := c.Read(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "client2 data", data)
	assert.EqualValues(t, 34, mark)
}

func TestEachRequestIsCheckedAndTheStorageGoesOn(t *testing.T) {
	storage := &fenced{}
	handler := Handler(storage)
	require.NoError(t, storage.Write("", "client2 data", 34))
	const writes = `{"client":"client2","data":"client2 data","token":"34"}`
	for name, test := range map[string]struct {
		method, path, body string
		status             int
		answer             string
	}{
		"not JSON":          {"PUT", "/data", `client2 data`, 400, `the body is not JSON`},
		"no token":          {"PUT", "/data", `{"client":"client2","data":"x"}`, 400, `\"token\" is missing`},
		"a bare number":     {"PUT", "/data", `{"client":"client2","data":"x","token":35}`, 400, `\"token\" is not a string`},
		"no number":         {"PUT", "/data", `{"client":"client2","data":"x","token":"new"}`, 400, `token \"new\"`},
		"a negative token":  {"PUT", "/data", `{"client":"client2","data":"x","token":"-35"}`, 400, `token \"-35\"`},
		"above uint64":      {"PUT", "/data", `{"client":"client2","data":"x","token":"18446744073709551616"}`, 400, `18446744073709551615`},
		"token zero":        {"PUT", "/data", `{"client":"client2","data":"x","token":"0"}`, 400, chapter.ErrNoToken.Error()},
		"too large":         {"PUT", "/data", `{"client":"` + strings.Repeat("x", flatjson.MaxBody) + `"}`, 413, `larger than`},
		"stale":             {"PUT", "/data", `{"client":"client1","data":"x","token":"33"}`, 409, `{"error":"token 33 < 34"}`},
		"another method":    {"POST", "/data", writes, 405, `Method Not Allowed`},
		"yet another":       {"DELETE", "/data", ``, 405, `Method Not Allowed`},
		"nothing there":     {"PUT", "/", writes, 404, `not found`},
		"what is all right": {"PUT", "/data", writes, 204, ``},
	} {
		t.Run(name, func(t *testing.T) {
			w := ask(handler, test.method, test.path, test.body)
			assert.Equal(t, test.status, w.Code)
			assert.Contains(t, w.Body.String(), test.answer)
			if test.status == http.StatusMethodNotAllowed {
				assert.Equal(t, "GET, HEAD, PUT", w.Header().Get("Allow"))
			}
			assert.Equal(t, "{\"data\":\"client2 data\",\"mark\":\"34\"}\n", ask(handler, "GET", "/data", "").Body.String())
		})
	}
}

func TestAFailingDiskIsNotTheClientsFault(t *testing.T) {
	server := httptest.NewServer(Handler(&fenced{err: errors.New("store broken")}))
	defer server.Close()
	c := Client{URL: server.URL}
	assert.EqualError(t, c.Write(t.Context(), "client1", "x", 33), "500 store broken")
	_, _, err := c.Read(t.Context())
	assert.EqualError(t, err, "storage: 500 store broken")
}

func TestALargeTokenKeepsItsDigits(t *testing.T) {
	server := httptest.NewServer(Handler(&fenced{}))
	defer server.Close()
	c := Client{URL: server.URL}
	for _, token := range []chapter.Token{1 << 53, 1<<53 + 1, math.MaxUint64} {
		require.NoError(t, c.Write(t.Context(), "client1", "x", token))
		_, mark, err := c.Read(t.Context())
		require.NoError(t, err)
		assert.Equal(t, token, mark)
	}
	assert.EqualError(t, c.Write(t.Context(), "client1", "x", 1<<53), "409 token 9007199254740992 < 18446744073709551615")
}

// On a connection that it had kept, net/http would send the second Read again by
// itself when the server hangs up, and a Write in some cases.
func TestARequestIsSentOnceOnAConnectionOfItsOwn(t *testing.T) {
	var mu sync.Mutex
	arrived := make(map[string]int) // by connection
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		arrived[r.RemoteAddr]++
		if len(arrived) > 1 || arrived[r.RemoteAddr] > 1 {
			panic(http.ErrAbortHandler) // hang up on all but the first
		}
		flatjson.Write(w, http.StatusOK, flatjson.Object{"data": "", "mark": "0"})
	}))
	defer server.Close()
	c := Client{URL: server.URL}
	_, _, err := c.Read(t.Context()) // so that there could be a connection to keep
	require.NoError(t, err)
	_, _, err = c.Read(t.Context())
	require.Error(t, err)
	require.Error(t, c.Write(t.Context(), "client1", "x", 33))
	mu.Lock()
	defer mu.Unlock()
	assert.Len(t, arrived, 3)
	for connection, n := range arrived {
		assert.Equal(t, 1, n, connection)
	}
}

// FuzzHandler writes anything. Only a whole request whose token is not below the
// mark changes what is stored.
func FuzzHandler(f *testing.F) {
	for _, body := range []string{``, `{}`, `{"client":"client1","data":"client1 stale data","token":"33"}`, `{"client":"","data":"","token":"34"}`, `{"client":"a","data":"b","token":"9007199254740993"}`, `{"data":"b","token":99}`, `[`} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		storage := &fenced{}
		require.NoError(t, storage.Write("", "client2 data", 34))
		status := ask(Handler(storage), "PUT", "/data", body).Code
		data, mark, _ := storage.Read()
		switch status {
		case http.StatusNoContent:
			request, err := flatjson.Parse([]byte(body))
			require.NoError(t, err)
			require.Equal(t, request["data"], data)
			require.GreaterOrEqual(t, mark, chapter.Token(34))
		case http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge:
			require.Equal(t, "client2 data", data, "%q", body)
			require.EqualValues(t, 34, mark, "%q", body)
		default:
			t.Fatalf("%q: %d", body, status)
		}
	})
}
