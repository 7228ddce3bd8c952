package timeline

// Columns are the places of the events in a figure, from left to right. They are
// as far apart as what is written between them demands, and otherwise evenly
// spread.
type columns struct {
	x     []int
	right int // the least width of a figure in which everything has room

	atLeast []int    // by column: the least x
	after   []int    // by column: the least room to the right edge
	apart   [][]room // by column: what it keeps from earlier ones
}

// Room is a distance that a column keeps from another.
type room struct{ from, least int }

func newColumns(n int) *columns {
	return &columns{x: make([]int, n), atLeast: make([]int, n), after: make([]int, n), apart: make([][]room, n)}
}

// keep asks for a distance of column i from the left edge, and to the right.
func (c *columns) keep(i, left, right int) {
	c.atLeast[i] = max(c.atLeast[i], left)
	c.after[i] = max(c.after[i], right)
}

func (c *columns) keepApart(from, to, least int) {
	c.apart[to] = append(c.apart[to], room{from, least})
}

// place gives each column its x: with the widest pitch that fits into width, and
// with the least one if none does.
func (c *columns) place(width, leastPitch int) {
	pitch := leastPitch
	for c.try(pitch + 1); c.right <= width && pitch < width; c.try(pitch + 1) {
		pitch++
	}
	c.try(pitch)
}

func (c *columns) try(pitch int) {
	c.right = 0
	for i := range c.x {
		c.x[i] = c.atLeast[i]
		if i > 0 {
			c.x[i] = max(c.x[i], c.x[i-1]+pitch)
		}
		for _, r := range c.apart[i] {
			c.x[i] = max(c.x[i], c.x[r.from]+r.least)
		}
		c.right = max(c.right, c.x[i]+c.after[i])
	}
}
