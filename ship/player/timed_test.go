package player

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/gametest"
	"evolab/game/halma"
	"evolab/protocol/calibration"
	pcheckers "evolab/protocol/checkers"
	phalma "evolab/protocol/halma"
	"evolab/protocol/lines"
	"evolab/protocol/playdata"
	"evolab/search/cputime"
)

const checkersStart = `
.b.b.b.b
b.b.b.b.
.b.b.b.b
........
........
w.w.w.w.
.w.w.w.w
w.w.w.w.
`

const halmaStart = `
BBBBB...........
BBBBB...........
BBBB............
BBB.............
BB..............
................
................
................
................
................
................
..............WW
.............WWW
............WWWW
...........WWWWW
...........WWWWW
`

// answer plays one ply in a folder, and counts only its own CPU time.
func answer(t testing.TB, dir, input string) (code int, notes string) {
	t.Helper()
	put(t, dir, inputName, input)
	d := folder{dir: dir, before: cputime.Process()}
	code = d.play(time.Second)
	return code, strings.Join(d.notes, "\n")
}

// checkersMove is the legal move that a folder's output.txt holds.
func checkersMove(t testing.TB, dir string, s *checkers.State) game.Move {
	t.Helper()
	m, err := pcheckers.ParseOutput([]byte(get(t, dir, outputName)))
	if err != nil || !slices.Contains(s.Moves(nil), m) {
		t.Fatalf("%s: %q: %v", checkers.Rules().Format(s), get(t, dir, outputName), err)
	}
	return m
}

func halmaMove(t testing.TB, dir string, s *halma.State) game.Move {
	t.Helper()
	m, err := phalma.ParseOutput(s, []byte(get(t, dir, outputName)))
	if err != nil || !slices.Contains(s.Moves(nil), m) {
		t.Fatalf("%s: %q: %v", halma.Rules().Format(s), get(t, dir, outputName), err)
	}
	return m
}

func TestMalformedTimedInput(t *testing.T) {
	for _, c := range []struct{ name, input, want string }{
		{"kind alone", "SINGLE", "input.txt: line 2: the file ends (expected: BLACK or WHITE)"},
		{"colour", "GAME\nRED\n1.0" + checkersStart, `input.txt: line 2: found "RED" (expected: BLACK or WHITE)`},
		{"no time", "GAME\nBLACK" + checkersStart, `input.txt: line 3: found ".b.b.b.b" (expected: the seconds left, a positive number)`},
		{"symbol", "SINGLE\nBLACK\n1" + strings.Replace(checkersStart, "w", "x", 1), `input.txt: line 9: found "x.w.w.w."`},
		{"short", "SINGLE\nBLACK\n1" + checkersStart[:60], "input.txt: line 10: found"},
		{"nobody", "SINGLE\nBLACK\n1\n" + strings.Repeat("........\n", 8), "there is no piece on the board"},
		{"halma's colour", "GAME\nblack\n1.0" + halmaStart, `input.txt: line 2: found "black" (expected: BLACK or WHITE)`},
		{"no time in halma", "GAME\nBLACK" + halmaStart, `input.txt: line 3: found "BBBBB..........." (expected: the seconds left, a positive number)`},
		{"a piece too few", "GAME\nBLACK\n1" + strings.Replace(halmaStart, "B", ".", 1), "input.txt: "},
		{"halma's symbol", "GAME\nBLACK\n1" + strings.Replace(halmaStart, "W", "K", 1), `input.txt: line 15: found "..............KW"`},
		{"halma's width", "GAME\nBLACK\n1\n" + strings.Repeat(strings.Repeat(".", 17)+"\n", 16), `input.txt: line 4: found "................."`},
		{"halma's first row", "GAME\nBLACK\n1" + strings.Replace(halmaStart, "BBBBB...........", "BBBBB...", 1), "(expected: row 0 of the board, 16 of W, B and .)"},
		{"more lines", "GAME\nBLACK\n1" + halmaStart + "x", "(expected: nothing after line 19)"},
		{"endless", "GAME\nBLACK\n1\n" + strings.Repeat("x", 1<<20), "bytes)"},
	} {
		dir := t.TempDir()
		code, notes := answer(t, dir, c.input)
		if code != BadInput || !strings.Contains(notes, c.want) || strings.Contains(notes, "\n") {
			t.Errorf("%s: exit code %d, message %q, want one line with %q", c.name, code, notes, c.want)
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 1 {
			t.Errorf("%s: left behind: %v", c.name, files)
		}
	}
}

// A game that is over has no answer, whoever won and whoever is asked.
func TestGamesThatAreOver(t *testing.T) {
	const alone = "\n........\n........\n........\n..w.....\n........\n........\n........\n........\n"
	swapped := strings.NewReplacer("B", "W", "W", "B").Replace(halmaStart)
	blackWon := strings.Replace(swapped, "WWWWW...........\n", "WWWW............\n", 1)
	blackWon = strings.Replace(blackWon, "................", "W...............", 1)
	for _, c := range []struct{ name, colour, board string }{
		{"both have won", "BLACK", swapped}, {"black has won", "BLACK", blackWon}, {"black has won", "WHITE", blackWon}, {"checkers", "BLACK", alone},
	} {
		for _, kind := range []string{"GAME", "SINGLE"} {
			dir := t.TempDir()
			code, notes := answer(t, dir, kind+"\n"+c.colour+"\n1.0"+c.board)
			if code != Done || notes != gameOver {
				t.Errorf("%s, %s to move: exit code %d, %q", c.name, c.colour, code, notes)
			}
			if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 1 {
				t.Errorf("%s, %s to move: left behind: %v", c.name, c.colour, files)
			}
		}
	}
}

// By the addendum a side that could only move back within its camp has lost, but a
// host that asks for a move all the same gets one that a looser reading allows.
func TestOnlyBackWithinTheCamp(t *testing.T) {
	const board = `
.BBWW...........
BBWW............
BWBWW...........
WWWW............
W.W.W...........
................
................
................
................
................
................
..............W.
.............BWW
............BWBW
...........BBBBB
...........BBBBB
`
	for _, kind := range []string{"GAME", "SINGLE"} {
		dir := t.TempDir()
		code, notes := answer(t, dir, kind+"\nBLACK\n1.0"+board)
		if code != Done || notes != onlyBack || get(t, dir, outputName) != "E 1,0 0,0\n" {
			t.Errorf("%s: exit code %d, %q, %q", kind, code, notes, get(t, dir, outputName))
		}
	}
}

// Whatever stands where the time should, the answer is legal. What is none is
// answered at once, and said, in both games alike.
func TestTimesThatAreNone(t *testing.T) {
	for _, kind := range []string{"GAME", "SINGLE"} {
		for _, text := range []string{"0", "0.000", "-1", "-1e999", "NaN", "inf", "soon", "", "1,5", "\x00\xff"} {
			for _, board := range []string{checkersStart, halmaStart} {
				dir := t.TempDir()
				began := cputime.Process()
				code, notes := answer(t, dir, kind+"\nBLACK\n"+text+board)
				took := cputime.Process() - began
				want := "warning: " + lines.Doubt(3, []byte(text)) + ": the answer is given at once"
				if code != Done || notes != want || took > time.Second {
					t.Errorf("%s %q: exit code %d after %v, notes %q, want %q", kind, text, code, took, notes, want)
				}
				legalOnBoard(t, dir, board)
			}
		}
	}
}

// legalOnBoard makes sure that the answer to a start position is legal.
func legalOnBoard(t *testing.T, dir, board string) {
	t.Helper()
	if board == checkersStart {
		s, err := checkers.Start("")
		if err != nil {
			t.Fatal(err)
		}
		checkersMove(t, dir, &s)
		return
	}
	s, err := halma.Start("")
	if err != nil {
		t.Fatal(err)
	}
	halmaMove(t, dir, &s)
}

// Whatever stands where helper files should, the answer is legal, and
// nothing is said unless the history cannot be kept.
func TestHelperFiles(t *testing.T) {
	other := playdata.Record{Game: "checkers", Left: time.Hour, Moves: 7, Board: []byte(strings.ReplaceAll(checkersStart, "\n", ""))}
	sealed := string(other.Append(nil))
	for name, damage := range map[string]func(file string) error{
		"missing":      func(string) error { return nil },
		"empty":        func(file string) error { return os.WriteFile(file, nil, 0o644) },
		"binary":       func(file string) error { return os.WriteFile(file, []byte("\x00\xff\x01"), 0o644) },
		"huge":         func(file string) error { return os.WriteFile(file, make([]byte, 1<<22), 0o644) },
		"truncated":    func(file string) error { return os.WriteFile(file, []byte(sealed[:len(sealed)-9]), 0o644) },
		"another game": func(file string) error { return os.WriteFile(file, []byte(sealed), 0o644) },
		"unreadable":   func(file string) error { return os.WriteFile(file, []byte(sealed), 0) },
		"a dead link":  func(file string) error { return os.Symlink("nowhere", file) },
		"a folder":     func(file string) error { return os.MkdirAll(filepath.Join(file, "x"), 0o755) },
		"a device":     func(file string) error { return os.Symlink("/dev/zero", file) },
		"in the way":   func(file string) error { return os.Mkdir(file+".tmp", 0o755) },
	} {
		for _, board := range []string{checkersStart, halmaStart} {
			dir := t.TempDir()
			for _, file := range []string{playdata.Name, calibration.Name} {
				if err := damage(filepath.Join(dir, file)); err != nil {
					t.Fatal(err)
				}
			}
			code, notes := answer(t, dir, "GAME\nBLACK\n0.2"+board)
			silent := notes == ""
			if name == "a folder" {
				silent = strings.HasPrefix(notes, "warning: the history of the game will be lost: playdata.txt: cannot write: ")
			}
			if code != Done || !silent {
				t.Errorf("%s: exit code %d, %q", name, code, notes)
			}
			legal(t, dir, board)
			if name == "a folder" {
				continue
			}
			if r, err := playdata.Parse([]byte(get(t, dir, playdata.Name))); err != nil || r.Moves != 1 || len(r.Seen.Keys) != 2 {
				t.Errorf("%s: afterwards %+v, %v", name, r, err)
			}
		}
	}
}

// legal checks an answer to the start position of the game with that board.
func legal(t *testing.T, dir, board string) {
	t.Helper()
	if board == halmaStart {
		s, err := halma.Rules().Start("")
		if err != nil {
			t.Fatal(err)
		}
		halmaMove(t, dir, &s)
		return
	}
	s, err := checkers.Rules().Start("")
	if err != nil {
		t.Fatal(err)
	}
	checkersMove(t, dir, &s)
}

// A single move reads and leaves no history.
func TestSingleMoves(t *testing.T) {
	for _, board := range []string{checkersStart, halmaStart} {
		dir := single(t, "SINGLE\nBLACK\n0.02", board)
		if _, err := os.Stat(filepath.Join(dir, playdata.Name)); !os.IsNotExist(err) {
			t.Errorf("%s: %v", playdata.Name, err)
		}
	}
}

// single answers the first lines of an input.txt and a board by a legal move,
// and returns the folder.
func single(t *testing.T, head, board string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if code, notes := answer(t, dir, head+board); code != Done || notes != "" {
		t.Errorf("exit code %d, %s", code, notes)
	}
	legal(t, dir, board)
	return dir
}

// Editors may write a byte order mark.
func TestByteOrderMark(t *testing.T) {
	for _, board := range []string{checkersStart, halmaStart} {
		single(t, "\ufeffSINGLE\nBLACK\n0.02", board)
	}
	dir := t.TempDir()
	put(t, dir, inputName, "\ufeff1"+strings.Repeat("\n00000", 10))
	if code, notes := Answer(dir, tiny); code != Done || len(notes) > 0 || get(t, dir, outputName) == "PASS" {
		t.Errorf("exit code %d, %q, %s", code, notes, get(t, dir, outputName))
	}
}

// What a process leaves behind tells the next one of the same game, and nobody
// else, how the game has gone.
func TestHistoryFromMoveToMove(t *testing.T) {
	dir := t.TempDir()
	r := game.NewRand(3)
	s, err := checkers.Rules().Start("")
	if err != nil {
		t.Fatal(err)
	}
	left := []float64{.6, .57, .57, .58, .5, 2, .3, .3, .3, .29, .28, .27} // however the clock goes
	for move := 1; move <= len(left); move++ {
		input := pcheckers.Input{Left: time.Duration(left[move-1] * 1e9), State: s}
		if code, notes := answer(t, dir, string(pcheckers.AppendInput(nil, &input))); code != Done || notes != "" {
			t.Fatalf("exit code %d, %s", code, notes)
		}
		s.Play(checkersMove(t, dir, &s), &s)
		got, err := playdata.Parse([]byte(get(t, dir, playdata.Name)))
		if err != nil || got.Moves != move || len(got.Seen.Keys) != 2*move || got.Quiet != s.Quiet() || got.Left != input.Left {
			t.Fatalf("move %d, %d quiet plies: %+v, %v", move, s.Quiet(), got, err)
		}
		if s.Outcome().Over() {
			break
		}
		s.Play(gametest.Pick(&s, &r), &s)
	}
	// The same folder, and a board to which no move leads.
	answer(t, dir, "GAME\nBLACK\n0.61"+checkersStart)
	if got, err := playdata.Parse([]byte(get(t, dir, playdata.Name))); err != nil || got.Moves != 1 {
		t.Errorf("in the next game: %+v, %v", got, err)
	}
}

// The move that leads back to where the game has been is not played by the side
// that is ahead. The history ends with the board before the opponent's move.
func TestHistoryKeepsFromGoingRound(t *testing.T) {
	const before = "......../..W.W.../......../......../.......B/....B.../.......B/........"
	const now = "......../..W...../...W..../......../.......B/....B.../.......B/........"
	s, err := checkers.Rules().Parse("", now+" b 0")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	input := string(pcheckers.AppendInput(nil, &pcheckers.Input{Left: time.Second / 2, State: s}))
	answer(t, dir, input)
	usual := checkersMove(t, dir, &s)
	var after checkers.State
	s.Play(usual, &after)
	r := playdata.Record{Game: "checkers", Left: time.Second, Moves: 1, Quiet: 20, Board: []byte(strings.ReplaceAll(before, "/", ""))}
	r.Seen.See(after.BoardHash())
	chosen := usual
	for range 20 { // a search that a busy machine cuts off knows no history
		put(t, dir, playdata.Name, string(r.Append(nil)))
		answer(t, dir, input)
		if chosen = checkersMove(t, dir, &s); chosen != usual {
			break
		}
	}
	if chosen == usual {
		t.Errorf("%s leads back", checkers.Rules().FormatMove(&s, usual))
	}
	if got, err := playdata.Parse([]byte(get(t, dir, playdata.Name))); err != nil || got.Quiet != 22 || got.Moves != 2 {
		t.Errorf("the history was not read: %+v, %v", got, err)
	}
}

// FuzzTimed: an answer to whatever is a position, whatever lies in the folder.
func FuzzTimed(f *testing.F) {
	r := playdata.Record{Game: "checkers", Left: time.Hour, Board: []byte(strings.ReplaceAll(checkersStart, "\n", ""))}
	for _, board := range []string{checkersStart, halmaStart} {
		f.Add([]byte("GAME\nWHITE\n0.5"+board), r.Append(nil), []byte("evolab calibration 1\n"))
		f.Add([]byte("SINGLE\nBLACK\n1e-9"+board), []byte("\x00"), []byte{})
	}
	f.Fuzz(func(t *testing.T, input, history, speeds []byte) {
		if thinksLong(input) {
			return
		}
		dir := t.TempDir()
		put(t, dir, playdata.Name, string(history))
		put(t, dir, calibration.Name, string(speeds))
		put(t, dir, inputName, string(input))
		code, notes := Answer(dir, tiny)
		if code == Failed || code == BadInput && (len(notes) != 1 || strings.Contains(notes[0], "\n")) {
			t.Fatalf("exit code %d, %q", code, notes)
		}
		if in, err := pcheckers.ParseInput(input); err == nil && !in.State.Outcome().Over() {
			checkersMove(t, dir, &in.State)
		}
		if in, err := phalma.ParseInput(input); err == nil {
			if s, err := in.State(halma.Addendum); err == nil && !s.Outcome().Over() {
				halmaMove(t, dir, &s)
			}
		}
	})
}

// thinksLong reports whether an input grants more time than a test can take: up to
// eleven days.
func thinksLong(input []byte) bool {
	single, left := false, time.Duration(0)
	if in, err := pcheckers.ParseInput(input); err == nil {
		single, left = in.Single, in.Left
	} else if in, err := phalma.ParseInput(input); err == nil {
		single, left = in.Single, in.Left
	}
	return left > time.Second || single && left > time.Second/50
}
