// Wrong: what adds nothing loses nothing.
// Message: an Append that refuses everything protects nothing
package claim

import "example.com/fencing/chapter"

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	return &chapter.StaleTokenError{Token: token, Highest: token + 1}
}
