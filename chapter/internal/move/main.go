// Move gives the module another path: in the go.mod files, the imports, the text
// and the links of all files of the checkout.
//
//	go run ./chapter/internal/move example.org/lessons/fencing
//
// It does what sed would, were sed -i the same on every system.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fail(2, errors.New("usage: go run ./chapter/internal/move NEW/MODULE/PATH"))
	}
	module, root, err := currentModule()
	if err != nil {
		fail(1, err)
	}
	if err := checkPath(module, os.Args[1]); err != nil {
		fail(2, err)
	}
	changed, err := move(root, module, os.Args[1])
	if err != nil {
		fail(1, fmt.Errorf("%w\n(%d files are changed already; git restore brings them back)", err, changed))
	}
	fmt.Printf("moved %s to %s: %d files changed\n", module, os.Args[1], changed)
}

func fail(status int, err error) {
	fmt.Fprintln(os.Stderr, "move:", err)
	os.Exit(status)
}

// currentModule returns the path and the folder of the module at hand, whatever
// workspace it is in.
func currentModule() (path, root string, err error) {
	cmd := exec.Command("go", "list", "-m", "-json")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	if err != nil {
		return "", "", fmt.Errorf("go list -m: %w", err)
	}
	var module struct{ Path, Dir string }
	err = json.Unmarshal(output, &module)
	return module.Path, module.Dir, err
}

// A path that others can fetch begins with a host name, in lower case.
var hostFirst = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/|$)`)

// checkPath leaves the fine points of module paths to the go command.
func checkPath(from, to string) error {
	if to == from {
		return fmt.Errorf("the module is %s already", from)
	}
	if !hostFirst.MatchString(to) {
		return fmt.Errorf("%q does not begin with a host name such as example.org", to)
	}
	output, err := exec.Command("go", "mod", "edit", "-print", "-module="+to).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%q is no module path: %s", to, strings.TrimSpace(string(output)))
	}
	return nil
}

// move replaces the path in every text file under root and returns how many
// files that changed.
func move(root, from, to string) (changed int, err error) {
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == ".git" {
			return filepath.SkipDir
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		moved := replacePath(old, from, to)
		if bytes.Equal(old, moved) {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		changed++
		return os.WriteFile(name, moved, info.Mode())
	})
	return changed, err
}

// replacePath replaces the path where it stands alone or goes on with a slash,
// not as part of a longer name (a.example/old in a.example/older). The letter of
// an escape, as in "\ta.example/old", belongs to no name. It leaves alone what is
// no text.
func replacePath(content []byte, from, to string) []byte {
	if bytes.IndexByte(content, 0) >= 0 {
		return content
	}
	whole := regexp.MustCompile(`(\\[nrt])?([\w.~-]*` + regexp.QuoteMeta(from) + `[\w~-]*)`)
	return whole.ReplaceAllFunc(content, func(found []byte) []byte {
		part := whole.FindSubmatch(found)
		if string(part[2]) == from {
			return append(bytes.Clone(part[1]), to...)
		}
		return found
	})
}
