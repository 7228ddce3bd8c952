// Run prints what an experiment prints, and nothing else: the Run buttons of the
// slides call it. It makes a program of the Example and runs it, so that a change
// to the chapter's code shows at once.
//
//	go run ./slides/run s05          all lines
//	go run ./slides/run s05 1-5      some of them
package main

import (
	"errors"
	"fmt"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return errors.New("want the name of an experiment, as s05, and maybe the lines to show, as 1-5")
	}
	first, last := 1, int(^uint(0)>>1)
	if len(args) == 2 {
		var err error
		if first, last, err = lineRange(args[1]); err != nil {
			return err
		}
	}
	program, err := programOf(args[0])
	if err != nil {
		return err
	}
	output, err := runProgram(program)
	lines := strings.SplitAfter(output, "\n")
	if first > len(lines) {
		return fmt.Errorf("%s prints %d lines only", args[0], len(lines)-1)
	}
	fmt.Print(strings.Join(lines[first-1:min(last, len(lines))], ""))
	return err
}

// lineRange reads "1-5", which is lines 1 to 5.
func lineRange(s string) (first, last int, err error) {
	from, to, _ := strings.Cut(s, "-")
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || first < 1 || last < first {
		return 0, 0, fmt.Errorf("%q is no range of lines; 1-5 would be one", s)
	}
	return first, last, nil
}

// programOf returns the source of a whole program that does what the Example
// does. The module's root is the working directory, as it is for present.
func programOf(name string) ([]byte, error) {
	files, err := filepath.Glob(filepath.Join("examples", name+"_*_test.go"))
	if err != nil || len(files) != 1 {
		return nil, fmt.Errorf("found %d experiments %q in ./examples; want one, and to be run in the module's root", len(files), name)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, files[0], nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	examples := doc.Examples(file)
	if len(examples) != 1 || examples[0].Play == nil {
		return nil, fmt.Errorf("%s is not one Example that can be run alone", files[0])
	}
	var source strings.Builder
	err = format.Node(&source, fset, examples[0].Play)
	return []byte(source.String()), err
}

// runProgram returns what the program writes to standard output, and shows the
// rest.
func runProgram(source []byte) (string, error) {
	dir, err := os.MkdirTemp("", "slides")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "main.go")
	if err := os.WriteFile(name, source, 0o600); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "run", name)
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	return string(output), err
}
