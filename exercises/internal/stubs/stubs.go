// Package stubs holds the exercises as they are before anybody has touched
// them: NN_name.go.txt is exercises/NN_name/NAME.go, byte for byte.
package stubs

import (
	"embed"
	"fmt"
	"strings"

	"example.com/fencing/exercises/internal/exercise"
)

//go:embed *.go.txt
var files embed.FS

const suffix = ".go.txt"

// Source returns the pristine file of the exercise in folder.
func Source(folder string) ([]byte, error) {
	source, err := files.ReadFile(folder + suffix)
	if err != nil {
		return nil, fmt.Errorf("there is no exercise %s", folder)
	}
	return source, nil
}

// Exercise returns what the pristine file of the exercise in folder says.
func Exercise(folder string) (exercise.Exercise, error) {
	source, err := Source(folder)
	if err != nil {
		return exercise.Exercise{}, err
	}
	return exercise.Parse(folder, string(source))
}

// All returns all exercises, in order.
func All() ([]exercise.Exercise, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []exercise.Exercise
	for _, entry := range entries {
		e, err := Exercise(strings.TrimSuffix(entry.Name(), suffix))
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}
