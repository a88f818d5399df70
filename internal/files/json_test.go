package files

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

type form struct {
	Games int
	List  []float64
	Part  struct{ Name string }
}

func TestDecodeJSON(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1: it is empty"},
		{" \n", "line 1: it is empty"},
		{"{\n\"Games\": 1,\n", "line 2: it is cut off in the middle"},
		{`{"Games": tr`, "line 1: it is cut off in the middle"},
		{`{"Games": -`, "line 1: it is cut off in the middle"},
		{`{"Games": "a\`, "line 1: it is cut off in the middle"},
		{`{"Games": "a\u00`, "line 1: it is cut off in the middle"},
		{"{\n\"Games\": 1}\ngarbage", "line 3: it is not JSON"},
		{"garbage", "line 1: it is not JSON"},
		{"\x00\x00", "line 1: it is not JSON"},
		{"{\n\"Games\": \"many\"}", `line 2: "Games" is a text (expected: a whole number)`},
		{`{"Games": 1e999}`, `line 1: "Games" is the number 1e999 (expected: a whole number)`},
		{`{"Games": 99999999999999999999}`, `line 1: "Games" is the number 99999999999999999999, which is too large (expected: a whole number)`},
		{`{"Games": 1.5}`, `line 1: "Games" is the number 1.5 (expected: a whole number)`},
		{`{"List": [1e999]}`, `line 1: "List" is the number 1e999, which is too large (expected: a number)`},
		{"{\"List\": [\nNaN]}", "line 2: it is not JSON: NaN is no number"},
		{`{"List": [-Infinity]}`, "line 1: it is not JSON: Infinity is no number"},
		{"\ufeff{}", "line 1: it is not JSON: a byte order mark (expected: UTF-8 without one)"},
		{`{"List": [1, {}]}`, `line 1: "List" is an object (expected: a number)`},
		{`{"List": 7}`, `line 1: "List" is a number (expected: a list)`},
		{`{"Part": {"Name": true}}`, `line 1: "Part.Name" is true or false (expected: a text)`},
		{`[1]`, "line 1: it is a list (expected: an object)"},
	} {
		var into form
		err := DecodeJSON([]byte(c.text), &into)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	var into form
	if err := DecodeJSON([]byte(`{"Games": 3}`), &into); err != nil || into.Games != 3 {
		t.Errorf("%v, %v", into, err)
	}
}

func FuzzDecodeJSON(f *testing.F) {
	f.Add([]byte(`{"Games": 1, "List": [1, 2], "Part": {"Name": "x"}}`))
	f.Add([]byte("{\n\"Games\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		var a, b form
		err, plain := json.Unmarshal(data, &a), DecodeJSON(data, &b)
		var known *JSONError
		if (err == nil) != (plain == nil) || plain != nil && !errors.As(plain, &known) {
			t.Fatalf("%v and %v", err, plain)
		}
		if known != nil && (known.Line < 1 || known.Line > 1+strings.Count(string(data), "\n")) {
			t.Fatalf("line %d of %q", known.Line, data)
		}
	})
}
