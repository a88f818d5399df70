package tournament

import (
	"os"
	"strings"
	"testing"

	"evolab/internal/config"
	"evolab/internal/config/configtest"
)

const example = "../../experiments/tournament.yaml"

func parsed(t *testing.T, overrides ...string) (*Config, error) {
	t.Helper()
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	return Parse(nil, example, text, overrides)
}

func TestExampleDocumentsEveryKey(t *testing.T) {
	configtest.Documented(t, example, config.Keys[Config]())
	if _, err := parsed(t); err != nil {
		t.Error(err)
	}
}

func TestFormatsAreThoseOfTheTable(t *testing.T) {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	for _, k := range config.Keys[Config]() {
		if k.Path == "format" && k.Allowed != strings.Join(names, ", ") {
			t.Errorf("the config allows %q, the table has %q", k.Allowed, names)
		}
	}
}

func TestBadConfigs(t *testing.T) {
	for override, want := range map[string]string{
		"agents=[{agent: random}]":                                "1 item in the list",
		"agents=[{agent: random}, {agent: random}]":               "the same as item 0",
		"agents=[{agent: random}, {agent: greedy, name: random}]": "the same as item 0",
		"agents=[{agent: random}, {agent: greedy, name: draw}]":   "draw is what records call",
		"agents.0.agent=rand":                                     `no agent "rand"`,
		"agents.0.agent=human":                                    "people do not play",
		"agents.0.agent=exec:dir=/no/such,cmd=x":                  "no such",
		"games=3":                                                 "even",
		"format=swiss":                                            "round-robin, gauntlet",
		"game=chess":                                              `no game "chess"`,
		"variant=big":                                             `no variant "big"`,
		"openings.plies=24":                                       "as long as the game",
		"openings.file=none.txt":                                  "no such file",
		"openings.balanced={games: 4, agent: x}":                  `no agent "x"`,
		"limits.move=-1":                                          "0..1000000",
		"final_games=1":                                           "even",
		"gauntlet={challengers: 0}":                               "1..999",
		"nonsense=1":                                              "unknown key",
		"agents=[{agent: random, nam: x}, {agent: greedy}]":       "unknown key",
	} {
		_, err := parsed(t, override)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", override, err, want)
		}
	}
	if _, err := parsed(t, "format=gauntlet", "gauntlet.challengers=6"); err == nil || !strings.Contains(err.Error(), "nobody to meet") {
		t.Error(err)
	}
}
