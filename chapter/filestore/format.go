package filestore

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/fencing/chapter"
)

// The file is text, to be looked at with any tool: a line that says what it is,
// a line for each key, and the checksum of all that. Keys and data are quoted as
// in Go, so that they may hold any bytes and never a line break.
const (
	magic       = "fencing filestore, format "
	version     = "1"
	header      = magic + version + "\n"
	sumWord     = "sha256 "
	sumLineSize = len(sumWord) + 2*sha256.Size + len("\n")
)

func encode(objects map[string]object) []byte {
	b := []byte(header)
	for _, key := range slices.Sorted(maps.Keys(objects)) {
		o := objects[key]
		b = strconv.AppendUint(b, uint64(o.mark), 10)
		b = append(b, ' ')
		b = strconv.AppendQuote(b, key)
		if o.data != nil {
			b = append(b, ' ')
			b = strconv.AppendQuote(b, string(o.data))
		}
		b = append(b, '\n')
	}
	return append(b, sumLine(string(b))...)
}

func sumLine(s string) string {
	return fmt.Sprintf("%s%x\n", sumWord, sha256.Sum256([]byte(s)))
}

// decode returns the state in a file, or an ErrCorrupt that says what is wrong
// with it.
func decode(contents string) (map[string]object, error) {
	lines, err := verify(contents)
	if err != nil {
		return nil, err
	}
	objects := make(map[string]object)
	for line := range strings.Lines(lines) {
		key, o, err := parse(strings.TrimSuffix(line, "\n"))
		if _, twice := objects[key]; err != nil || twice {
			return nil, fmt.Errorf("%w: its checksum is right, and yet this line is no key's: %.60q", ErrCorrupt, line)
		}
		objects[key] = o
	}
	return objects, nil
}

// verify returns what is between the header and the checksum, if both are right.
func verify(contents string) (lines string, err error) {
	if strings.HasPrefix(header, contents) {
		return "", fmt.Errorf("%w: truncated, %d bytes are left", ErrCorrupt, len(contents))
	}
	rest, ours := strings.CutPrefix(contents, magic)
	if !ours {
		return "", fmt.Errorf("%w: not a store's file, it begins %.20q", ErrCorrupt, contents)
	}
	found, _, _ := strings.Cut(rest, "\n")
	if found != version {
		return "", fmt.Errorf("%w: its format is %.20q, and only %q is known here", ErrCorrupt, found, version)
	}
	end := len(contents) - sumLineSize
	if end < len(header) || !strings.HasPrefix(contents[end:], sumWord) || !strings.HasSuffix(contents, "\n") {
		return "", fmt.Errorf("%w: truncated or appended to, it does not end with its checksum", ErrCorrupt)
	}
	if contents[end:] != sumLine(contents[:end]) {
		return "", fmt.Errorf("%w: altered, its checksum is of other content", ErrCorrupt)
	}
	return contents[len(header):end], nil
}

// parse reads a line such as `34 "orders" "client2 data"`.
func parse(line string) (key string, o object, err error) {
	mark, rest, _ := strings.Cut(line, " ")
	n, err := strconv.ParseUint(mark, 10, 64)
	if err != nil {
		return "", object{}, err
	}
	o.mark = chapter.Token(n)
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", object{}, err
	}
	key, err = strconv.Unquote(quoted)
	if err != nil || rest == quoted {
		return key, o, err
	}
	data, err := strconv.Unquote(strings.TrimPrefix(rest[len(quoted):], " "))
	o.data = []byte(data)
	return key, o, err
}
