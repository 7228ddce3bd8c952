// Figures runs the chapter's stories and draws what happened, each into a file of
// its own in the current folder:
//
//	go generate ./slides/figures
package main

import (
	"bytes"
	"fmt"
	"os"
)

//go:generate go run .

func main() {
	for _, s := range stories {
		if err := os.WriteFile(s.file(), s.draw(), 0o666); err != nil {
			fmt.Fprintln(os.Stderr, "figures:", err)
			os.Exit(1)
		}
	}
}

func (s story) file() string { return s.name + ".svg" }

func (s story) draw() []byte {
	var svg bytes.Buffer
	s.run(s.guarded).SVG(&svg, s.title) // a Buffer takes everything
	return svg.Bytes()
}
