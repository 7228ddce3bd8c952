package board

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"example.com/fencing/exercises/internal/gotest"
)

// render draws the board.
func (b *Board) render(rows []row) string {
	var text strings.Builder
	text.WriteString(b.progress(rows) + "\n\n")
	longest := 0
	for _, r := range rows {
		longest = max(longest, len(r.Folder))
	}
	for i, r := range rows {
		text.WriteString(b.line(r, i == next(rows), longest))
	}
	text.WriteString("\n" + b.whatNow(rows))
	return text.String()
}

// line draws an exercise, and in a second line why it fails, if that is known to
// be of interest: because somebody has begun with it, or is about to.
func (b *Board) line(r row, isNext bool, longest int) string {
	s, width := b.styles(), b.columns()
	mark, word, look, nameLook, minutesLook := "·", "", s.faint, s.faint, s.faint
	switch {
	case r.State == gotest.Done:
		mark, word, look, nameLook = "✓", "done", s.done, s.done
	case r.begun:
		mark, word, look, nameLook, minutesLook = "✗", r.State.String(), s.fails, s.plain, s.plain
	case isNext:
		word = "next"
	}
	if isNext {
		mark, look, nameLook, minutesLook = "→", s.next, s.title, s.plain
	}
	name := fmt.Sprintf("%-*s", longest, r.Folder[:2]+" "+r.Name)
	minutes := fmt.Sprintf("  %3d min", r.Minutes)
	if width >= 60 {
		minutes = fmt.Sprintf("  %-6s", r.Level) + minutes
	} else if width < len(". "+name+minutes+"  "+word) {
		minutes = ""
		word = cut(word, width-len(". "+name+"  "))
	}
	text := look(mark) + " " + nameLook(name) + minutesLook(minutes)
	if word != "" {
		text += "  " + look(word)
	}
	text = strings.TrimRight(text, " ") + "\n"
	if r.Why != "" && (r.begun || isNext) {
		text += s.faint(cut("     "+r.Why, width)) + "\n"
	}
	return text
}

// progress draws the bar, and says how much is left.
func (b *Board) progress(rows []row) string {
	s, width := b.styles(), b.columns()
	done, minutes := 0, 0
	for _, r := range rows {
		if r.State == gotest.Done {
			done++
		} else {
			minutes += r.Minutes
		}
	}
	words := fmt.Sprintf("%d of %d done, %s to go", done, len(rows), duration(minutes))
	if done == len(rows) {
		words = fmt.Sprintf("all %d done", done)
	}
	bar := width - lipgloss.Width(words) - 2
	separator := "  "
	if bar < 20 {
		bar, separator = width, "\n"
	}
	full := bar * done / len(rows)
	return s.done(strings.Repeat("━", full)) + s.faint(strings.Repeat("─", bar-full)) + separator + s.title(words)
}

func duration(minutes int) string {
	if minutes < 60 {
		return fmt.Sprintf("%d min", minutes)
	}
	return fmt.Sprintf("%d h %02d min", minutes/60, minutes%60)
}

// whatNow says what to do next.
func (b *Board) whatNow(rows []row) string {
	s, width := b.styles(), b.columns()
	i := next(rows)
	if i < 0 {
		return strings.Join(wrap("That is all of it. Compare your answers with those in solutions/, and have a look at the wrong ones there: which of them had you thought of?", width), "\n") + "\n"
	}
	e := rows[i].Exercise
	var text strings.Builder
	for _, l := range wrap(fmt.Sprintf("%s %s: %s", e.Folder[:2], e.Name, e.Title), width) {
		text.WriteString(s.title(l) + "\n")
	}
	for _, item := range [][2]string{
		{"read", fmt.Sprintf("%q (go doc ./chapter)", e.Read)},
		{"edit", shown(e)},
		{"run", fmt.Sprintf("go run ./exercises %d", e.Number)},
		{"stuck?", fmt.Sprintf("go run ./exercises hint %d", e.Number)},
	} {
		for i, l := range wrap(item[1], width-9) {
			label := ""
			if i == 0 {
				label = item[0]
			}
			text.WriteString("  " + s.faint(fmt.Sprintf("%-6s", label)) + " " + l + "\n")
		}
	}
	return text.String()
}
