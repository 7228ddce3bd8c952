package gotest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// events writes a stream as go test -json does.
func events(t *testing.T, events ...event) *strings.Reader {
	t.Helper()
	var stream strings.Builder
	for _, e := range events {
		require.NoError(t, json.NewEncoder(&stream).Encode(e))
	}
	return strings.NewReader(stream.String())
}

const fence = "example.com/fencing/exercises/01_fence"

func said(test, output string) event {
	return event{Action: "output", Package: fence, Test: test, Output: output}
}

// ended is the beginning or the end of a test, or of them all.
func ended(action, test string) event { return event{Action: action, Package: fence, Test: test} }

// go test would take half a minute to say this.
func TestALoopWithoutEnd(t *testing.T) {
	logs, err := readEvents(events(t,
		ended("run", "TestA"),
		said("TestA", "=== RUN   TestA\n"),
		said("TestA", "--- PASS: TestA (0.00s)\n"),
		ended("pass", "TestA"),
		ended("run", "TestB"),
		said("TestB", "panic: test timed out after 30s\n"),
		said("TestB", "\trunning tests:\n\t\tTestB (30s)\n\n"),
		said("TestB", "goroutine 1 [chan receive]:\ntesting.(*T).Run(0x2cd580156008)\n\t/usr/local/go/src/testing/testing.go:2109 +0x4e5\n"),
		said("TestB", "goroutine 22 [runnable]:\n"+"example.com/fencing/exercises/01_fence.(*Storage).Write(...)\n"),
		said("TestB", "\t/home/student/fencing/exercises/01_fence/fence.go:41\n"),
		said("", "FAIL\texample.com/fencing/exercises/01_fence\t30.02s\n"),
		ended("fail", ""),
	), nil)
	require.NoError(t, err)
	v := logs["01_fence"].verdict("01_fence")
	assert.Equal(t, DoesNotEnd, v.State)
	assert.Equal(t, "TestB", v.Test)
	assert.Equal(t, "stopped after 30s: a loop or a wait without an end? (fence.go:41)", v.Why)
	assert.Contains(t, v.Story, "\n  fence.go:41        (*Storage).Write\n")
}

func TestAStreamThatBreaksOff(t *testing.T) {
	logs, err := readEvents(strings.NewReader(`{"Action":"start","Package":"`+fence+`"}`+"\n{"), nil)
	assert.Error(t, err)
	assert.False(t, logs["01_fence"].ended)
}

func TestOutputWithoutEnd(t *testing.T) {
	chatty := []event{}
	for range 3 * longestOutput / 1000 {
		chatty = append(chatty, said("TestA", strings.Repeat("x", 999)+"\n"))
	}
	chatty = append(chatty, said("TestA", "panic: test timed out after 30s\n"), ended("fail", "TestA"), ended("fail", ""))
	logs, err := readEvents(events(t, chatty...), nil)
	require.NoError(t, err)
	assert.Less(t, len(logs["01_fence"].outputs["TestA"]), longestOutput+2000)
	assert.Equal(t, DoesNotEnd, logs["01_fence"].verdict("01_fence").State, "the end is not forgotten")
}

func TestTellKeepsTheWords(t *testing.T) {
	assert.Equal(t, "These writes arrive:\n1. Write(34) → accepted\n=> 33 is refused\n\nRead:  \"...\"",
		tell("=== RUN   TestA\n    fence_test.go:46: These writes arrive:\n        1. Write(34) → accepted\n        => 33 is refused\n        \n        Read:  \"...\"\n--- FAIL: TestA (0.00s)\n"))
}

func TestReason(t *testing.T) {
	assert.Equal(t, "33 is refused", reason("These writes arrive:\n=> 33 is refused\nRead: x"))
	assert.Equal(t, "These writes arrive:", reason("\nThese writes arrive:\nRead: x"))
	assert.Equal(t, "", reason("\n"))
}
