package main

import (
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// edits are the changes that a teacher makes in front of the class, one after
// the other, with the golden file that says how each ends.
var edits = []struct {
	golden string
	steps  []void
}{
	{"story-greater", []void{sel("<", ""), chromedp.KeyEvent(">")}},
	{"story-lessequal", []void{sel(">", ""), chromedp.KeyEvent("<=")}},
	{"story-unguarded", []void{sel("if token", "}"), chromedp.KeyEvent(kb.Delete)}},
}

// sel selects the code from the first text up to the end of the next other one,
// or just the first, as with the mouse. The keys that follow have to reach the
// code, and not turn the slide.
func sel(from, to string) void {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(selectText, from, to))
}

const selectText = `((from, to) => {
  const code = document.querySelector('article.current .playground[contenteditable]');
  const shown = code.querySelector('pre[contenteditable]');
  const nodes = [], walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const first = nodes.findIndex((n) => n.data.includes(from));
  if (first < 0) throw new Error('the code has no ' + from);
  const range = document.createRange();
  const start = nodes[first].data.indexOf(from);
  range.setStart(nodes[first], start);
  range.setEnd(nodes[first], start + from.length);
  if (to) {
    const last = nodes.findIndex((n, i) => i > first && n.data.includes(to));
    if (last < 0) throw new Error('the code has no ' + to + ' after ' + from);
    range.setEnd(nodes[last], nodes[last].data.indexOf(to) + to.length);
  }
  code.focus();
  getSelection().removeAllRanges();
  getSelection().addRange(range);
})(%q, %q)`
