package filestore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"example.com/fencing/chapter/filestore"
)

// The storage restarts between client2's write and client1's late one. Does it
// still know that 34 has been there?
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "filestore")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	store, err := filestore.Open(dir)
	fmt.Println("open:", err)
	err = store.Write(ctx, "orders", []byte("client2 data"), 34)
	fmt.Println("client2 writes:", err)
	store.Close()

	store, err = filestore.Open(dir)
	fmt.Println("open again:", err)
	err = store.Write(ctx, "orders", []byte("client1 stale data"), 33)
	fmt.Println("client1 writes:", err)
	data, mark, err := store.Read(ctx, "orders")
	fmt.Printf("the storage holds %q, mark %d, %v\n", data, mark, err)
	store.Close()

	// Output:
	// open: <nil>
	// client2 writes: <nil>
	// open again: <nil>
	// client1 writes: token 33 < 34
	// the storage holds "client2 data", mark 34, <nil>
}

// What is in the file? And what does Open say when a single character of it is
// another one, say, the mark 33 instead of 34?
func ExampleOpen_corrupt() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "filestore")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	store, err := filestore.Open(dir)
	fmt.Println("open:", err)
	store.Write(ctx, "orders", []byte("client2 data"), 34)
	store.Delete(ctx, "users", 7)
	store.Close()

	path := filepath.Join(dir, "store")
	contents, _ := os.ReadFile(path)
	fmt.Printf("%s", contents)

	altered := bytes.Replace(contents, []byte("34"), []byte("33"), 1)
	os.WriteFile(path, altered, 0o600)
	_, err = filestore.Open(dir)
	fmt.Println("open again: corrupt?", errors.Is(err, filestore.ErrCorrupt))

	// Output:
	// open: <nil>
	// fencing filestore, format 1
	// 34 "orders" "client2 data"
	// 7 "users"
	// sha256 b63bc471a10cd6bdf48aa558c6aa82996449439abfde6539f4e9c22177068af2
	// open again: corrupt? true
}
