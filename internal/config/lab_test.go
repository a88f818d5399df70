package config_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/internal/config"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// lab is a config with a key of every kind: texts, numbers with ranges that
// other keys bound, lists, sections and a choice.
type lab struct {
	Name        string        `key:"name" doc:"what the run's folder is called after" match:"[a-z0-9-]{1,40}" derived:"the file's name"`
	Game        string        `key:"game" doc:"which game is learned" match:"[^ ]+" allowed:"a game's name" default:"littlego"`
	Variant     string        `key:"variant" doc:"which rules of the game" allowed:"a variant of the game, or empty for the usual one" default:"\"\""`
	Seed        uint64        `key:"seed" doc:"all randomness comes from it" range:"0..18446744073709551615" default:"1"`
	Player      player        `key:"player" doc:"how a candidate plays"`
	Start       string        `key:"start" doc:"the weights to begin from" match:".+" allowed:"random, zero, hand or a file of weights" default:"random"`
	Opponents   []opponent    `key:"opponents" doc:"whom candidates meet" count:"1..100" default:"[{agent: random, share: .1}, {agent: greedy, share: .2}, {agent: aggressive, share: .2}, {agent: alphabeta, share: .5}]"`
	Fitness     fitness       `key:"fitness" doc:"what makes a candidate good"`
	Generations int           `key:"generations" doc:"how many follow generation 0" unit:"generations" range:"1..100000" default:"55"`
	Optimizer   config.Choice `key:"optimizer" doc:"the search method" default:"ga"`
	HallOfFame  int           `key:"hall_of_fame" doc:"how many of the best are remembered" unit:"candidates" range:"1..1000" default:"12"`
	Selection   selection     `key:"selection" doc:"how candidates are ranked"`
	Validation  validation    `key:"validation" doc:"games that took no part in the training"`
	Test        test          `key:"test" doc:"the champion's final numbers"`
}

type player struct {
	Depth    int      `key:"depth" doc:"how far it looks ahead" unit:"plies" range:"1..10" default:"2"`
	Nodes    int      `key:"nodes" doc:"above 0, moves that it plays in the tree" unit:"nodes" range:"0..1000000" default:"0"`
	Features []string `key:"features" doc:"what it looks at" match:"[^ ]+" count:"1..1000" allowed:"[all] or names of features" default:"[all]"`
}

type opponent struct {
	Agent string  `key:"agent" doc:"who plays" match:".+" allowed:"name or name:key=value,key=value"`
	Share float64 `key:"share" doc:"its part of the games" unit:"parts" range:">0..1000000" default:"1"`
}

type fitness struct {
	WinShare     float64 `key:"win_share" doc:"weight of winning" unit:"share" range:"0..1" default:".5"`
	OpeningPlies int     `key:"opening_plies" doc:"random plies at first" unit:"plies" range:"0..20" default:"4"`
	Pairs        int     `key:"pairs" doc:"pairs of games of a generation" unit:"pairs" range:"rounds..100000" default:"60"`
	Rounds       int     `key:"rounds" doc:"rounds of successive halving" unit:"rounds" range:"1..6" default:"3"`
}

type selection struct {
	LowerBound float64 `key:"lower_bound" doc:"c in mean - c/sqrt(games)" unit:"fitness" range:"0..100" default:".7"`
	Pool       string  `key:"pool" doc:"whether elites add new results to old ones" oneof:"on|off" default:"on"`
}

type validation struct {
	Every      int `key:"every" doc:"from one validation to the next" unit:"generations" range:"1..100000" default:"1"`
	Games      int `key:"games" doc:"of each validation" unit:"games" range:"2..10000000" even:"true" default:"1000"`
	Candidates int `key:"candidates" doc:"who play again at the end" unit:"candidates" range:"1..1000" default:"8"`
}

type test struct {
	OpeningPlies []int `key:"opening_plies" doc:"lengths of the random opening" unit:"plies" range:"0..20" count:"1..21" default:"[4, 0]"`
}

// genetic and walk are the options of the choice.
type genetic struct {
	Population   int       `key:"population" doc:"candidates in a generation" unit:"candidates" range:"4..10000" default:"60"`
	Elites       int       `key:"elites" doc:"the best, who stay" unit:"candidates" range:"0..population-1" default:"6"`
	Crossover    crossover `key:"crossover" doc:"how two parents have children"`
	MutationRate float64   `key:"mutation_rate" doc:"how often a gene changes" unit:"probability per gene" range:"0..1" default:".3"`
	Sigma        float64   `key:"sigma" doc:"size of a change at first" unit:"standard deviation" range:">0..10" default:".4"`
	SigmaEnd     float64   `key:"sigma_end" doc:"the same at the end" unit:"standard deviation" range:">0..sigma" default:".05"`
}

type crossover struct {
	Rate  float64 `key:"rate" doc:"how often a couple mixes" unit:"probability per couple" range:"0..1" default:".9"`
	Blend float64 `key:"blend" doc:"how far children leave their parents" unit:"distances of the parents" range:"0..2" default:".25"`
}

type walk struct {
	Step float64 `key:"step" doc:"size of a step" unit:"standard deviation" range:">0..10" default:".1"`
}

func (l *lab) Prepare() {
	if l.Optimizer.Options == nil {
		l.Optimizer.Options = []config.Option{
			{Name: "ga", Key: "ga", Doc: "the genetic algorithm", Settings: new(genetic)},
			{Name: "walk", Key: "walk", Doc: "a random walk", Settings: new(walk)},
		}
	}
}

// ga returns the settings of the genetic algorithm.
func ga(l *lab) *genetic {
	l.Optimizer.Name = "ga"
	return l.Optimizer.Chosen().(*genetic)
}

// differing refuses a feature and an opponent that come twice.
func differing(l *lab, report config.Report) {
	config.ReportTwice("player.features.%d", l.Player.Features, report)
	var agents []string
	for _, o := range l.Opponents {
		agents = append(agents, o.Agent)
	}
	config.ReportTwice("opponents.%d.agent", agents, report)
}

func parseLab(name string, data []byte, overrides []string, checks ...config.Check[lab]) (*lab, error) {
	return config.Parse(name, data, overrides, append([]config.Check[lab]{differing}, checks...)...)
}

func parse(t *testing.T, text string, overrides ...string) *lab {
	t.Helper()
	l, err := parseLab("test.yaml", []byte(text), overrides)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got+"\n"); diff != "" {
		t.Error(diff)
	}
}
