//go:build !unix

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "zombie: this needs a Unix system, for example Linux or macOS: it freezes a process with SIGSTOP, which Windows does not have. The same story without processes: go run ./examples/predict s01")
	os.Exit(2)
}
