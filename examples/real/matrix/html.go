package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"example.com/fencing/chapter/timeline"
)

//go:embed page.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// What the page shows: a table and the cells for each scenario.
type (
	pageData struct {
		*Report
		Problems []string
		Storages []string
		Tables   []pageTable
		Seconds  string
	}
	pageTable struct {
		Heading string
		Rows    []pageRow
	}
	pageRow struct {
		LockService string
		Cells       []pageCell
	}
	pageCell struct {
		Cell
		ID      string
		Verdict Verdict
		Right   bool
		Problem string
		New     string
		Late    string
		Drawing template.HTML
	}
)

// printHTML prints a page that needs nothing but itself. html/template escapes
// every name; a drawing is escaped by package timeline.
func printHTML(w io.Writer, r *Report) error {
	data := pageData{Report: r, Problems: r.problems(), Storages: r.storages(), Seconds: fmt.Sprintf("%.1f", r.Took.Seconds())}
	for _, scenario := range scenarios {
		table := pageTable{Heading: scenario.heading()}
		for _, locks := range r.lockServices() {
			row := pageRow{LockService: locks}
			for _, storage := range r.storages() {
				cell, err := pageCellOf(r.cell(scenario, locks, storage))
				if err != nil {
					return err
				}
				cell.ID = fmt.Sprintf("s%s-%d-%d", scenario.Name, len(table.Rows), len(row.Cells))
				row.Cells = append(row.Cells, cell)
			}
			table.Rows = append(table.Rows, row)
		}
		data.Tables = append(data.Tables, table)
	}
	return page.Execute(w, data)
}

func pageCellOf(c Cell) (pageCell, error) {
	p := pageCell{Cell: c, Verdict: c.verdict(), Right: c.right(), New: answer(c.Seen.New), Late: answer(c.Seen.Late)}
	if !p.Right {
		p.Problem = c.problem()
	}
	var drawing strings.Builder
	figure := timeline.Figure{
		Title: fmt.Sprintf("Scenario %s, %s with %s", c.Scenario.Name, c.LockService, c.Storage),
		Time:  func(t time.Time) string { return fmt.Sprintf("%.2f s", t.Sub(c.began).Seconds()) },
	}
	err := figure.Draw(&drawing, c.events)
	p.Drawing = template.HTML(drawing.String())
	return p, err
}
