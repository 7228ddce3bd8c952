package fencetest

import (
	"bytes"
	"context"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenAtomic do in two steps what must be one.
var brokenAtomic = []brokenThing[StoreHarness]{
	{"check and write are two steps", func() StoreHarness { return wholeStore(newCheckApart()) }, []string{"atomic"}},
	{"the condition names the data, and not the mark", func() StoreHarness { return wholeStore(newComparesData()) }, []string{"atomic"}},
	{"claim reads, then raises the mark", func() StoreHarness { return wholeStore(&claimReadsFirst{}) }, []string{"atomic"}},
	{"read takes the data, then the mark", func() StoreHarness { return wholeStore(&tornRead{}) }, []string{"atomic"}},
}

// checkApart asks the mark in one step and writes in another.
type checkApart struct {
	comparing
	gap
}

func newCheckApart() *checkApart {
	s := new(checkApart)
	s.refuses = func(token, mark chapter.Token) bool { return false }
	return s
}

// check is right at the time.
func (s *checkApart) check(ctx context.Context, key string, token chapter.Token) error {
	_, mark, err := s.Read(ctx, key)
	switch {
	case err != nil:
		return err
	case token == 0:
		return chapter.ErrNoToken
	case token < mark:
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.wait(token)
	return nil
}

func (s *checkApart) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if err := s.check(ctx, key, token); err != nil {
		return nil, err
	}
	defer s.pass(token)
	return s.comparing.Claim(ctx, key, token)
}

func (s *checkApart) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if err := s.check(ctx, key, token); err != nil {
		return err
	}
	defer s.pass(token)
	return s.comparing.Write(ctx, key, data, token)
}

func (s *checkApart) Delete(ctx context.Context, key string, token chapter.Token) error {
	if err := s.check(ctx, key, token); err != nil {
		return err
	}
	defer s.pass(token)
	return s.comparing.Delete(ctx, key, token)
}

// comparesData writes if the data is still what it was at the check: an ETag
// that is a digest of the data, with the token beside it. Data that comes back
// looks unchanged.
type comparesData struct {
	comparing
	gap
}

func newComparesData() *comparesData {
	s := new(comparesData)
	s.refuses = func(token, mark chapter.Token) bool { return token < mark }
	return s
}

func (s *comparesData) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	for {
		before, mark, err := s.Read(ctx, key)
		switch {
		case err != nil:
			return err
		case token == 0:
			return chapter.ErrNoToken
		case token < mark:
			return &chapter.StaleTokenError{Token: token, Highest: mark}
		}
		s.wait(token)
		if s.putIf(key, before, object{data: append([]byte{}, data...), mark: token}) {
			s.pass(token)
			return nil
		}
	}
}

func (s *comparesData) putIf(key string, before []byte, o object) bool {
	s.comparing.mu.Lock()
	defer s.comparing.mu.Unlock()
	if !bytes.Equal(s.objects[key].data, before) {
		return false
	}
	if s.objects == nil {
		s.objects = map[string]object{}
	}
	s.objects[key] = o
	return true
}

// claimReadsFirst returns what was there before the mark was raised.
type claimReadsFirst struct {
	keyed.Bucket
	read, written gap
}

func (s *claimReadsFirst) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	data, _, err := s.Read(ctx, key)
	if err != nil {
		return nil, err
	}
	s.read.pass(token)
	s.written.wait(0) // for anybody
	_, err = s.Bucket.Claim(ctx, key, token)
	if err != nil {
		data = nil
	}
	return data, err
}

func (s *claimReadsFirst) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	s.read.wait(token)
	defer s.written.pass(token)
	return s.Bucket.Write(ctx, key, data, token)
}

// tornRead returns data and mark of different moments.
type tornRead struct {
	keyed.Bucket
	read, written gap
}

func (s *tornRead) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	data, _, err := s.Bucket.Read(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	s.read.pass(1)
	s.written.wait(0)
	_, mark, err := s.Bucket.Read(ctx, key)
	return data, mark, err
}

func (s *tornRead) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	s.read.wait(0)
	defer s.written.pass(token)
	return s.Bucket.Write(ctx, key, data, token)
}
