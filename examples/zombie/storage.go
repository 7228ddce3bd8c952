//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/filestore"
	"example.com/fencing/examples/zombie/internal/storehttp"
)

// A storage is a process of its own, which keeps mark and data in a file.
//
// It does not open its port but is given it by the parent, open. So the port
// belongs to the run from beginning to end: no other program can take it while
// the storage is dead, and a client that calls in that time waits.
type storage struct{ Dir string }

// inherited is the number of the first file that a child is given.
const inherited = 3

func (s storage) run(parent conversation) error {
	store, err := filestore.Open(s.Dir)
	if err != nil {
		return err
	}
	defer store.Close()
	socket := os.NewFile(inherited, "the storage's port")
	listener, err := net.FileListener(socket)
	if err != nil {
		return err
	}
	socket.Close()
	service := serve(listener, storehttp.Handler(onDisk{store}))
	defer service.Close()
	if err := parent.tell(report{Did: started}); err != nil {
		return err
	}
	// Until it is killed; or until the parent is gone, and with it the other
	// end of its input.
	_, err = parent.answers.ReadByte()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// onDisk is a filestore with one key.
type onDisk struct{ store *filestore.Store }

const key = "data"

func (s onDisk) Write(_, data string, token chapter.Token) error {
	return s.store.Write(context.Background(), key, []byte(data), token)
}

func (s onDisk) Read() (string, chapter.Token, error) {
	data, mark, err := s.store.Read(context.Background(), key)
	return string(data), mark, err
}

// startStorage starts the storage, for the first time or again.
func (k *killRun) startStorage(ctx context.Context) error {
	ctx, cancel := inTime(ctx, patience)
	defer cancel()
	p, err := start("the storage", role{Storage: &storage{Dir: k.dir}}, k.socket)
	if err != nil {
		return err
	}
	_, err = hear(ctx, "the storage", p)
	if err == nil {
		err = p.Answer()
	}
	if err != nil {
		p.End()
		return fmt.Errorf("starting the storage: %w", err)
	}
	k.process = p
	return nil
}
