package pdn_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/gametest"
	. "evolab/protocol/pdn"
)

// played is a game of the given moves in the notation of the command line.
func played(t testing.TB, moves ...string) Game {
	t.Helper()
	g := Game{Start: position(t, "start")}
	s := g.Start
	for _, text := range moves {
		m, err := checkers.Rules().ParseMove(&s, text)
		if err != nil {
			t.Fatal(err)
		}
		g.Plies = append(g.Plies, Ply{Move: m})
		s.Play(m, &s)
	}
	return g
}

const sample = `[Event "Test \"A\\B\""]
[Site "?"]
[Date "?"]
[Round "3"]
[Black "greedy"]
[White "random"]
[Result "1/2-1/2"]
[GameType "21"]
[Seed "7"]

{Both sides open as usual.} 1. 11-15 24-19 {an exchange} 2. 15x24 28x19 3. 8-11
22-18 1/2-1/2

`

func sampleGame(t testing.TB) Game {
	g := played(t, "E f6 e5", "E g3 f4", "J e5 g3", "J h2 f4", "E g7 f6", "E c3 d4")
	g.Tags = []Tag{{"Event", `Test "A\B"`}, {"Round", "3"}, {"Black", "greedy"}, {"White", "random"}, {"Seed", "7"}}
	g.Comment = "Both sides open as usual."
	g.Plies[1].Comment = "an exchange"
	g.Result = game.Draw
	return g
}

func TestSample(t *testing.T) {
	want := sampleGame(t)
	text, err := Format(&want)
	if err != nil || text != sample {
		t.Errorf("%v\n%s\nwant\n%s", err, text, sample)
	}
	got, err := Parse(sample)
	if err != nil || !reflect.DeepEqual(got, []Game{want}) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
}

// What others write: no blanks after numbers, comments to the end of a line,
// marks, variations, whole routes, hyphens for captures, several games, the
// start as a FEN of ranges.
func TestReadsWhatOthersWrite(t *testing.T) {
	const text = "\ufeff" + `[Event "x"]
[SetUp "1"] [FEN "B:W21-32:B1-12."]
[GameType "21,W,8,8,N2,0"]
; a {remark}
1.11-15! 24-19?? $4 (24-20 {good (really)} (1... 22-18)) 2. 15-24 {the
same} {again} 28x19 3.
8-11 1-0

9-14 *
[Event "third"]
[Result "0-1"]
1. 11-16`
	games, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := played(t, "E f6 e5", "E g3 f4", "J e5 g3", "J h2 f4", "E g7 f6")
	want.Tags, want.Comment, want.Result = []Tag{{"Event", "x"}}, "a (remark)", game.SecondWins
	want.Plies[2].Comment = "the same again"
	second := played(t, "E b6 c5")
	third := played(t, "E f6 g5")
	third.Tags, third.Result = []Tag{{"Event", "third"}}, game.FirstWins
	if all := []Game{want, second, third}; !reflect.DeepEqual(games, all) {
		t.Errorf("%+v\nwant\n%+v", games, all)
	}
}

func TestMalformedRecords(t *testing.T) {
	for text, want := range map[string]string{
		"1. 11-15 11-16":                       `line 1: ply 2: move "11-16" is illegal in`,
		"\n1. 11-15\n24-19 x":                  `line 3: ply 3: move "x": expected: squares with - or x between them`,
		"1. 11":                                "expected: squares",
		"1. 11-":                               "expected: squares",
		"1. 11-15-":                            "expected: squares",
		"1. 11-33":                             "expected: squares",
		"{":                                    "line 1: a comment has no end",
		"(":                                    "line 1: a variation has no end",
		"1. 11-15 )":                           "line 1: a variation ends that did not begin",
		"(\n[Event \"x\"]":                     "line 2: a variation has no end",
		"[Event x]":                            `line 1: "[Event x]" (expected: [Name "value"])`,
		"[Event \"x\" y]":                      "expected: [Name",
		"[Event \"x\\\"]":                      "expected: [Name",
		"[Event]":                              "expected: [Name",
		"[Ev-t \"x\"]":                         "expected: [Name",
		"[Event \"x\"]\n[Event \"y\"]":         "line 2: the header Event is there twice",
		"[FEN \"B:W32:B1\"]\n[FEN \"\"]":       "line 2: the header FEN is there twice",
		"[FEN \"B\"] *":                        `pdn: FEN "B": parts: 1`,
		"[GameType \"20\"] *":                  `game type "20" (allowed: 21, English draughts)`,
		"[QuietPlies \"52\"] *":                `quiet plies "52" (allowed: 0..51)`,
		"[Result \"1-0\"] 0-1":                 `the game ends with 0-1, but its header says "1-0"`,
		"[Result \"2-0\"]":                     `result "2-0" (allowed: 1-0, 0-1, 1/2-1/2, *)`,
		"1. 11-15 [Event \"x\"]":               "a header among the moves",
		"1. 11-15 " + strings.Repeat("9", 999): "expected: squares",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	for want, change := range map[string]func(*Game){
		"ply 2: E f6 e5 is illegal": func(g *Game) { g.Plies[1] = g.Plies[0] },
		"without braces":            func(g *Game) { g.Comment = "a } b" },
		"control characters":        func(g *Game) { g.Tags[0].Value = "a\nb" },
		"letters, digits and _":     func(g *Game) { g.Tags[4].Name = "a b" },
		"follows from the game":     func(g *Game) { g.Tags[4].Name = "FEN" },
		"is there twice":            func(g *Game) { g.Tags[4].Name = "Event" },
	} {
		g := sampleGame(t)
		change(&g)
		if text, err := Format(&g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %q", text, err, want)
		}
	}
}

// Random games, some from the middle on, come back as they were, alone and as
// one file.
func TestGamesSurviveTheFile(t *testing.T) {
	var all strings.Builder
	var games []Game
	for seed := range uint64(100) {
		g := randomGame(t, seed)
		text, err := Format(&g)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			if len(line) > 80 && line[0] != '[' {
				t.Fatalf("a long line: %q", line)
			}
		}
		back, err := Parse(text)
		if err != nil || len(back) != 1 || !reflect.DeepEqual(back[0], g) {
			t.Fatalf("%v\n%s\ngave %+v", err, text, back)
		}
		all.WriteString(text)
		games = append(games, g)
	}
	if back, err := Parse(all.String()); err != nil || !reflect.DeepEqual(back, games) {
		t.Errorf("%d games of %d, %v", len(back), len(games), err)
	}
}

func randomGame(t *testing.T, seed uint64) Game {
	r := game.NewRand(seed)
	s := position(t, "start")
	game.Playout(&s, &r, int(seed%40), nil)
	g := Game{Start: s, Tags: []Tag{{"Round", strconv.Itoa(int(seed))}}}
	for !s.Outcome().Over() {
		ply := Ply{Move: gametest.Pick(&s, &r)}
		if r.Intn(10) == 0 {
			ply.Comment = "ply " + strconv.Itoa(len(g.Plies))
		}
		g.Plies = append(g.Plies, ply)
		s.Play(ply.Move, &s)
	}
	g.Result = s.Outcome().Result
	return g
}

// Whatever can be read can be written, and is read again as it was.
func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("[FEN \"W:WK1,32:BK29\"][QuietPlies \"7\"] 1... 32-28 {x} (29-25) $1 1. 29-25 *")
	f.Add("[Event \"a\tb\"] ; } {\n*")
	f.Add("[Result \"1-0\"] ; c\n 12.11-15! 1-0 9-14 *")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := Parse(text)
		if err != nil {
			if len(err.Error()) > 600 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		for _, g := range games {
			written, err := Format(&g)
			if err != nil {
				t.Fatalf("%q cannot be written again: %v", text, err)
			}
			again, err := Parse(written)
			if err != nil || len(again) != 1 || again[0].Start != g.Start || again[0].Result != g.Result ||
				!reflect.DeepEqual(again[0].Plies, g.Plies) || again[0].Comment != g.Comment || len(again[0].Tags) != len(g.Tags) {
				t.Fatalf("%q\nis written\n%s\nwhich reads as %+v, %v\nwant %+v", text, written, again, err, g)
			}
		}
	})
}
