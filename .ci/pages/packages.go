package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// listed is what go list tells of a package.
type listed struct {
	ImportPath   string
	Dir          string
	Name         string
	Module       struct{ Path string }
	GoFiles      []string
	CgoFiles     []string
	TestGoFiles  []string
	XTestGoFiles []string
}

// goEnv is the environment of every go command here, pkgsite's own included.
// pkg.go.dev knows nothing of go.work, and it draws a package for linux/amd64
// first.
func goEnv() []string {
	return append(os.Environ(), "GOWORK=off", "GOOS=linux", "GOARCH=amd64")
}

// listPackages finds the packages that have a page: no commands, nothing internal.
func listPackages(ctx context.Context, patterns []string) ([]listed, error) {
	args := []string{"list", "-json=ImportPath,Dir,Name,Module,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles"}
	cmd := exec.CommandContext(ctx, "go", append(args, patterns...)...)
	cmd.Env = goEnv()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", strings.Join(patterns, " "), err, stderr.Bytes())
	}

	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Name != "main" && !strings.Contains(p.ImportPath+"/", "/internal/") {
			packages = append(packages, p)
		}
	}
	if len(packages) == 0 {
		return nil, fmt.Errorf("go list %s: no packages; run this in the module's root", strings.Join(patterns, " "))
	}
	return packages, nil
}
