package agent

import (
	"strings"
	"testing"
)

func TestParseSpec(t *testing.T) {
	for _, text := range []string{
		"random", "alphabeta:depth=1,branch=5", "frozen:weights=a/b.json,nodes=100",
		"exec:dir=my agent,reuse=true,cmd=python3 my_player3.py -x a=b,c:d",
	} {
		s, err := ParseSpec(text)
		if err != nil || s.String() != text {
			t.Errorf("%q parses as %q, %v", text, s, err)
		}
	}
}

func TestBadSpecs(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "no agent",
		"stockfish":              "allowed: random, greedy",
		"random:depth=2":         "none for random",
		"alphabeta:deep=2":       "depth=...",
		"alphabeta:":             "setting",
		"alphabeta:depth":        "setting",
		"alphabeta:depth=":       "depth has no value",
		"alphabeta:depth=1,":     "setting",
		"alphabeta:depth=1,,":    "setting",
		"hand:depth=1,depth=2":   "set twice",
		"hand:weights=x":         "setting",
		"exec:cmd=a,dir=b,cmd=c": "dir=FOLDER",
	} {
		s, err := ParseSpec(text)
		if err == nil {
			_, err = littlegoGame(t).Agent(s, Env{})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestBadSettings(t *testing.T) {
	for text, want := range map[string]string{
		"alphabeta:depth=0":           "1..8",
		"alphabeta:branch=x":          "1..1000",
		"frozen:time=-1":              "seconds of CPU",
		"frozen:time=NaN":             "seconds of CPU",
		"frozen:nodes=1.5":            "1..",
		"hand:ties=yes":               "first",
		"frozen:weights=/no/such":     "weights",
		"exec:dir=/no/such,cmd=x":     "no such",
		"exec:cmd=x":                  "dir=FOLDER",
		"exec:dir=.,reuse=no,cmd=x":   "reuse",
		"human":                       "terminal",
		"frozen:weights=spec_test.go": "spec_test.go",
	} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := littlegoGame(t).Agent(s, Env{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{"random", "hand:depth=2,time=.5", "exec:dir=a,cmd=b,c", "x:=", "frozen:,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSpec(text)
		if err != nil {
			return
		}
		if again, err := ParseSpec(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("%q is written %q, which parses as %q, %v", text, s, again, err)
		}
	})
}

func littlegoGame(t testing.TB) Game {
	t.Helper()
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	return g
}
