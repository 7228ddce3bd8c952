package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
)

// The sizes of the plot. It is drawn for a page of 800, and readable at half of it.
const (
	plotWidth  = 800
	plotLeft   = 230 // where the axis begins; the names stand before
	plotRight  = 690 // where it ends; the numbers stand behind
	plotTop    = 96
	rowHeight  = 44
	plotBottom = 84
)

// A scale says where on the axis a ratio is.
type scale struct{ from, to float64 }

// newScale has 1.00 and 1.10 on it, and all whiskers.
func newScale(prices []price) scale {
	s := scale{0.9, 1.2}
	for _, p := range prices {
		s.from, s.to = min(s.from, p.low), max(s.to, p.high)
	}
	return scale{math.Floor(s.from*10) / 10, math.Ceil(s.to*10) / 10}
}

func (s scale) x(ratio float64) float64 {
	return plotLeft + (plotRight-plotLeft)*(ratio-s.from)/(s.to-s.from)
}

// ticks are as many as there is room for.
func (s scale) ticks() (all []float64) {
	step := 0.1
	for (s.to-s.from)/step > 8 {
		step *= 2
	}
	for n := math.Ceil(s.from/step - 1e-9); n*step <= s.to+1e-9; n++ {
		all = append(all, n*step)
	}
	return all
}

// drawPlot draws the ratios: a dot for each storage, and its 95% interval.
func drawPlot(w io.Writer, prices []price) {
	s := newScale(prices)
	bottom := plotTop + rowHeight*len(prices)
	add := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

	add(`<svg xmlns="http://www.w3.org/2000/svg" id="price" viewBox="0 0 %d %d" role="img" aria-labelledby="price-title price-desc">`, plotWidth, bottom+plotBottom)
	add(`<title id="price-title">How much longer a fenced write takes than a plain one</title>`)
	add(`<desc id="price-desc">%s</desc>`, escape(describe(prices)))
	add(`<style>%s</style>`, plotStyle)
	add(`<rect class="card" x="1" y="1" width="%d" height="%d" rx="10"/>`, plotWidth-2, bottom+plotBottom-2)
	add(`<text class="name" x="24" y="40">How much longer a fenced write takes than a plain one</text>`)
	for _, tick := range s.ticks() {
		add(`<path class="tick" d="M%.1f %dv8"/>`, s.x(tick), bottom)
		add(`<text class="note" text-anchor="middle" x="%.1f" y="%d">%.1f</text>`, s.x(tick), bottom+28, tick)
	}
	add(`<path class="axis" d="M%d %dH%d"/>`, plotLeft, bottom, plotRight)
	add(`<path class="same" d="M%.1f %dV%d"/>`, s.x(1), plotTop-12, bottom)
	add(`<path class="limit" d="M%.1f %dV%d"/>`, s.x(1.1), plotTop-12, bottom)
	add(`<text class="note" text-anchor="end" x="%.1f" y="%d">the same</text>`, s.x(1)+4, plotTop-20)
	add(`<text class="note" x="%.1f" y="%d">a tenth more</text>`, s.x(1.1)-4, plotTop-20)
	for n, p := range prices {
		y := plotTop + rowHeight*n + rowHeight/2
		add(`<text class="name" text-anchor="end" x="%d" y="%d">%s</text>`, plotLeft-18, y+7, escape(p.system))
		add(`<path class="whisker" d="M%.1f %dH%.1fM%.1f %dv14M%.1f %dv14"/>`, s.x(p.low), y, s.x(p.high), s.x(p.low), y-7, s.x(p.high), y-7)
		add(`<circle class="dot" cx="%.1f" cy="%d" r="7"/>`, s.x(p.ratio), y)
		add(`<text class="number" x="%d" y="%d">× %.2f</text>`, plotRight+18, y+7, p.ratio)
	}
	add(`<text class="note" x="24" y="%d">median of the rounds and its 95%% interval; values of %d bytes, one writer</text>`, bottom+plotBottom-18, valueSize)
	add(`</svg>`)
}

// describe says the same to those who hear the plot.
func describe(prices []price) string {
	var b strings.Builder
	for _, p := range prices {
		fmt.Fprintf(&b, "%s: %.2f times as long, between %.2f and %.2f.\n", p.system, p.ratio, p.low, p.high)
	}
	return b.String()
}

func escape(text string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(text)) // a Buffer never fails
	return b.String()
}

// plotStyle is in the colours of the chapter's figures; shapes and texts say it all
// without them.
const plotStyle = `
#price{--paper:#fff;--ink:#1a1d21;--faint:#8a9099;--soft:#555c66;--edge:#1c5a9c;font:20px system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){#price{--paper:#16191d;--ink:#eceef0;--faint:#767d87;--soft:#a9b0b9;--edge:#8cc1f5}}
#price .card{fill:var(--paper);stroke:var(--faint)}
#price .axis,#price .tick{stroke:var(--faint);stroke-width:1.5}
#price .same{stroke:var(--ink);stroke-width:2}
#price .limit{stroke:var(--soft);stroke-width:2;stroke-dasharray:7 5}
#price .whisker{fill:none;stroke:var(--edge);stroke-width:3}
#price .dot{fill:var(--edge);stroke:var(--paper);stroke-width:2}
#price text{fill:var(--ink)}
#price .name,#price .number{font-weight:700}
#price .note{fill:var(--soft);font-size:17px}
`
