package main

import (
	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

// A storage is fenced or plain, so that the same story can be told of both. What
// comes of a write is in the record.
type storage interface {
	write(client, data string, token chapter.Token)
	send(client, data string, token chapter.Token) (arrive func())
	read(client string) string
	claim(client string, token chapter.Token) string
}

type fence struct{ s *timeline.FencedStorage }

func (f fence) write(client, data string, token chapter.Token) { f.s.From(client).Write(data, token) }

func (f fence) send(client, data string, token chapter.Token) (arrive func()) {
	packet := f.s.From(client).Send(data, token)
	return func() { packet() }
}

func (f fence) read(client string) string { return f.s.From(client).Read() }

func (f fence) claim(client string, token chapter.Token) string {
	data, _ := f.s.From(client).Claim(token)
	return data
}

// plain takes what comes and asks for no token; to claim is then only to read.
type plain struct{ s *timeline.PlainStorage }

func (p plain) write(client, data string, _ chapter.Token) { p.s.From(client).Write(data) }

func (p plain) send(client, data string, _ chapter.Token) (arrive func()) {
	return p.s.From(client).Send(data)
}

func (p plain) read(client string) string { return p.s.From(client).Read() }

func (p plain) claim(client string, _ chapter.Token) string { return p.read(client) }
