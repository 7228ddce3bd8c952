package fencetest

import (
	"context"
	"errors"
	"fmt"

	"example.com/fencing/chapter"
)

type opKind int

const (
	opRead opKind = iota
	opClaim
	opWrite
	opDelete
)

// A storeOp is a call to be made.
type storeOp struct {
	kind  opKind
	key   string
	data  []byte
	token chapter.Token
}

func (op storeOp) String() string {
	switch op.kind {
	case opClaim:
		return fmt.Sprintf("Claim(%q, %d)", op.key, op.token)
	case opWrite:
		return fmt.Sprintf("Write(%q, %s, %d)", op.key, show(op.data), op.token)
	case opDelete:
		return fmt.Sprintf("Delete(%q, %d)", op.key, op.token)
	default:
		return fmt.Sprintf("Read(%q)", op.key)
	}
}

// call makes the call, on the key that stands for op's in the store.
func (op storeOp) call(ctx context.Context, store Store, key string) (a storeAnswer) {
	switch op.kind {
	case opClaim:
		a.data, a.err = store.Claim(ctx, key, op.token)
	case opWrite:
		a.err = store.Write(ctx, key, op.data, op.token)
	case opDelete:
		a.err = store.Delete(ctx, key, op.token)
	default:
		a.data, a.mark, a.err = store.Read(ctx, key)
	}
	return a
}

// A storeAnswer is what came back.
type storeAnswer struct {
	data []byte
	mark chapter.Token
	err  error
}

// to prints the answer to op.
func (a storeAnswer) to(op storeOp) string {
	switch {
	case a.err != nil:
		return "error: " + a.err.Error()
	case op.kind == opClaim:
		return show(a.data)
	case op.kind == opRead:
		return fmt.Sprintf("%s, mark %d", show(a.data), a.mark)
	default:
		return "ok"
	}
}

// outcome is what the answer says about whether the call has happened.
func (a storeAnswer) outcome() outcome {
	switch {
	case a.err == nil:
		return happened
	case errors.Is(a.err, chapter.ErrStaleToken), errors.Is(a.err, chapter.ErrNoToken):
		return refused
	default:
		return unknown
	}
}

// show prints a value, and only the beginning of a long one.
func show(data []byte) string {
	const most = 40
	switch {
	case data == nil:
		return "no data"
	case len(data) > most:
		return fmt.Sprintf("%q... (%d bytes)", data[:most/4], len(data))
	}
	return fmt.Sprintf("%q", data)
}
