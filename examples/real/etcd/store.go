package etcd

import (
	"context"
	"fmt"
	"strconv"

	clientv3 "go.etcd.io/etcd/client/v3"

	"example.com/fencing/chapter"
)

// Store keeps data behind a fence: each key has its mark beside it, in a key of
// its own. All that a call does is one transaction, and one round trip.
type Store struct {
	client *clientv3.Client
	prefix string
}

// NewStore returns a store whose keys begin with prefix, such as "orders/".
func NewStore(client *clientv3.Client, prefix string) *Store {
	return &Store{client, prefix}
}

func (s *Store) data(key string) string { return s.prefix + "data/" + key }
func (s *Store) mark(key string) string { return s.prefix + "mark/" + key }

// Write replaces the data, or returns a [*chapter.StaleTokenError] and changes
// nothing. If the answer is lost the outcome is unknown; the same call again is
// then harmless, since it brings the same token and the same data.
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	_, err := s.fenced(ctx, key, token, clientv3.OpPut(s.data(key), string(data)))
	return err
}

// Delete drops the data and keeps the mark.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	_, err := s.fenced(ctx, key, token, clientv3.OpDelete(s.data(key)))
	return err
}

// Claim raises the mark, then reads.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	txn, err := s.fenced(ctx, key, token, clientv3.OpGet(s.data(key)))
	if err != nil {
		return nil, err
	}
	return value(txn, 1), nil
}

// Read returns the data and the mark.
func (s *Store) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	txn, err := s.client.Txn(ctx).Then(clientv3.OpGet(s.mark(key)), clientv3.OpGet(s.data(key))).Commit()
	if err != nil {
		return nil, 0, err
	}
	mark, err := parse(value(txn, 0))
	return value(txn, 1), mark, err
}

// fenced is the fence: unless the mark is above the token, it raises the mark and
// does op, at once. It asks that way round because etcd takes a comparison with
// the value of a key that is missing to be false, whichever it is.
func (s *Store) fenced(ctx context.Context, key string, token chapter.Token, op clientv3.Op) (*clientv3.TxnResponse, error) {
	if token == 0 {
		return nil, chapter.ErrNoToken
	}
	stale := clientv3.Compare(clientv3.Value(s.mark(key)), ">", format(token))
	txn, err := s.client.Txn(ctx).
		If(stale).
		Then(clientv3.OpGet(s.mark(key))).
		Else(clientv3.OpPut(s.mark(key), format(token)), op).
		Commit()
	if err != nil {
		return nil, err
	}
	if txn.Succeeded {
		highest, err := parse(value(txn, 0))
		if err != nil {
			return nil, err
		}
		return nil, &chapter.StaleTokenError{Token: token, Highest: highest}
	}
	return txn, nil
}

// value returns what the nth operation, a Get, has found: nil if nothing.
func value(txn *clientv3.TxnResponse, n int) []byte {
	for _, found := range txn.Responses[n].GetResponseRange().Kvs {
		return append([]byte{}, found.Value...) // empty data is not nil
	}
	return nil
}

// format writes a token with as many digits as the largest has: etcd compares
// values byte by byte, and 9 would come after 10.
func format(token chapter.Token) string { return fmt.Sprintf("%020d", token) }

func parse(mark []byte) (chapter.Token, error) {
	if mark == nil {
		return 0, nil
	}
	token, err := strconv.ParseUint(string(mark), 10, 64)
	return chapter.Token(token), err
}
