package flatjson

import (
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// What else stands behind it is encoding/json's.
const notJSON = "the body is not JSON: "

func TestWhatIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		body   string
		status int
		reason string
	}{
		"nothing":              {``, 400, notJSON},
		"half of it":           {`{"data":"x","tok`, 400, notJSON},
		"no JSON":              {`data=x&token=33`, 400, notJSON},
		"a list":               {`["x"]`, 400, "the body is not a JSON object, {...}"},
		"null":                 {`null`, 400, "the body is not a JSON object, {...}"},
		"more behind it":       {`{"data":"x","token":"33"} {}`, 400, notJSON},
		"no comma":             {`{"data":"x" "token":"33"}`, 400, notJSON},
		"a comma too many":     {`{"data":"x","token":"33",}`, 400, notJSON},
		"a number":             {`{"data":"x","token":33}`, 400, `"token" is not a string: want it in quotes, also if it is a number, as in "33"`},
		"null for a string":    {`{"data":null,"token":"33"}`, 400, `"data" is not a string: want it in quotes, also if it is a number, as in "33"`},
		"an object inside":     {`{"data":{"token":"33"}}`, 400, `"data" is not a string: want it in quotes, also if it is a number, as in "33"`},
		"one of them missing":  {`{"data":"x"}`, 400, `"token" is missing: want an object with ["data" "token"]`},
		"other capitals":       {`{"data":"x","Token":"33"}`, 400, `"token" is missing: want an object with ["data" "token"]`},
		"one too many":         {`{"data":"x","token":"33","force":"yes"}`, 400, `"force" is unknown: want an object with ["data" "token"]`},
		"one of them twice":    {`{"token":"33","data":"x","token":"34"}`, 400, `"token" comes twice`},
		"twice, one in escape": {`{"token":"33","data":"x","\u0074oken":"34"}`, 400, `"token" comes twice`},
		"not UTF-8":            {"{\"data\":\"\xff\",\"token\":\"33\"}", 400, "the body is not UTF-8"},
		"half a rune escaped":  {`{"data":"\ud800","token":"33"}`, 400, `the body has "\ud800": half a character`},
		"nested deeply":        {`{"data":` + strings.Repeat("[", 20_000), 400, notJSON},
		"too large":            {`{"data":"` + strings.Repeat("x", MaxBody) + `","token":"33"}`, 413, "the body is larger than 65536 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPut, "/data", strings.NewReader(test.body))
			_, err := Read(httptest.NewRecorder(), r, "data", "token")
			var bad *BadRequest
			require.ErrorAs(t, err, &bad)
			assert.Equal(t, test.status, bad.Status)
			if test.reason == notJSON {
				assert.Regexp(t, "^"+notJSON+".", bad.Reason)
			} else {
				assert.Equal(t, test.reason, bad.Reason)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	const want = "want a whole number from 1 to 18446744073709551615"
	for text, problem := range map[string]string{
		"33":                   "",
		"9007199254740993":     "", // 2^53 + 1, which is no float64
		"18446744073709551615": "",
		"18446744073709551616": `token "18446744073709551616": ` + want,
		"-1":                   `token "-1": ` + want,
		"+33":                  `token "+33": ` + want,
		"33.0":                 `token "33.0": ` + want,
		"3e1":                  `token "3e1": ` + want,
		"0x21":                 `token "0x21": ` + want,
		" 33":                  `token " 33": ` + want,
		"٣٣":                   `token "٣٣": ` + want,
		"thirty-three":         `token "thirty-three": ` + want,
		"":                     `token "": ` + want,
		"0":                    chapter.ErrNoToken.Error(),
		"000":                  chapter.ErrNoToken.Error(),
	} {
		token, err := Object{"token": text}.Token()
		if problem == "" {
			require.NoError(t, err)
			assert.Equal(t, text, Digits(token))
			continue
		}
		assert.Equal(t, &BadRequest{Status: 400, Reason: problem}, err, "%q", text)
	}
}

func TestABodySaysLessThan(t *testing.T) {
	w := httptest.NewRecorder()
	Refuse(w, http.StatusConflict, &chapter.StaleTokenError{Token: 33, Highest: 34})
	assert.Equal(t, http.StatusConflict, w.Code)
	assert.Equal(t, "application/json", w.Header().Get("Content-Type"))
	assert.Equal(t, "{\"error\":\"token 33 < 34\"}\n", w.Body.String())
}

// FuzzParse holds Parse against encoding/json, which reads more than Parse does
// and must agree on what both read.
func FuzzParse(f *testing.F) {
	for _, body := range []string{
		``, `{}`, `null`, `[]`, `{"data":"client1 stale data","token":"33"}`, `{"token":33}`, `{"token":"33"}x`,
		`{"a":"1","a":"2"}`, `{"a":"\ud83d\ude00"}`, `{"a":"\ud800"}`, "{\"a\":\"\xff\"}", `{"a":{"b":"c"}}`, `{"a":"\u0000<&>"}`,
		`{"a":"\\ud800"}`, "{\"a\":\"\ufffd\"}", `{"a":"\ufffd"}`, `{"\ud800":"a","\ud801":"b"}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		o, err := Parse(body)
		if err != nil {
			var bad *BadRequest
			require.ErrorAs(t, err, &bad)
			require.Equal(t, http.StatusBadRequest, bad.Status)
			require.True(t, utf8.ValidString(bad.Reason), "%q", bad.Reason)
			return
		}
		var loose map[string]string
		require.NoError(t, json.Unmarshal(body, &loose))
		require.True(t, maps.Equal(o, loose), "%q and %q", o, loose)
		again, err := Parse(o.encode())
		require.NoError(t, err)
		require.True(t, maps.Equal(o, again), "%q and %q", o, again)
	})
}

func FuzzToken(f *testing.F) {
	for _, text := range []string{"33", "0", "-1", "18446744073709551615", "18446744073709551616", "9007199254740993", "1_000", "٣"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		token, err := Object{"token": text}.Token()
		if err != nil {
			require.Zero(t, token)
			return
		}
		require.NotZero(t, token)
		require.LessOrEqual(t, uint64(token), uint64(math.MaxUint64))
		require.Equal(t, strings.TrimLeft(text, "0"), Digits(token), "no digit is lost")
	})
}
