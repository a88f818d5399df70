package agent

import "testing"

func TestReadWeights(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "line 1: it is empty",
		"hello":                    "line 1: it is not JSON",
		"{\n\"game\": \"li":        "line 2: it is cut off in the middle",
		"{\n\"game\": 3}":          `line 2: "game" is a number (expected: a text)`,
		`{"game": "x", "sd": 1}`:   `features: weights: unknown field "sd" (expected: a JSON object with game, features, weights)`,
		`{"game": "x"} {"more":1}`: "line 1: it is not JSON",
	} {
		if _, err := ReadWeights([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	w, err := ReadWeights([]byte(`{"game": "littlego", "features": ["eyes"], "weights": [2]}`))
	if err != nil || w.Game != "littlego" || w.Values[0] != 2 {
		t.Errorf("%+v, %v", w, err)
	}
}
