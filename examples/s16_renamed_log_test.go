// On Windows a folder with an open file can't be renamed.

//go:build !windows

package examples_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Predict: a server writes a log and pauses. The master takes it for dead and
// reads the log, to hand the work on. The server wakes, adds a line to the file
// that it has open, and then begins the next file. The second time the master
// renames the folder before it reads. Which of the server's two writes fail?
func Example_s16_renamedLog() {
	dir, err := os.MkdirTemp("", "fencing")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	for _, renames := range []bool{false, true} {
		logs := filepath.Join(dir, fmt.Sprint("logs", renames))
		os.Mkdir(logs, 0o700)
		log1, _ := os.Create(filepath.Join(logs, "log.1"))
		log1.WriteString("edit 1, ")

		taken := logs // the server is paused, the master takes over
		if renames {
			taken = logs + "-splitting"
			os.Rename(logs, taken)
		}
		recovered, _ := os.ReadFile(filepath.Join(taken, "log.1"))

		_, appended := log1.WriteString("edit 2, ") // the server wakes
		log2, created := os.Create(filepath.Join(logs, "log.2"))
		log1.Close()
		log2.Close()

		fmt.Printf("renames first: %v, recovered: %q\n", renames, recovered)
		fmt.Println("  appends to the open file:", appended)
		if errors.Is(created, fs.ErrNotExist) {
			created = fs.ErrNotExist // without the path, which differs from run to run
		}
		fmt.Println("  creates the next file:", created)
	}

	// The name of the folder is the fence, and stops whoever has to go through
	// it. An open file does not: edit 2 was acknowledged and is in nobody's
	// recovered log. HDFS closes that gap: it takes over the file's own lease.

	// Output:
	// renames first: false, recovered: "edit 1, "
	//   appends to the open file: <nil>
	//   creates the next file: <nil>
	// renames first: true, recovered: "edit 1, "
	//   appends to the open file: <nil>
	//   creates the next file: file does not exist
}
