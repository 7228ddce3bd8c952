// Package solutions has one worked answer to each exercise, in a folder of the
// same name: look after you have tried.
//
// An answer says in its comments why each line is there and what goes wrong
// without it. Beside it, in testdata/wrong, lie the wrong answers that the
// exercise's tests catch. Each is headed by the misconception behind it and by
// what its author gets to read. They are worth reading, too: most of them have
// been written in earnest, by somebody.
//
// The tests of this package prove the exercises: what is handed out fails, and
// for the reason intended; the answer passes, with the race detector; every
// wrong answer fails with its message.
//
//	go test ./solutions                      all of it
//	go test ./solutions -short               what is handed out, and the answers
//	go test ./solutions -exercise 01_fence   one exercise
package solutions
