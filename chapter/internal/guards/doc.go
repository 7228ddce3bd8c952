// Package guards has only tests, and they are about the repository itself: that
// text, experiments and code say the same, that each experiment notices the
// bugs it warns of, and that what the documents tell a reader to do works.
//
// They are kept apart because some of them run the go command many times. With
// -short the slow ones are skipped, by name.
package guards
