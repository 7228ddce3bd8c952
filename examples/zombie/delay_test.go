//go:build unix

package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
	"example.com/fencing/examples/zombie/internal/flatjson"
	"example.com/fencing/examples/zombie/internal/storehttp"
)

func TestOnlyTheFirstWriteIsHeldBack(t *testing.T) {
	storage := newShelf(true, timeline.New(time.Now))
	server := httptest.NewServer(storehttp.Handler(storage))
	defer server.Close()
	var seen []chapter.Token
	slow, err := newSlowRoad(server.URL, func(_, _ string, token chapter.Token) { seen = append(seen, token) })
	require.NoError(t, err)
	road := httptest.NewServer(slow)
	defer road.Close()

	for body, status := range map[string]int{
		`{`: 400,
		`{"client":"client1","data":"x","token":"-33"}`:            400,
		`{"client":"client1","data":"x","token":"33","now":"yes"}`: 400,
		strings.Repeat(" ", flatjson.MaxBody) + `{}`:               413,
	} {
		request, err := http.NewRequest(http.MethodPut, road.URL+"/data", strings.NewReader(body))
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		response.Body.Close()
		assert.Equal(t, status, response.StatusCode, body)
	}
	assert.Empty(t, seen, "none of these was a write")

	first := make(chan error)
	go func() { first <- storehttp.Client{URL: road.URL}.Write(t.Context(), "client1", "first", 33) }()
	<-slow.held
	client := storehttp.Client{URL: road.URL}
	require.NoError(t, client.Write(t.Context(), "client2", "second", 34))
	data, mark, err := client.Read(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "second", data)
	assert.EqualValues(t, 34, mark)

	close(slow.clear)
	assert.EqualError(t, <-first, "409 token 33 < 34")
	assert.Equal(t, []chapter.Token{33}, seen)
}
