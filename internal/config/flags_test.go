package config

import (
	"testing"
	"time"
)

type flagTags struct {
	Games   int           `key:"games" doc:"games to play" range:"2..1000" even:"true" default:"100"`
	Move    time.Duration `key:"move_time" doc:"CPU for a move" unit:"seconds" range:"0..60"`
	Seed    uint64        `key:"seed" default:"1"`
	Workers int           `key:"workers" doc:"games at a time" range:"0..16" derived:"one per core"`
	Kind    string        `key:"kind" oneof:"text|json" default:"text"`
	Out     string        `key:"out" doc:"file to write"`
	Keep    bool          `key:"keep" doc:"keep it"`
	inner   []string
}

// A flag has the name of its key, its allowed values, and its default.
func TestFlags(t *testing.T) {
	c := flagTags{Out: "here"}
	for i, want := range [][4]string{
		{"games", "int", "100", "games to play [2..1000, even]"},
		{"move-time", "float", "0", "CPU for a move [seconds; 0..60]"},
		{"seed", "int", "1", ""},
		{"workers", "int", "0", "games at a time [0..16; default one per core]"},
		{"kind", "string", "text", "[text, json]"},
		{"out", "string", "here", "file to write"},
		{"keep", "bool", "false", "keep it"},
	} {
		f := Flags(&c)[i]
		if got := [4]string{f.Name, f.Type(), f.String(), f.Usage}; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if c.Games != 100 || c.inner != nil {
		t.Errorf("%+v", c)
	}
}

// A flag takes and refuses what a file does.
func TestFlagSet(t *testing.T) {
	for _, c := range []struct{ flag, text, want string }{
		{"games", "1e2", ""},
		{"games", "3", "--games: 3 is odd (allowed: 2..1000, even)"},
		{"games", "many", `--games: text "many" where a whole number belongs (allowed: 2..1000, even)`},
		{"games", "", `--games: text "" where a whole number belongs (allowed: 2..1000, even)`},
		{"games", "-1e30", "--games: -1e30 is out of range (allowed: 2..1000, even)"},
		{"move-time", "1e-12", ""},
		{"move-time", ".inf", "--move-time: .inf is out of range (allowed: 0..60)"},
		{"seed", "18446744073709551615", ""},
		{"seed", "-1", "--seed: -1 is out of range (allowed: 0..18446744073709551615)"},
		{"kind", "jsn", "--kind: jsn is unknown, did you mean json? (allowed: text, json)"},
		{"keep", "maybe", `--keep: text "maybe" where true or false belongs (allowed: true, false)`},
	} {
		var tags flagTags
		for _, f := range Flags(&tags) {
			if f.Name != c.flag {
				continue
			}
			got := ""
			if err := f.Set(c.text); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("--%s %s: %q, want %q", c.flag, c.text, got, c.want)
			}
		}
		if tags.Move > 1 {
			t.Errorf("%v is not the smallest time above 0", tags.Move)
		}
	}
}

// TestNearest has one word where one is near, and none where it is not.
func TestNearest(t *testing.T) {
	known := []string{"games", "noise", "runs", "run", "rules", "ga.sigma", "1..8", "a file"}
	for word, want := range map[string]string{
		"gmaes": "games", "gam": "games", "rnu": "run", "Games": "games", "ga.sigm": "ga.sigma",
		"run": "", "xyz": "", "": "", "1..9": "", "a": "", "nope": "", "gone": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
