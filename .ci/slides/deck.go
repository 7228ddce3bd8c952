package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

//go:embed look.js
var look string

//go:embed output.js
var lookAtOutput string

// A deckCheck looks at one deck.
type deckCheck struct {
	name, url   string
	screenshots string // a folder, or nothing

	slides   int // that the deck has, the title and the thanks included
	programs int // that were run
	problems []string
}

// patience is for one step; a Run button builds its program first.
const patience = 2 * time.Minute

// ask runs one action in the tab, for as long as patience lasts.
func ask[T any](tab context.Context, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	return chromedp.Run(ctx, action)
}

// void is an action that only has to succeed.
type void = chromedp.Action[chromedp.Void]

func do(tab context.Context, steps ...void) error {
	_, err := ask(tab, chromedp.Steps(steps...))
	return err
}

// open loads the deck, without the movement from slide to slide.
func (d *deckCheck) open(tab context.Context) error {
	err := do(tab,
		chromedp.Navigate(d.url),
		chromedp.WaitVisible(`article.current`),
		chromedp.Evaluate[chromedp.Void](`document.head.insertAdjacentHTML('beforeend', '<style>* { transition: none !important }</style>')`),
		chromedp.Poll[chromedp.Void](`document.readyState === 'complete' && getComputedStyle(document.querySelector('article.current')).width === '1100px'`),
	)
	if err != nil {
		return err
	}
	d.slides, err = ask(tab, chromedp.Evaluate[int](`document.querySelectorAll('section.slides > article').length`))
	return err
}

// check goes through the slides in order, as a teacher does.
func (d *deckCheck) check(tab context.Context) (problems []string, err error) {
	for number := 1; number <= d.slides; number++ {
		if number > 1 {
			if err := do(tab, chromedp.KeyEvent(kb.PageDown)); err != nil {
				return d.problems, err
			}
		}
		if err := d.checkSlide(tab, number); err != nil {
			return d.problems, fmt.Errorf("%s, slide %d: %w", d.name, number, err)
		}
	}
	return d.problems, nil
}

// slide is what the browser tells of the current one.
type slide struct {
	Number   int      `json:"number"`
	Title    string   `json:"title"`
	Programs []string `json:"programs"` // the text behind each Run button
	Editable bool     `json:"editable"`
}

const describe = `(() => {
  const card = document.querySelector('article.current');
  const play = [...card.querySelectorAll('.playground')];
  return {
    number: curSlide + 1,
    title: card.querySelector('h1, h3').innerText,
    programs: play.map((p) => p.textContent),
    editable: play.some((p) => p.isContentEditable),
  };
})()`

func (d *deckCheck) checkSlide(tab context.Context, number int) error {
	s, err := ask(tab, chromedp.Evaluate[slide](describe))
	if err != nil {
		return err
	}
	found, err := ask(tab, chromedp.Evaluate[[]string](look))
	if err != nil {
		return err
	}
	report := func(found ...string) {
		for _, f := range found {
			d.problems = append(d.problems, fmt.Sprintf("%s, slide %d %q: %s", d.name, number, s.Title, f))
		}
	}
	if s.Number != number {
		return fmt.Errorf("slide %d is shown", s.Number)
	}
	report(found...)
	if err := d.screenshot(tab, fmt.Sprintf("%02d", number)); err != nil {
		return err
	}
	switch len(s.Programs) {
	case 0:
		return nil
	case 1:
	default:
		report("it has more than one Run button, and one output covers the other")
		return nil
	}
	name := goldenName(s.Programs[0])
	if name == "" {
		report("it is not known what its program should print: " + s.Programs[0])
		return nil
	}
	found, err = d.press(tab, name)
	report(found...)
	if err != nil || !s.Editable {
		return err
	}
	for _, edit := range edits {
		if err := do(tab, edit.steps...); err != nil {
			return fmt.Errorf("changing the guard, %s: %w", edit.golden, err)
		}
		found, err := d.press(tab, edit.golden)
		report(found...)
		if err != nil {
			return err
		}
	}
	return nil
}

var script = regexp.MustCompile(`^\s*#!/usr/bin/env go run ./slides/run (\w+)`)

// goldenName returns the name of the file in slides/testdata that says what a
// program prints: that of its script, or of the one program in Go.
func goldenName(program string) string {
	if match := script.FindStringSubmatch(program); match != nil {
		return match[1]
	}
	if strings.Contains(program, "// Story is") {
		return "story"
	}
	return ""
}

// press presses Run and compares what comes with the golden file.
func (d *deckCheck) press(tab context.Context, golden string) (problems []string, err error) {
	want, err := os.ReadFile(filepath.Join(root, "slides", "testdata", golden+".txt"))
	if err != nil {
		return nil, err
	}
	err = do(tab,
		chromedp.Click(`article.current .playground + .buttons .run`),
		chromedp.Poll[chromedp.Void](`document.querySelector('article.current .output pre').textContent.includes('\nProgram exited')`, chromedp.WithPollingTimeout(patience)),
	)
	if err != nil {
		return nil, fmt.Errorf("the Run button does nothing, or its program does not end (%s): %w", golden, err)
	}
	got, err := ask(tab, chromedp.TextContent(`article.current .output pre`))
	if err != nil {
		return nil, err
	}
	problems, err = ask(tab, chromedp.Evaluate[[]string](lookAtOutput))
	if err != nil {
		return nil, err
	}
	d.programs++
	if want := string(want) + "\nProgram exited."; strings.TrimSpace(got) != strings.TrimSpace(want) {
		problems = append(problems, fmt.Sprintf("Run (%s) shows\n%s\nand should show\n%s", golden, got, want))
	}
	if err := d.screenshot(tab, "run-"+golden); err != nil {
		return problems, err
	}
	return problems, do(tab, chromedp.Click(`article.current .output .close`))
}

func (d *deckCheck) screenshot(tab context.Context, name string) error {
	if d.screenshots == "" {
		return nil
	}
	png, err := ask(tab, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d.screenshots, d.name+"-"+name+".png"), png, 0o666)
}
