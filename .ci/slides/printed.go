package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// page matches the objects of a PDF that are pages. Chromium leaves them
// uncompressed.
var page = regexp.MustCompile(`/Type */Page\b`)

// checkPrinted makes the PDF files with the command that the README names, and
// says which have another number of pages than their deck has slides.
func checkPrinted(ctx context.Context, slides map[string]int) (problems []string, err error) {
	dir, err := os.MkdirTemp("", "slides-printed")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, "go", "run", "./slides/pdf", dir)
	cmd.Dir = root
	// So that it can stop its browser, and tidy up: go run would not tell it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go run ./slides/pdf: %w\n%s", err, output)
	}
	for deck, want := range slides {
		pdf, err := os.ReadFile(filepath.Join(dir, deck+".pdf"))
		if err != nil {
			return nil, err
		}
		got := len(page.FindAll(pdf, -1))
		if got != want {
			problems = append(problems, fmt.Sprintf("%s.pdf has %d pages for %d slides", deck, got, want))
		}
		fmt.Printf("%s.pdf: %d pages\n", deck, got)
	}
	return problems, nil
}
