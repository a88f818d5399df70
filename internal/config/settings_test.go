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
	} {
		var got lineTags
		if err := Apply(&got, c.settings); err != nil || got != c.want {
			t.Errorf("%v: %+v, %v", c.settings, got, err)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	for setting, want := range map[Setting]string{
		{"depth", "9"}:    `depth is "9" (allowed: 1..8)`,
		{"depth", "1e0"}:  `depth is "1e0" (allowed: 1..8)`,
		{"ties", "last"}:  `ties is "last" (allowed: first, random)`,
		{"reuse", "yes"}:  `reuse is "yes" (allowed: true, false)`,
		{"time", "0"}:     `time is "0" (allowed: seconds, above 0)`,
		{"time", "NaN"}:   `time is "NaN" (allowed: seconds, above 0)`,
		{"time", "1e300"}: `time is "1e300" (allowed: seconds, above 0)`,
	} {
		var refused *Refused
		err := Apply(new(lineTags), []Setting{setting})
		if !errors.As(err, &refused) || err.Error() != want || refused.Word != setting.Value {
			t.Errorf("%v: %v, want %s", setting, err, want)
		}
	}
}
