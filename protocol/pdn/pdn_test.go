package pdn_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/gametest"
	"evolab/internal/untrusted"
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

// parsed is the games of a text without faults.
func parsed(t testing.TB, text string) (games []Game) {
	t.Helper()
	for i, r := range Parse(text) {
		if r.Err != nil || r.Notes != nil {
			t.Errorf("record %d: %v %q", i+1, r.Err, r.Notes)
		}
		games = append(games, r.Game)
	}
	return games
}

func TestSample(t *testing.T) {
	want := sampleGame(t)
	text, err := Format(&want)
	if err != nil || text != sample {
		t.Errorf("%v\n%s\nwant\n%s", err, text, sample)
	}
	if got := parsed(t, sample); !reflect.DeepEqual(got, []Game{want}) {
		t.Errorf("%+v\nwant\n%+v", got, want)
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
1. 11-16 0-1`
	games := parsed(t, text)
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

// What is not as the standard has it and does no harm is read, with a note.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		about, text string
		moves       int
		result      game.Result
		notes       string // joined
	}{
		{"a header twice, as in the standard", `[Event "a"][Event "b"] 9-14 1-0`, 1, game.SecondWins, "line 1: the header Event is there twice"},
		{"a header twice, on two lines", "[Event \"a\"]\n[Event \"b\"]\n\n[Site \"c\"]\n9-14 1-0", 1, game.SecondWins, "line 2: the header Event is there twice"},
		{"a result twice, the same", `[Result "1-0"][Result "1-0"] 9-14 1-0`, 1, game.SecondWins, ""},
		{"results of other games", `[Result "2-0"] 9-14 2-0`, 1, game.SecondWins, "line 1: the result 2-0 is taken for 1-0"},
		{"1-1", `9-14 1-1`, 1, game.Draw, "line 1: the result 1-1 is taken for 1/2-1/2"},
		{"0-2 in the header", `[Result "0-2"] 9-14 0-1`, 1, game.FirstWins, "line 1: the result 0-2 is taken for 0-1"},
		{"0-0: both have lost", `9-14 0-0`, 1, game.Ongoing, "line 1: the result 0-0 is taken for *"},
		{"a result in words", `[Result "Black won"] 9-14 *`, 1, game.Ongoing, `line 1: the result "Black won" is none (expected: 1-0, 0-1, 1/2-1/2 or *)`},
		{"* against the header", "[Result \"1-0\"]\n9-14 *", 1, game.SecondWins, "line 2: the game ends with *, but its header says 1-0"},
		{"the header has *", `[Result "*"] 9-14 1-0`, 1, game.SecondWins, ""},
		{"results that contradict each other", `[Result "1-0"] 9-14 0-1`, 1, game.Ongoing, "line 1: the game ends with 0-1, but its header says 1-0"},
		{"no result after the moves", `[Result "1-0"] 9-14`, 1, game.SecondWins, "line 1: no result ends the moves"},
		{"the result twice", `9-14 1-0 * {resigned}`, 1, game.SecondWins, "line 1: the result is there twice"},
		{"dots for the other side", "1. 11-15 {note} 1. ... 23-18 2... *", 2, game.Ongoing, ""},
		{"dots in one sign", "1. 11-15 1… 23-18 *", 2, game.Ongoing, ""},
		{"marks at a move and after it", "1. 11-15* 23-19 ?! 2. 8-11 ! 22-17= *", 4, game.Ongoing, ""},
		{"other signs between squares", "1. 11:15 24X19 2. 15x24 *", 3, game.Ongoing, ""},
		{"* between games, as PDN 3.0 has it, after the result", "9-14 * 0-1", 1, game.FirstWins, "line 1: the result is there twice"},
		{"squares without a sign, and a capture jump by jump", "[FEN \"B:W18,25,31:B1,15\"] 15x22 22x29! 3127 0105 *", 3, game.Ongoing, ""},
		{"lines for programs", "% of a program { (\n1. 11-15\n%\n*", 1, game.Ongoing, ""},
		{"the end of a DOS file, joined to another", "1. 11-15 *\n\x1a\ufeff", 1, game.Ongoing, ""},
		{"quotation marks", `[Event "the "Big" one"] 9-14 *`, 1, game.Ongoing, ""},
		{"FEN of lidraughts", `[FEN "W:W21, 22:B1,K2:H3:F10"] 21-17 *`, 1, game.Ongoing, ""},
	} {
		r := Parse(c.text)
		if len(r) != 1 || r[0].Err != nil || len(r[0].Plies) != c.moves || r[0].Result != c.result || strings.Join(r[0].Notes, "; ") != c.notes {
			t.Errorf("%s: %+v", c.about, r)
		}
	}
}

// A game without moves and result is one, too.
func TestHeadersAlone(t *testing.T) {
	list := Parse("[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n\n[FEN \"W:W32:B1\"]\n\n[Event \"c\"] *")
	var got []string
	for _, r := range list {
		got = append(got, r.Tag("Event"))
	}
	if strings.Join(got, " ") != "a b c" || list[0].Result != game.SecondWins || list[1].Start.Turn() != game.Second {
		t.Errorf("%+v", list)
	}
}

// Lines that are not UTF-8 are Latin-1, and nothing in a text is obeyed.
func TestTexts(t *testing.T) {
	r := Parse("[Event \"Stra\xdfe\"]\n[Black \"M\xfcller\"]\n[White \"Łoś\u202egnp\"]\n1. 11-15 {sch\xf6n \x85\x1b[2J} 1-0 {resigned}")
	want := []Tag{{"Event", "Straße"}, {"Black", "Müller"}, {"White", `Łoś\u202egnp`}}
	if len(r) != 1 || r[0].Err != nil || !reflect.DeepEqual(r[0].Tags, want) || r[0].Plies[0].Comment != `schön …\u001b[2J resigned` {
		t.Errorf("%+v", r)
	}
	g := sampleGame(t)
	g.Tags[1].Value, g.Comment = "a\u202e\nb", "\u2066x"
	if text, err := Format(&g); err != nil || !strings.Contains(text, `"a\\u202e b"`) || !strings.Contains(text, `{\u2066x}`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// A record that cannot be read has an error with its line, and leaves the others as they
// are.
func TestMalformedRecords(t *testing.T) {
	const before, after = "[Event \"before\"]\n1. 11-15 *\n\n", "\n\n[Event \"after\"]\n1. 11-16 *\n"
	for text, want := range map[string]string{
		"1. 11-15 11-16":                     `line 4: ply 2: move "11-16" is illegal in`,
		"\n1. 11-15\n24-19 x":                `line 6: ply 3: move "x": expected: squares with - or x between them`,
		"1. 11-15 23-18 2. 8-11?overstepped": `line 4: ply 3: move "8-11?overstepped": expected: squares`,
		"1. 11":                              "expected: squares",
		"1. 11-":                             "expected: squares",
		"1. 11-15-":                          "expected: squares",
		"1. 11-33":                           "expected: squares",
		"{":                                  "line 4: a comment has no end",
		"1. 11-15 {\n[%clk 1]\n\n(x":         "line 4: a comment has no end",
		"(":                                  "a variation has no end",
		"1. 11-15 )":                         "line 4: a variation ends that did not begin",
		"(\n[Event \"x\"] *":                 "line 5: a variation has no end",
		"[Event x]":                          `line 4: "[Event x]" (expected: [Name "value"])`,
		"[Event \"x\" y]":                    "expected: [Name",
		"[Event \"x\\\"\n]":                  "expected: [Name",
		"[White \"x\"]\n[Event x]\n[Site \"y\"]\n9-14 *": `line 5: "[Event x]" (expected`,
		"[Event]":                               "expected: [Name",
		"[Ev-t \"x\"]":                          "expected: [Name",
		"[FEN \"B:W32:B1\"]\n[FEN \"\"] *":      "line 5: the header FEN is there twice, with different values",
		"[Result \"1-0\"]\n[Result \"0-1\"] *":  "line 5: the header Result is there twice, with different values",
		"[FEN \"B:W18,25,31:B15\"] 15x22 *":     "line 4: ply 1: the capture 15x22 goes on",
		"[FEN \"B:W18,25,31:B15\"] 15x22 26-22": `line 4: ply 1: move "15x2226-22": expected: squares`,
		"[FEN \"B\"] *":                         `line 4: FEN "B": parts: 1`,
		"[FEN \"B:W32:B1:X0\"] *":               "parts: 4",
		"[GameType \"20\"] 32-28 *":             `line 4: game type "20" (allowed: 21, English draughts)`,
		"[QuietPlies \"52\"] *":                 `quiet plies "52" (allowed: 0..51)`,
		"1. 11-15 " + strings.Repeat("9", 999):  "expected: squares",
	} {
		list := Parse(before + text + after)
		if last := len(list) - 1; last != 2+strings.Count(text, "[Event \"x\"] *") || list[0].Err != nil || list[0].Tag("Event") != "before" || list[last].Err != nil || list[last].Tag("Event") != "after" {
			t.Errorf("%q: %d records: %+v", text, len(list), list)
		} else if err := list[1].Err; err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	for want, change := range map[string]func(*Game){
		"ply 2: E f6 e5 is illegal": func(g *Game) { g.Plies[1] = g.Plies[0] },
		"without braces":            func(g *Game) { g.Comment = "a } b" },
		"letters, digits and _":     func(g *Game) { g.Tags[4].Name = "a b" },
		"follows from the game":     func(g *Game) { g.Tags[4].Name = "FEN" },
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
		if back := parsed(t, text); !reflect.DeepEqual(back, []Game{g}) {
			t.Fatalf("%s\ngave %+v", text, back)
		}
		all.WriteString(text)
		games = append(games, g)
	}
	if back := parsed(t, all.String()); !reflect.DeepEqual(back, games) {
		t.Errorf("%d games of %d", len(back), len(games))
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
	f.Add("[Event \"a\"][Event \"b \"c\"\"]\n% x\n1. 11-15* ?! 1. ... 23:18 2-0 {\n\n[Event \"\xfc\"]\n\x1a(")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range Parse(text) {
			if r.Err != nil {
				if len(r.Err.Error()) > 600 {
					t.Fatalf("a message of %d bytes", len(r.Err.Error()))
				}
				continue
			}
			g := r.Game
			written, err := Format(&g)
			if err != nil {
				t.Fatalf("%q cannot be written again: %v", text, err)
			}
			again := Parse(written)
			if len(again) != 1 || again[0].Err != nil || again[0].Start != g.Start || again[0].Result != g.Result ||
				!reflect.DeepEqual(again[0].Plies, g.Plies) || again[0].Comment != g.Comment || len(again[0].Tags) != len(g.Tags) {
				t.Fatalf("%q\nis written\n%s\nwhich reads as %+v\nwant %+v", text, written, again, g)
			}
			if strings.ContainsFunc(strings.ReplaceAll(written, "\n", ""), untrusted.Obeyed) {
				t.Fatalf("%q is written with characters that are obeyed: %q", text, written)
			}
		}
	})
}
