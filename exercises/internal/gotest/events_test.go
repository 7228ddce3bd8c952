package gotest

import (
	"encoding/json"
	"slices"
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
	v := logs["01_fence"].verdict("01_fence", nil)
	assert.Equal(t, DoesNotEnd, v.State)
	assert.Equal(t, "TestB", v.Test)
	assert.Equal(t, "stopped after 30s: a loop or a wait without an end, or very much printing? (fence.go:41)", v.Why)
	assert.Contains(t, v.Story, "\n  fence.go:41        (*Storage).Write\n")
}

func TestAStreamThatBreaksOff(t *testing.T) {
	logs, err := readEvents(strings.NewReader(`{"Action":"start","Package":"`+fence+`"}`+"\n{"), nil)
	assert.Error(t, err)
	assert.False(t, logs["01_fence"].ended)
}

const timedOut = "test timed out after 30s\n\trunning tests:\n\t\tTestA (30s)\n\n"

const trace = "goroutine 1 [chan receive]:\nexample.com/fencing/exercises/01_fence_test.world(...)\n\t/home/01_fence/story_test.go:70\n\n" +
	"goroutine 2 [sync.Mutex.Lock]:\nexample.com/fencing/exercises/01_fence.Wait(...)\n\t/home/01_fence/fence.go:7\n\n" +
	"goroutine 3 [runnable]:\nexample.com/fencing/exercises/01_fence.Loop(...)\n\t/home/01_fence/fence.go:9\n"

// lines is an event for each line of a text, as in a stream.
func lines(test, text string) (events []event) {
	for line := range strings.Lines(text) {
		events = append(events, said(test, line))
	}
	return events
}

func judge(t *testing.T, tests []string, parts ...[]event) Verdict {
	t.Helper()
	logs, err := readEvents(events(t, slices.Concat(parts...)...), nil)
	require.NoError(t, err)
	return logs["01_fence"].verdict("01_fence", tests)
}

func TestVeryMuchOutput(t *testing.T) {
	chatter := lines("TestA", strings.Repeat(strings.Repeat("x", 999)+"\n", 1000))
	run, over := []event{ended("run", "TestA")}, []event{ended("fail", "")}
	for name, end := range map[string]string{
		"glued":  "half a line panic: " + timedOut + trace,
		"torn":   "panic: debug line 45\n" + timedOut + trace,
		"broken": "panic: debug line 45\n",
	} {
		v := judge(t, nil, run, chatter, lines("TestA", end), over)
		assert.Equal(t, PrintsMuch, v.State, name)
		assert.Equal(t, tooMuch, v.Why, name)
	}
	v := judge(t, nil, run, chatter, lines("TestA", "panic: oh\n\n"+trace), over)
	assert.Equal(t, Panics, v.State, "a panic is one")

	v = judge(t, nil, run, chatter, lines("TestA", "    a_test.go:3: A story:\n        => the reason\n"), []event{ended("fail", "TestA")}, over)
	assert.Equal(t, Fails, v.State)
	assert.Equal(t, "the reason", v.Why)
	assert.Equal(t, 14, strings.Count(v.Story, "\n")+1, "a remark, dots, ten lines and the story")

	v = judge(t, nil, run, chatter, []event{ended("pass", "TestA"), ended("pass", "")})
	assert.Equal(t, Done, v.State, "it is allowed")

	logs, err := readEvents(events(t, chatter...), nil)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(logs["01_fence"].output("TestA")), longestHead+2*longestTail+1000)
}

func TestAStopIsNotBlamedOnThoseWhoWait(t *testing.T) {
	v := judge(t, nil, []event{ended("run", "TestA")}, lines("TestA", "half panic: "+timedOut+trace), []event{ended("fail", "")})
	assert.Equal(t, DoesNotEnd, v.State)
	assert.Contains(t, v.Why, "(fence.go:9)")
	assert.NotContains(t, v.Story, "_test.go")
	assert.Equal(t, []string{"fence.go           Loop"}, frames(strings.ReplaceAll(trace, ":9", ":1"), "01_fence", true))
}

func TestAStoryBeforeACrash(t *testing.T) {
	v := judge(t, nil,
		[]event{ended("run", "TestA")}, lines("TestA", "    a_test.go:3: A story\n        => the reason\n"),
		[]event{ended("fail", "TestA"), ended("run", "TestB")}, lines("TestB", "panic: "+timedOut+trace), []event{ended("fail", "")})
	assert.Equal(t, Fails, v.State)
	assert.Equal(t, "the reason", v.Why)
	assert.Equal(t, []string{"TestB"}, v.Others)
}

func TestWhatTheStudentPrintsIsNoVerdict(t *testing.T) {
	v := judge(t, nil, []event{ended("run", "TestA")},
		lines("TestA", "=> my debug arrow\npanic: not really\nno end    a_test.go:3: A story\n        => the reason\n"),
		[]event{ended("fail", "TestA"), ended("fail", "")})
	assert.Equal(t, Fails, v.State)
	assert.Equal(t, "the reason", v.Why)
	assert.Equal(t, "=> my debug arrow\npanic: not really\nno end\nA story\n=> the reason", v.Story)
}

func TestDoneIsWhenAllTestsHaveRun(t *testing.T) {
	tests := []string{"TestA", "TestB"}
	run := func(name string) []event { return []event{ended("run", name), ended("pass", name)} }
	pass := []event{ended("pass", "")}
	assert.Equal(t, Done, judge(t, tests, run("TestB"), run("TestA"), pass).State)
	assert.Equal(t, nothingRan, judge(t, tests, pass).Why)
	v := judge(t, tests, run("TestA"), pass)
	assert.Equal(t, Fails, v.State)
	assert.Equal(t, "TestB", v.Test)
	v = judge(t, nil, run("TestA"), []event{ended("run", "TestB")}, pass)
	assert.Equal(t, Fails, v.State, "one is left running")
}

func TestTellKeepsTheWords(t *testing.T) {
	debug, words := tell("=== RUN   TestA\nmine\n    fence_test.go:46: These writes arrive:\n        1. Write(34) → accepted\n        => 33 is refused\n        \n        Read:  \"...\"\n--- FAIL: TestA (0.00s)\n")
	assert.Equal(t, "mine", debug)
	assert.Equal(t, "These writes arrive:\n1. Write(34) → accepted\n=> 33 is refused\n\nRead:  \"...\"", words)
}

func TestReason(t *testing.T) {
	assert.Equal(t, "33 is refused", reason("=> mine\nThese writes arrive:\n=> 33 is refused\nRead: x"))
	assert.Equal(t, "These writes arrive:", reason("\nThese writes arrive:\nRead: x"))
	assert.Equal(t, "", reason("\n"))
}
