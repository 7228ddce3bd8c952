package zookeeper

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/go-zookeeper/zk"

	"example.com/fencing/chapter"
)

// Store keeps data behind a fence: each key is a node that holds its mark in
// front of its data, and is written under the condition that its version is the
// one that was read.
type Store struct {
	conn *zk.Conn
	root string
}

// NewStore returns a store whose nodes stand under root, such as "/orders". The
// nodes are not to be deleted by anybody: with them go the marks.
func NewStore(conn *zk.Conn, root string) *Store {
	return &Store{conn, root}
}

func (s *Store) path(key string) string { return s.root + "/" + escape(key) }

// Write replaces the data, or returns a [*chapter.StaleTokenError] and changes
// nothing. If the answer is lost the outcome is unknown; the same call again is
// then harmless, since it brings the same token and the same data.
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	_, err := s.fenced(ctx, key, token, func([]byte) []byte { return append([]byte{}, data...) })
	return err
}

// Delete drops the data. The node stays, and with it the mark.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	_, err := s.fenced(ctx, key, token, func([]byte) []byte { return nil })
	return err
}

// Claim raises the mark, then returns the data: what was read is what was there
// when the mark was raised, or else the version would have been another.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	return s.fenced(ctx, key, token, func(data []byte) []byte { return data })
}

// Read returns the data and the mark. Without sync it could be told what was
// there a moment ago, by a server that is behind.
func (s *Store) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	n, err := do(ctx, func() (node, error) {
		if _, err := s.conn.Sync(s.path(key)); err != nil {
			return node{}, err
		}
		return s.get(s.path(key))
	})
	return n.data, n.mark, err
}

// fenced is the fence: it compares, and writes what change makes of the data if
// nobody has written in between; otherwise it looks again.
func (s *Store) fenced(ctx context.Context, key string, token chapter.Token, change func([]byte) []byte) ([]byte, error) {
	if token == 0 {
		return nil, chapter.ErrNoToken
	}
	path := s.path(key)
	return do(ctx, func() ([]byte, error) {
		for ctx.Err() == nil {
			found, err := s.get(path)
			if err != nil {
				return nil, err
			}
			if token < found.mark {
				return nil, &chapter.StaleTokenError{Token: token, Highest: found.mark}
			}
			data := change(found.data)
			if found.version == missing {
				err = create(s.conn, path, value(token, data), 0)
			} else {
				_, err = s.conn.Set(path, value(token, data), found.version)
			}
			if !errors.Is(err, zk.ErrNodeExists) && !errors.Is(err, zk.ErrBadVersion) {
				return data, err
			}
			// Somebody was faster, or the server is behind; sync has it catch up.
			if _, err := s.conn.Sync(path); err != nil {
				return nil, err
			}
		}
		return nil, ctx.Err()
	})
}

// A node is what stands at a key.
type node struct {
	mark    chapter.Token
	data    []byte // nil if there is none
	version int32
}

// missing is the version before there is a node. Set would take it for any version.
const missing = -1

// The value of a node: eight bytes of mark, one that says whether there is data,
// and the data.
const header = 9

func value(mark chapter.Token, data []byte) []byte {
	v := binary.BigEndian.AppendUint64(nil, uint64(mark))
	if data == nil {
		return append(v, 0)
	}
	return append(append(v, 1), data...)
}

func (s *Store) get(path string) (node, error) {
	v, stat, err := s.conn.Get(path)
	if errors.Is(err, zk.ErrNoNode) {
		return node{version: missing}, nil
	}
	if err != nil {
		return node{}, err
	}
	if len(v) < header {
		return node{}, fmt.Errorf("node %s holds %d bytes, and the mark in front takes %d: it is not this store's", path, len(v), header)
	}
	n := node{mark: chapter.Token(binary.BigEndian.Uint64(v)), version: stat.Version}
	if v[header-1] != 0 {
		n.data = v[header:]
	}
	return n, nil
}
