package config

import (
	"errors"
	"testing"
)

type limitTags struct {
	Time float64 `key:"time" range:">0..100" allowed:"seconds, above 0" derived:"no limit"`
}

type lineTags struct {
	Depth int    `key:"depth" range:"1..8" default:"2"`
	Ties  string `key:"ties" oneof:"first|random" derived:"first"`
	Reuse bool   `key:"reuse" default:"false"`
	limitTags
	Cmd string `key:"cmd"`
}

// Settings win over defaults; what has neither stays empty, and texts are taken as they
// are.
func TestApply(t *testing.T) {
	for _, c := range []struct {
		settings []Setting
		want     lineTags
	}{
		{nil, lineTags{Depth: 2}},
		{[]Setting{{"depth", "8"}, {"cmd", "a: [b # c"}, {"time", ".5"}}, lineTags{Depth: 8, Cmd: "a: [b # c", limitTags: limitTags{.5}}},
		{[]Setting{{"ties", "random"}, {"reuse", "true"}}, lineTags{Depth: 2, Ties: "random", Reuse: true}},
		{[]Setting{{"depth", "1e0"}}, lineTags{Depth: 1}},
	} {
		var got lineTags
		if err := Apply(&got, c.settings); err != nil || got != c.want {
			t.Errorf("%v: %+v, %v", c.settings, got, err)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	for setting, want := range map[Setting]string{
		{"depth", "9"}:      `depth: 9 is out of range (allowed: 1..8)`,
		{"depth", "1.5"}:    `depth: 1.5 is not a whole number (allowed: 1..8)`,
		{"depth", "two"}:    `depth: text "two" where a whole number belongs (allowed: 1..8)`,
		{"ties", "last"}:    `ties: last is unknown (allowed: first, random)`,
		{"ties", "ranodm"}:  `ties: ranodm is unknown, did you mean random? (allowed: first, random)`,
		{"reuse", "yes"}:    `reuse: text "yes" where true or false belongs, did you mean true? (allowed: true, false)`,
		{"time", "0"}:       `time: 0 is out of range (allowed: seconds, above 0)`,
		{"time", ".NaN"}:    `time: .NaN is not a number (allowed: seconds, above 0)`,
		{"time", "1e300"}:   `time: 1e300 is out of range (allowed: seconds, above 0)`,
		{"time", "1e99999"}: `time: 1e99999 is out of range (allowed: seconds, above 0)`,
	} {
		var refused *Refused
		err := Apply(new(lineTags), []Setting{setting})
		if !errors.As(err, &refused) || err.Error() != want {
			t.Errorf("%v: %v, want %s", setting, err, want)
		}
	}
}
