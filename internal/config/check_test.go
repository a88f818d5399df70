package config_test

import (
	"errors"
	"strings"
	"testing"

	"evolab/internal/config"
)

func unknownAgent(c *lab, report config.Report) {
	for i, o := range c.Opponents {
		if strings.HasPrefix(o.Agent, "gnu") {
			report("opponents."+string(rune('0'+i))+".agent", "unknown agent "+o.Agent, "random, greedy")
		}
	}
}

func TestChecksReportAtTheValue(t *testing.T) {
	_, err := parseLab("test.yaml", []byte("opponents:\n  - agent: gnugo\n"), []string{"opponents.1={agent: gnuchess}"}, unknownAgent)
	want := `test.yaml:2:12: opponents.0.agent: unknown agent gnugo (allowed: random, greedy)
      - agent: gnugo
               ^
override 1: opponents.1.agent: unknown agent gnuchess (allowed: random, greedy)
    opponents.1={agent: gnuchess}
                        ^`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestChecksReportDefaultsAtTheSection(t *testing.T) {
	for _, test := range []struct{ text, key, want string }{
		{"seed: 1\nplayer:\n  depth: 2\n", "player.features.0", "test.yaml:2:1: player.features.0: x"},
		{"seed: 1\n", "player.features.0", "test.yaml:1:1: player.features.0: x"},
		{"\nseed: 1\n", "", "test.yaml:2:1: x"},
	} {
		_, err := parseLab("test.yaml", []byte(test.text), nil, func(c *lab, report config.Report) {
			report(test.key, "x", "")
		})
		if err == nil || !strings.HasPrefix(err.Error(), test.want+"\n") {
			t.Errorf("%q, %s: %v, want %s", test.text, test.key, err, test.want)
		}
	}
}

func TestChecksSeeDefaultsInPlaceOfBadValues(t *testing.T) {
	_, err := parseLab("test.yaml", []byte("game: 7\nopponents: [{agent: 3}, greedy]"), nil, func(c *lab, report config.Report) {
		if c.Game != "littlego" || len(c.Opponents) != 2 {
			t.Errorf("%+v", c)
		}
		report("game", "dropped", "")
		report("opponents.0.agent", "dropped", "")
		report("opponents.1.agent", "dropped", "")
		report("seed", "shown", "")
	})
	var bad *config.Error
	if !errors.As(err, &bad) || len(bad.Problems) != 4 || strings.Contains(err.Error(), "dropped") {
		t.Errorf("%v", err)
	}
}

func TestLoadTellsWhyAFileCannotBeRead(t *testing.T) {
	for file, want := range map[string]string{
		"testdata/none.yaml": "testdata/none.yaml: cannot be read: no such file or directory (allowed: the name of a YAML file)",
		"testdata":           "testdata: cannot be read: is a directory (allowed: the name of a YAML file)",
	} {
		_, err := config.Load[lab](file, nil)
		var bad *config.Error
		if !errors.As(err, &bad) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
