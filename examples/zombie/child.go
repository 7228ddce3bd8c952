//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"example.com/fencing/examples/zombie/internal/process"
)

// A role tells this program, when it is started once more, which child it is.
type role struct {
	Client  *client  `json:",omitempty"`
	Storage *storage `json:",omitempty"`
}

// roleVariable is how a child gets its role, in JSON.
const roleVariable = "FENCING_ZOMBIE_ROLE"

// runChild plays the role that the environment names, if it names one.
func runChild() (status int, isChild bool) {
	setting, isChild := os.LookupEnv(roleVariable)
	if !isChild {
		return 0, false
	}
	if err := play(setting, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "zombie: a child process:", err)
		return 1, true
	}
	return 0, true
}

func play(setting string, stdin io.Reader, stdout io.Writer) error {
	var r role
	if err := json.Unmarshal([]byte(setting), &r); err != nil {
		return fmt.Errorf("%s: %w", roleVariable, err)
	}
	parent := conversation{answers: bufio.NewReader(stdin), reports: stdout}
	switch {
	case r.Client != nil:
		if err := r.Client.run(context.Background(), parent); err != nil {
			return fmt.Errorf("%s: %w", r.Client.Name, err)
		}
		return nil
	case r.Storage != nil:
		if err := r.Storage.run(parent); err != nil {
			return fmt.Errorf("storage: %w", err)
		}
		return nil
	}
	return fmt.Errorf("%s: want a client or a storage", roleVariable)
}

// start starts a child in its role.
func start(name string, r role, files ...*os.File) (*process.Process, error) {
	setting, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return process.Start(name, roleVariable+"="+string(setting), files...)
}

// hear returns the child's next report, which waits to be answered.
func hear(ctx context.Context, name string, p *process.Process) (report, error) {
	line, err := p.Hear(ctx)
	if err == io.EOF {
		if err := p.Wait(ctx); err != nil {
			return report{}, err // the child itself has said on stderr why
		}
		return report{}, fmt.Errorf("%s ended too early", name)
	}
	if err != nil {
		return report{}, err
	}
	var r report
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		return report{}, fmt.Errorf("%s says %q: %w", name, line, err)
	}
	return r, nil
}
