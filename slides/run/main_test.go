package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLineRange(t *testing.T) {
	first, last, err := lineRange("2-5")
	require.NoError(t, err)
	assert.Equal(t, []int{2, 5}, []int{first, last})

	for _, wrong := range []string{"", "2", "-", "2-", "-5", "0-5", "5-2", "a-b", "1-5-7", "99999999999999999999-1"} {
		_, _, err := lineRange(wrong)
		assert.ErrorContains(t, err, "1-5 would be one", "%q", wrong)
	}
}

func TestWhatCannotBeRun(t *testing.T) {
	t.Chdir("../..")
	for _, wrong := range []struct {
		args []string
		want string
	}{
		{nil, "want the name of an experiment"},
		{[]string{"s01", "1-5", "x"}, "want the name of an experiment"},
		{[]string{"s01", "five"}, "1-5 would be one"},
		{[]string{"s99"}, `found 0 experiments "s99"`},
		{[]string{"s0?"}, "found 9 experiments"},
	} {
		assert.ErrorContains(t, run(wrong.args), wrong.want, "%q", wrong.args)
	}

	t.Chdir("slides")
	assert.ErrorContains(t, run([]string{"s01"}), "run in the module's root")
}

// A program has in its file all that the Example needs.
func TestEveryProgramHasItsDeclarations(t *testing.T) {
	t.Chdir("../..")
	program, err := programOf("s05")
	require.NoError(t, err)
	assert.Contains(t, string(program), "package main\n")
	assert.Contains(t, string(program), "func (r readers) world(")
	assert.NotContains(t, string(program), "Output:")
}
