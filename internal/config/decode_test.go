package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"evolab/internal/config"
	"evolab/internal/goldentest"
)

func TestNameComesFromTheFile(t *testing.T) {
	for file, want := range map[string]string{
		"runs/My first_try.yaml":            "my-first-try",
		"quick.yml":                         "quick",
		"ÄÖ.yaml":                           "unnamed",
		"":                                  "unnamed",
		"..":                                "unnamed",
		strings.Repeat("a", 39) + "-b.yaml": strings.Repeat("a", 39),
	} {
		c, err := parseLab(file, []byte("seed: 2"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != want {
			t.Errorf("%q: name %q, want %q", file, c.Name, want)
		}
	}
}

func TestYAMLParsesBack(t *testing.T) {
	c := parse(t, "seed: 18446744073709551615\nga: {sigma: 0.1234567890123456789, sigma_end: 1e-300}",
		`start="no.json"`, "opponents=[{agent: 'exec:dir=a b,cmd=./p \"#\" : x'}, {agent: ä, share: 12345.678}, {agent: 'null'}]",
		"player.features=['7', yes, '~', '0x1F_', '-']", "variant='1:30'", "selection.lower_bound=-0.0")
	text, err := config.YAML(c)
	if err != nil {
		t.Fatal(err)
	}
	back, err := parseLab("other.yaml", text, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(c, back); diff != "" {
		t.Error(diff)
	}
	for _, k := range config.Keys[lab]() {
		leaf := k.Path[strings.LastIndexByte(k.Path, '.')+1:]
		if !strings.Contains(string(text), leaf+":") {
			t.Errorf("%s is not written:\n%s", k.Path, text)
		}
	}
}

func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.bad.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			_, err := config.Load(file, nil, differing)
			if err == nil {
				t.Fatal("no problem")
			}
			golden(t, strings.TrimSuffix(file, ".bad.yaml")+".err", err.Error())
		})
	}
}

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
override: opponents.1.agent: unknown agent gnuchess (allowed: random, greedy)
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
		"testdata/none.yaml": "testdata/none.yaml: cannot be read: there is no such file or folder (allowed: the name of a YAML file)",
		"testdata":           "testdata: cannot be read: it is a folder (allowed: the name of a YAML file)",
	} {
		_, err := config.Load[lab](file, nil)
		var bad *config.Error
		if !errors.As(err, &bad) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// checkParse parses and checks what holds for every input.
func checkParse(t *testing.T, data []byte, override string) {
	t.Helper()
	c, err := parseLab("fuzz.yaml", data, []string{override})
	if err != nil {
		checkProblems(t, err)
		return
	}
	text, err := config.YAML(c)
	if err != nil {
		t.Fatal(err)
	}
	back, err := parseLab("other.yaml", text, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(c, back); diff != "" {
		t.Fatal(diff)
	}
}

func checkProblems(t *testing.T, err error) {
	t.Helper()
	var bad *config.Error
	if !errors.As(err, &bad) || len(bad.Problems) == 0 {
		t.Fatalf("%T without problems", err)
	}
	for _, p := range bad.Problems {
		if p.Line < 1 || p.Column < 1 || p.Source == "" || p.Message == "" {
			t.Fatalf("incomplete: %#v", p)
		}
		if strings.ContainsAny(p.String(), "\x00\x1b\r") || !utf8.ValidString(p.String()) {
			t.Fatalf("not fit for a terminal: %q", p)
		}
		if strings.Count(p.Excerpt, "\n") > 1 || strings.Contains(p.Message+p.Key+p.Allowed, "\n") {
			t.Fatalf("too many lines: %q", p)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.bad.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, "../../experiments/ga.yaml", "../../experiments/quick.yaml") {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "seed=7")
	}
	for _, override := range []string{"ga.sigma=.3", "opponents=[{agent: greedy, share: 1}]", "opponents.0.share=.3", "x", "seed=\n---\n", "variant="} {
		f.Add([]byte("name: a"), override)
	}
	f.Fuzz(func(t *testing.T, data []byte, override string) { checkParse(t, data, override) })
}

func TestHostileTextsEndSoon(t *testing.T) {
	for name, text := range map[string]string{
		"zeros":        strings.Repeat("\x00", config.MaxBytes),
		"too long":     strings.Repeat("#", config.MaxBytes+1),
		"lists":        strings.Repeat("[", config.MaxBytes),
		"sections":     strings.Repeat("{", config.MaxBytes),
		"dashes":       strings.Repeat("- ", config.MaxBytes/2),
		"questions":    strings.Repeat("? ", config.MaxBytes/2),
		"lines":        strings.Repeat("\n", config.MaxBytes-1) + "]",
		"same key":     strings.Repeat("a: 1\n", config.MaxBytes/5),
		"long key":     strings.Repeat("a", config.MaxBytes-3) + ": 1",
		"items":        "opponents: [" + strings.Repeat("1,", config.MaxBytes/2-8) + "]",
		"comments":     strings.Repeat("#\n", config.MaxBytes/2),
		"anchors":      strings.Repeat("- &a *a\n", config.MaxBytes/8),
		"documents":    strings.Repeat("---\n", config.MaxBytes/4),
		"open quote":   `name: "` + strings.Repeat("a\n", config.MaxBytes/2-4),
		"byte marks":   strings.Repeat("\uFEFF", config.MaxBytes/3),
		"UTF-16":       "\xff\xfen\x00",
		"digits":       "seed: " + strings.Repeat("9", config.MaxBytes-6),
		"block scalar": "name: |\n" + strings.Repeat(" a\n", config.MaxBytes/3-4),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, err := parseLab("hostile.yaml", []byte(text), nil)
			if err == nil {
				t.Fatal("no problem")
			}
			_ = err.Error()
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%v", took)
			}
		})
	}
}

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
	goldentest.Compare(t, file, []byte(got+"\n"))
}
