package timeline

import (
	"errors"
	"io"
	"time"
)

// A Figure is the drawing of events as SVG.
type Figure struct {
	Title string
	Time  func(time.Time) string // labels an instant; nil for times of the day to the second
}

// Draw draws the events.
func (f Figure) Draw(w io.Writer, events []Event) error {
	return errors.New("timeline: nothing is drawn as SVG yet")
}
