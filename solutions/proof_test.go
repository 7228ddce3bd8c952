package solutions

import (
	"regexp"
	"strings"
	"testing"
)

// Whoever passes an exercise has understood it: what is handed out fails, the
// answer passes, and no wrong answer that somebody has thought of passes too.
func TestTheExercisesCannotBePassedByLuck(t *testing.T) {
	openInputs(t)
	all := chosen(t)
	race := []string{"-vet=off"}
	if noRaceDetector() == "" {
		race = append(race, "-race")
	}
	stubs := round{kind: stub, flags: []string{"-vet=all"}}.play(t, all)
	solutions := round{kind: solution, flags: race}.play(t, all)
	var programs map[string]program
	if !testing.Short() {
		programs = linkWrongAnswers(t, all)
	}
	for _, e := range all {
		t.Run(e.folder, func(t *testing.T) {
			for _, c := range e.candidates {
				t.Run(c.String(), func(t *testing.T) {
					read(t, c.file) // it may be missing, and then it was in no round
					switch c.kind {
					case stub:
						e.judgeStub(t, stubs[e.folder])
					case solution:
						e.judgeSolution(t, solutions[e.folder])
					case wrong:
						if testing.Short() {
							t.Skip("not with -short")
						}
						t.Parallel()
						e.judgeWrong(t, c, programs[e.folder])
					}
				})
			}
			t.Run("race detector", func(t *testing.T) {
				if reason := noRaceDetector(); reason != "" {
					t.Skipf("the solution was tested without it: %s", reason)
				}
			})
		})
	}
}

// noRaceDetector returns the go command's reason why there is none, or "".
func noRaceDetector() string {
	output, err := goCommand("list", "-race", "errors").CombinedOutput()
	if err != nil {
		return strings.TrimSpace(string(output))
	}
	return ""
}

func (e exercise) judgeStub(t *testing.T, r result) {
	t.Helper()
	reason := strings.TrimSpace(read(t, path("solutions", e.folder, "testdata", "stub.txt")))
	if reason == "" || strings.Contains(reason, "\n") {
		t.Fatalf("%s: testdata/stub.txt must have one line, the reason for which the stub fails", e.folder)
	}
	if !r.failsAsATestShould() || !strings.Contains(r.output, reason) {
		t.Errorf("%s as it is handed out must compile, vet, and then fail a test for the reason in testdata/stub.txt, %q.\nBut %s", e.folder, reason, r)
	}
}

func (e exercise) judgeSolution(t *testing.T, r result) {
	t.Helper()
	if !r.passed {
		t.Errorf("%s: the worked answer must pass.\nBut %s", e.folder, r)
	}
}

var wrongHeader = regexp.MustCompile(`^// Wrong: (.+)\.\n// Message: (.+)\npackage `)

func (e exercise) judgeWrong(t *testing.T, c candidate, p program) {
	t.Helper()
	header := wrongHeader.FindStringSubmatch(read(t, c.file))
	if header == nil {
		t.Fatalf("%s must begin with the two lines\n// Wrong: <the misconception in one sentence>.\n// Message: <what the student must see in the output of go test>\nand then the package clause", c.file)
	}
	misconception, message := header[1], header[2]
	// Mostly the first test that fails says it, which saves the others.
	r := p.run(t, c.name, "-test.failfast")
	if r.failsAsATestShould() && !strings.Contains(r.output, message) {
		r = p.run(t, c.name)
	}
	switch {
	case r.passed:
		t.Errorf("%s: a wrong answer passes. Its misconception: %s.\nIts author must be told: %q", e.folder, misconception, message)
	case !r.failsAsATestShould() || !strings.Contains(r.output, message):
		t.Errorf("%s: a wrong answer must compile and fail a test, with the message %q.\nIts misconception: %s.\nBut %s", e.folder, message, misconception, r)
	}
}
