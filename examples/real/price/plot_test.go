package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dot is one storage in a parsed plot.
type dot struct{ x, y float64 }

func parsePlot(t *testing.T, prices []price) (dots []dot, texts string) {
	t.Helper()
	var plot bytes.Buffer
	drawPlot(&plot, prices)
	decoder := xml.NewDecoder(bytes.NewReader(plot.Bytes()))
	number := func(text string) float64 {
		n, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		return n
	}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return dots, texts
		}
		require.NoError(t, err, "%s", plot.String())
		switch token := token.(type) {
		case xml.CharData:
			texts += string(token)
		case xml.StartElement:
			if token.Name.Local == "circle" {
				dots = append(dots, dot{number(token.Attr[1].Value), number(token.Attr[2].Value)})
			}
		}
	}
}

func TestThePlotShowsTheRatios(t *testing.T) {
	dots, texts := parsePlot(t, []price{
		{system: "etcd", ratio: 1, low: 0.98, high: 1.02},
		{system: "nats", ratio: 1.17, low: 1.16, high: 1.18},
		{system: "zookeeper", ratio: 1.34, low: 1.3, high: 1.4},
	})
	require.Len(t, dots, 3)
	assert.InDelta(t, 2*(dots[1].x-dots[0].x), dots[2].x-dots[0].x, 0.2, "0.34 is twice 0.17")
	assert.Greater(t, dots[1].y, dots[0].y)
	for _, want := range []string{"nats: 1.17 times as long, between 1.16 and 1.18.", "× 1.34", "zookeeper"} {
		assert.Contains(t, texts, want)
	}
}

// However bad a run was, nothing leaves the axis.
func TestThePlotHasRoomForEveryRatio(t *testing.T) {
	for _, p := range []price{
		{ratio: 1, low: 1, high: 1},
		{ratio: 0.2, low: 0.01, high: 0.5},
		{ratio: 40, low: 0.5, high: 1000},
	} {
		s := newScale([]price{p})
		for _, x := range []float64{s.x(p.low), s.x(p.high), s.x(1), s.x(1.1)} {
			assert.GreaterOrEqual(t, x, float64(plotLeft))
			assert.LessOrEqual(t, x, float64(plotRight))
		}
		assert.LessOrEqual(t, len(s.ticks()), 10)
		assert.NotEmpty(t, s.ticks())
	}
}

func TestNamesInThePlotAreEscaped(t *testing.T) {
	for _, name := range []string{`</text><script>alert(1)</script>`, `&amp;"'<>]]>`, "a\x00b", "\xff"} {
		dots, texts := parsePlot(t, []price{{system: name, ratio: 1, low: 1, high: 1}})
		assert.Len(t, dots, 1, name)
		if name[0] == '<' {
			assert.Contains(t, texts, name)
		}
	}
}
