package atomic_test

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	atomic "example.com/fencing/exercises/05_atomic"
)

// judge makes one call, and says what is wrong with its outcome.
func judge(storage *atomic.Storage, method string, token chapter.Token, model *memoryDisk) (outcome, text string) {
	defer func() {
		switch wrong := recover().(type) {
		case nil:
		case misuse:
			outcome, text = "does not return", string(wrong)
		default:
			panic(wrong)
		}
	}()
	data, err := dataOf(token), error(nil)
	switch method {
	case writeNothing:
		data = ""
		fallthrough
	case "Write":
		err = storage.Write(data, token)
	default:
		if data, err = storage.Claim(token); err == nil && data != model.data {
			text = fmt.Sprintf("The claim must return the data that is on the disk, %q. It returned %q.", model.data, data)
		}
	}
	if token < model.mark {
		if text = wrongRefusal(err, token, model.mark); err == nil {
			return "accepted", text
		}
		return "refused: " + err.Error(), text
	}
	if err != nil {
		return "refused: " + err.Error(), "No later grant has been seen, so this is the rightful holder: a storage that refuses it protects nothing."
	}
	model.mark = token
	if method != "Claim" {
		model.data = data
	}
	return "accepted", text
}

func wrongRefusal(err error, token, mark chapter.Token) string {
	var stale *chapter.StaleTokenError
	switch {
	case err == nil:
		return fmt.Sprintf("%d is lower than the mark, %d, and must be refused. The mark is what the disk says.", token, mark)
	case !errors.As(err, &stale) || stale.Token != token || stale.Highest != mark:
		return fmt.Sprintf("The refusal must be a *chapter.StaleTokenError with Token %d and Highest %d.", token, mark)
	}
	return ""
}
