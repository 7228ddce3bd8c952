package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
)

// inProcess are those that are here everywhere.
func inProcess(t *testing.T) (openers []systems.Opener) {
	for _, opener := range systems.Openers {
		if slices.Contains([]string{"sqlite", "bolt", "s3 (gofakes3)"}, opener.Name) {
			openers = append(openers, opener)
		}
	}
	require.Len(t, openers, 3)
	return openers
}

func TestTheTableAndThePlot(t *testing.T) {
	absent := systems.Opener{Name: "Oracle", Open: func(context.Context) (*systems.System, error) {
		return nil, &servers.AbsentError{System: "Oracle", Enable: "buy one"}
	}}
	locksOnly := systems.Opener{Name: "locks only", Open: func(context.Context) (*systems.System, error) {
		return new(systems.System), nil
	}}
	svg := filepath.Join(t.TempDir(), "price.svg")
	t.Setenv("REQUIRE_SERVERS", "")
	var out, complaints bytes.Buffer
	status := run(t.Context(), append(inProcess(t), absent, locksOnly), []string{"-time", "1ms", "-svg", svg}, &out, &complaints)
	assert.Equal(t, 0, status)
	assert.Empty(t, complaints.String())
	assert.Regexp(t, `\nsqlite +\d+ +\d+ +\d+\.\d\d .* - +-\n`, out.String())
	assert.Regexp(t, `\ns3 \(gofakes3\) .* 1 +1\n`, out.String())
	assert.Contains(t, out.String(), "\nOracle is not here; to enable it: buy one\n")
	assert.NotContains(t, out.String(), "locks only")
	plot, err := os.ReadFile(svg)
	require.NoError(t, err)
	assert.Equal(t, 3, bytes.Count(plot, []byte("<circle")))
}

// A server that is used for two things is absent once.
func TestWhatIsAbsent(t *testing.T) {
	absent := systems.Opener{Name: "Oracle", Open: func(context.Context) (*systems.System, error) {
		return nil, &servers.AbsentError{System: "Oracle", Enable: "buy one"}
	}}
	for required, want := range map[string]int{"": 0, "1": 1} {
		t.Setenv("REQUIRE_SERVERS", required)
		var out, complaints bytes.Buffer
		assert.Equal(t, want, run(t.Context(), []systems.Opener{absent, absent}, nil, &out, &complaints))
		assert.Equal(t, 1, bytes.Count(out.Bytes(), []byte("Oracle is not here")))
		assert.Equal(t, want == 1, bytes.Contains(complaints.Bytes(), []byte("REQUIRE_SERVERS")))
	}
}

func TestWhatIsNotUnderstood(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"etcd"}, `no arguments such as "etcd"`},
		{[]string{"-time", "0s"}, "above zero"},
		{[]string{"-time", "-1s"}, "above zero"},
		{[]string{"-time", "soon"}, "invalid value"},
		{[]string{"-svg", filepath.Join(t.TempDir(), "nowhere", "price.svg")}, "a folder that is there"},
		{[]string{"-svg", t.TempDir()}, "is a folder"},
		{[]string{"-fast"}, "not defined"},
	} {
		var out, complaints bytes.Buffer
		assert.Equal(t, 2, run(t.Context(), nil, c.args, &out, &complaints), "%q", c.args)
		assert.Contains(t, complaints.String(), c.want)
		assert.Empty(t, out.String())
	}
	var out, complaints bytes.Buffer
	assert.Equal(t, 0, run(t.Context(), nil, []string{"-help"}, &out, &complaints))
	assert.Contains(t, complaints.String(), "-svg file")
}

// A storage that fails is named, and no plot is drawn without it.
func TestAStorageThatFails(t *testing.T) {
	broken := systems.Opener{Name: "broken", Open: func(context.Context) (*systems.System, error) {
		return nil, errors.New("no space left")
	}}
	svg := filepath.Join(t.TempDir(), "price.svg")
	var out, complaints bytes.Buffer
	status := run(t.Context(), []systems.Opener{broken}, []string{"-svg", svg}, &out, &complaints)
	assert.Equal(t, 1, status)
	assert.Equal(t, "price: broken: no space left\n", complaints.String())
	assert.NoFileExists(t, svg)
}

func TestAnInterruptedRunLeavesNothingBehind(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, opener := range inProcess(t) {
		var out, complaints bytes.Buffer
		assert.Equal(t, 1, run(ctx, []systems.Opener{opener}, nil, &out, &complaints))
		assert.Contains(t, complaints.String(), context.Canceled.Error())
	}
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Empty(t, left)
}
