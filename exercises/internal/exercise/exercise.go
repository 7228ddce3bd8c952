// Package exercise reads what an exercise says about itself: the package
// comment of the file that the student edits.
package exercise

import (
	"fmt"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// An Exercise is one folder of this module.
type Exercise struct {
	Number  int    // 1
	Folder  string // 01_fence
	Name    string // fence, which is the package, and the file without its .go
	Title   string // can you make a storage refuse a zombie?
	Task    string // the paragraphs below the title
	Learn   string // what one can do afterwards
	Read    string // the heading of the chapter to read first
	Minutes int
	Level   string // easy, medium or hard
}

// File returns the path of the file that the student edits, seen from the
// exercises' module, with slashes.
func (e Exercise) File() string { return e.Folder + "/" + e.Name + ".go" }

var (
	folderForm = regexp.MustCompile(`^([0-9]{2})_([a-z0-9_]+)$`)
	titleForm  = regexp.MustCompile(`^Package ([a-z0-9_]+) is exercise ([0-9]+): (.+)$`)
	fieldForm  = regexp.MustCompile(`^\s+(Learn|Read|Minutes|Level):\s+(.+)$`)
)

// Number returns the number and the name of a folder such as 01_fence.
func Number(folder string) (number int, name string, ok bool) {
	match := folderForm.FindStringSubmatch(folder)
	if match == nil {
		return 0, "", false
	}
	number, _ = strconv.Atoi(match[1])
	return number, match[2], true
}

// Parse reads the package comment of an exercise's file, which has this form:
//
//	// Package fence is exercise 01: can you make a storage refuse a zombie?
//	//
//	// The situation and the task.
//	//
//	//	Learn:   one line
//	//	Read:    a heading of the chapter
//	//	Minutes: 5
//	//	Level:   easy
//	package fence
func Parse(folder, source string) (Exercise, error) {
	number, name, ok := Number(folder)
	if !ok {
		return Exercise{}, fmt.Errorf("%s: the folder of an exercise is named like 01_fence", folder)
	}
	e := Exercise{Number: number, Folder: folder, Name: name}
	wrong := func(format string, args ...any) (Exercise, error) {
		return e, fmt.Errorf("the package comment of %s: %s", e.File(), fmt.Sprintf(format, args...))
	}
	file, err := parser.ParseFile(token.NewFileSet(), name+".go", source, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return wrong("%v", err)
	}
	title, rest, _ := strings.Cut(file.Doc.Text(), "\n")
	match := titleForm.FindStringSubmatch(title)
	if match == nil || match[1] != name || match[2] != folder[:2] {
		return wrong("does not begin with %q", fmt.Sprintf("Package %s is exercise %s: ", name, folder[:2]))
	}
	e.Title = match[3]

	var task []string
	for line := range strings.Lines(rest) {
		field := fieldForm.FindStringSubmatch(strings.TrimRight(line, " \n"))
		if field == nil {
			task = append(task, line)
			continue
		}
		switch field[1] {
		case "Learn":
			e.Learn = field[2]
		case "Read":
			e.Read = field[2]
		case "Minutes":
			e.Minutes, _ = strconv.Atoi(field[2])
		case "Level":
			e.Level = field[2]
		}
	}
	e.Task = strings.TrimSpace(strings.Join(task, ""))
	if e.Learn == "" || e.Read == "" || e.Minutes <= 0 {
		return wrong("lacks one of the lines Learn, Read, Minutes")
	}
	if e.Level != "easy" && e.Level != "medium" && e.Level != "hard" {
		return wrong("the line Level says neither easy nor medium nor hard")
	}
	return e, nil
}
