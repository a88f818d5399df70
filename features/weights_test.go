package features_test

import (
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"evolab/features"
	featlg "evolab/features/littlego"
	"evolab/game/littlego"
)

func TestReadWeights(t *testing.T) {
	w := features.Weights{Game: "littlego", Features: []string{"edge", "stones"}, Values: []float64{-.25, 1e-3}, Source: "a test"}
	data, err := w.JSON()
	if err != nil {
		t.Fatal(err)
	}
	back, err := features.Read(data)
	if err != nil || !reflect.DeepEqual(back, w) {
		t.Errorf("%s reads as %+v, %v", data, back, err)
	}
}

// A file says what it is, and old ones that do not still load.
func TestWeightsSayWhatTheyAre(t *testing.T) {
	data, err := os.ReadFile("testdata/old.json")
	if err != nil {
		t.Fatal(err)
	}
	w, err := features.Read(data)
	if err != nil || w.Variant != "" || len(w.Values) != 3 || w.Endgame == nil {
		t.Fatalf("%+v, %v", w, err)
	}
	w.Variant = "english"
	text, err := w.JSON()
	if want := "{\n \"schema\": 1,\n \"game\": \"checkers\",\n \"variant\": \"english\",\n \"features\": ["; err != nil || !strings.HasPrefix(string(text), want) {
		t.Errorf("%s, %v, want %s...", text, err, want)
	}
	if back, err := features.Read(text); err != nil || !reflect.DeepEqual(back, w) {
		t.Errorf("%+v, %v, want %+v", back, err, w)
	}
}

func TestBadWeights(t *testing.T) {
	for text, want := range map[string]string{
		``:   "EOF",
		`[]`: "expected: a JSON object",
		`{"game": "littlego", "features": ["stones"], "weights": [1]`:                                                           "unexpected EOF",
		`{"game": "littlego", "features": ["stones"], "weights": [1]} x`:                                                        "after the JSON object",
		`{"game": "littlego", "features": ["stones"], "weights": [1], "sd": 1}`:                                                 "unknown field",
		`{"schema": 4, "game": "littlego", "colour": "red"}`:                                                                    "schema 4 (expected: 0..3; a newer evolab",
		`{"schema": -1, "game": "littlego", "features": ["stones"], "weights": [1]}`:                                            "schema -1",
		`{"features": ["stones"], "weights": [1]}`:                                                                              "no game",
		`{"game": "littlego", "features": [], "weights": []}`:                                                                   "number of features: 0",
		`{"game": "littlego", "features": ["stones"], "weights": [1, 2]}`:                                                       "number of weights: 2 (expected: 1",
		`{"game": "littlego", "features": ["a", "a"], "weights": [1, 2]}`:                                                       "listed twice",
		`{"game": "littlego", "features": ["stones"], "weights": [1e300]}`:                                                      "allowed:",
		`{"game": "littlego", "features": ["stones", "edge"], "weights": [1, null]}`:                                            "null instead of a weight",
		`{"game": "checkers", "features": ["stones"], "weights": [1]}`:                                                          `"checkers" given to "littlego"`,
		`{"game": "littlego", "features": ["stonse"], "weights": [1]}`:                                                          `"stonse", which littlego does not have`,
		`{"game": "littlego", "features": ["net"], "weights": [1]}`:                                                             `the net is missing`,
		`{"game": "littlego", "features": ["stones"], "weights": [1], "net": {"hidden": 32, "phases": [], "sets": [""]}}`:       `the feature is missing`,
		`{"game": "littlego", "features": ["net"], "weights": [1], "net": {"hidden": 33, "phases": [], "sets": [""]}}`:          `net: hidden units: 33`,
		`{"game": "littlego", "features": ["net"], "weights": [1], "net": {"hidden": 32, "phases": [null], "sets": ["", ""]}}`:  `net: phases: [0]`,
		`{"game": "littlego", "features": ["net"], "weights": [1], "net": {"hidden": 32, "phases": [], "sets": [], "bias": 1}}`: `unknown field`,
		`{"game": "littlego", "features": ["net"], "weights": [1], "net": {"hidden": 32, "phases": [], "sets": [""]}}`:          `net: littlego has no nets`,
	} {
		w, err := features.Read([]byte(text))
		if err == nil {
			_, err = features.NewLinear(featlg.Set(), w)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Only the ratios of weights matter, and a feature that is not listed counts 0.
func TestLinear(t *testing.T) {
	s, err := littlego.Parse("", "X.X.X/...../..O../...../..... b 6 -") // two stones ahead
	if err != nil {
		t.Fatal(err)
	}
	score := func(w features.Weights) int {
		t.Helper()
		l, err := features.NewLinear(featlg.Set(), w)
		if err != nil {
			t.Fatal(err)
		}
		return l.Score(&s)
	}
	hand := featlg.Hand()
	small := featlg.Hand()
	for i := range small.Values {
		small.Values[i] /= 1000
	}
	if a, b := score(hand), score(small); a != b || a == 0 {
		t.Errorf("hand-set weights score %d, a thousandth of them %d", a, b)
	}
	stones := features.Weights{Game: "littlego", Features: []string{"stones"}, Values: []float64{7}}
	// One standard deviation of 1.95 stones scores Unit.
	perStone := int(math.Round(features.Unit / 1.95))
	if got, want := score(stones), 2*perStone; got != want {
		t.Errorf("two stones score %d, want %d", got, want)
	}
	if got := score(features.Weights{Game: "littlego", Features: []string{"stones"}, Values: []float64{0}}); got != 0 {
		t.Errorf("no weights score %d", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"game": "littlego", "features": ["stones"], "weights": [1]}`))
	f.Add([]byte(`{"schema": 3, "game": "x", "features": ["net"], "weights": [1], "net": {"hidden": 32, "phases": [4], "sets": ["AAA=", ""]}}`))
	f.Add([]byte(`{"game": "x", "features": ["a", "a"], "weights": [1, null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := features.Read(data)
		if err != nil {
			return
		}
		text, err := w.JSON()
		if err != nil {
			t.Fatalf("%q reads as %+v, which cannot be written: %v", data, w, err)
		}
		if again, err := features.Read(text); err != nil || again.Game != w.Game || !reflect.DeepEqual(again.Values, w.Values) {
			t.Fatalf("%q is written %q, which reads as %+v, %v", data, text, again, err)
		}
	})
}
