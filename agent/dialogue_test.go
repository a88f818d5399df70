package agent

import (
	"errors"
	"strings"
	"testing"

	"evolab/game/littlego"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// programOf makes an agent that is a program.
func programOf(t *testing.T, game, text string, given TunedParameters) Agent {
	t.Helper()
	g, err := FindGame(game)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	spec.Tuned = given
	a, err := g.Agent(spec, Env{Programs: Unannounced()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// moveAt is what a new player of an agent chooses, or how it loses.
func moveAt(t *testing.T, a Agent, game, position string) (string, error) {
	t.Helper()
	g, err := FindGame(game)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	choice, err := p.Choose(t.Context(), b, Clock{})
	if err != nil {
		return "", err
	}
	return b.FormatMove(choice.Move), nil
}

// A program that keeps running gets the position of evolve legal, and answers in its
// notation, in all games.
func TestLines(t *testing.T) {
	for game, c := range map[string]struct{ command, move string }{
		"littlego":  {`while read rows turn ply before; do [ "$turn $ply $before" = "b 0 -" ] && echo 2,2; done`, "2,2"},
		"checkers":  {`while read l; do echo E a3 b4; done`, "E a3 b4"},
		"halma":     {`while read rows turn; do echo E 4,1 5,1; done`, "E 4,1 5,1"},
		"konane":    {`while read rows turn; do echo [8:8]; done`, "[8:8]"},
		"tictactoe": {`while read rows turn; do [ $turn = x ] && echo 1,1; done`, "1,1"},
	} {
		t.Run(game, func(t *testing.T) {
			a := programOf(t, game, "lines:dir=testdata,cmd="+c.command, TunedParameters{})
			if got, err := moveAt(t, a, game, "start"); err != nil || got != c.move {
				t.Errorf("%q, %v; want %q", got, err, c.move)
			}
		})
	}
}

// What is no move, or comes from a program that is none, loses the game.
func TestLinesThatLose(t *testing.T) {
	for _, c := range []struct{ about, command, reason string }{
		{"no move", "read l; echo hello", "malformed"},
		{"off the board", "read l; echo 7,7", "malformed"},
		{"nothing", "read l", "no-output"},
		{"two answers", "read l; echo 1,1; echo 2,2", ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			a := programOf(t, "littlego", "lines:dir=testdata,cmd="+c.command, TunedParameters{})
			_, err := moveAt(t, a, "littlego", "start")
			var lost *Forfeit
			if c.reason == "" && err == nil {
				return
			}
			if !errors.As(err, &lost) || lost.Reason != c.reason {
				t.Errorf("%v, want %s", err, c.reason)
			}
		})
	}
}

// A program that waits for ever is told what it was asked, what had come, and to flush.
func TestProgramsThatDoNotFlush(t *testing.T) {
	for _, c := range []struct{ game, spec, want string }{
		{"tictactoe", "lines:dir=testdata,wait=.5,cmd=read l; printf 1,1; sleep 60", `; asked ".../.../... x", it had written "1,1", without the newline that ends an answer, or did not flush that`},
		{"tictactoe", "lines:dir=testdata,wait=.5,cmd=sleep 60", `; asked ".../.../... x", it had written nothing: a program has to flush its output after each answer`},
		{"littlego", `gtp:dir=testdata,wait=.5,cmd=read l; printf "= \n"; sleep 60`, `; asked "boardsize 5", it had written "=", without the empty line that ends an answer, or did not flush that`},
		{"littlego", "gtp:dir=testdata,wait=.5,wall=2,cmd=cat >/dev/null", `; asked "boardsize 5", it had written nothing: a program has to flush its output after each answer`},
	} {
		_, err := moveAt(t, programOf(t, c.game, c.spec, TunedParameters{}), c.game, "start")
		var lost *Forfeit
		if !errors.As(err, &lost) || lost.Reason != "time" || !strings.HasPrefix(lost.Detail, "it waited for ") || !strings.HasSuffix(lost.Detail, c.want) {
			t.Errorf("%s: %v, want %s", c.spec, err, c.want)
		}
	}
}

// A program gets its parameters in each of the three ways.
func TestGiven(t *testing.T) {
	values := []float64{1, 2.5}
	for pass, command := range map[string]string{
		PassFile: `read l; [ "$(tr -d ' \n' <weights.json)" = '{"row":1,"x":2.5}' ] && echo 1,2`,
		PassEnv:  `read l; echo $EVOLAB_row,${EVOLAB_x%.5}`,
		PassArgs: `read l; x={x}; echo {row},${x%.5}`,
	} {
		t.Run(pass, func(t *testing.T) {
			given := TunedParameters{pass, []string{"row", "x"}, values}
			a := programOf(t, "littlego", "lines:dir=testdata,cmd="+command, given)
			if got, err := moveAt(t, a, "littlego", "start"); err != nil || got != "1,2" {
				t.Errorf("%q, %v", got, err)
			}
			other, err := a.(Tunable).With(TunedParameters{pass, []string{"row", "x"}, []float64{1, 2.5}})
			if err != nil && pass != PassArgs { // its command has no {name} any more
				t.Error(err)
			} else if err == nil {
				other.Close()
			}
		})
	}
}

// A program that is told its parameters by lines is one process for all candidates, and is
// told again only if they change. Any other answer than ok loses the game.
func TestSetSparesStarts(t *testing.T) {
	const program = `n=0; while read a name value; do if [ $a = set ]; then row=$value; n=$((n + 1)); echo ok; else echo $row,$n; fi; done`
	base := programOf(t, "littlego", "lines:dir=testdata,cmd="+program, TunedParameters{})
	with := func(row float64) Agent {
		a, err := base.(Tunable).With(TunedParameters{PassSet, []string{"row"}, []float64{row}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Close() })
		return a
	}
	one, other := with(2), with(3)
	for _, c := range []struct {
		a    Agent
		want string // the row, and how often the process was told one
	}{{one, "2,1"}, {one, "2,1"}, {other, "3,2"}, {one, "2,3"}} {
		if got, err := moveAt(t, c.a, "littlego", "start"); err != nil || got != c.want {
			t.Errorf("%q, %v; want %q", got, err, c.want)
		}
	}
	base = programOf(t, "littlego", "lines:dir=testdata,cmd=while read l; do echo 2,2; done", TunedParameters{})
	var lost *Forfeit
	if _, err := with(2).Player(1); !errors.As(err, &lost) || lost.Reason != "malformed" || !strings.Contains(lost.Detail, `"set row 2" was answered by "2,2" (expected: ok)`) {
		t.Errorf("%v, want malformed", err)
	}
	g, err := Games().Find("littlego")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Agent(Spec{Name: "gtp", Tuned: TunedParameters{PassSet, []string{"row"}, []float64{1}}}.With("dir", "testdata").With("cmd", "cat"), Env{Programs: Unannounced()}); err == nil || !strings.Contains(err.Error(), "parameters are set by lines, which gtp has not") {
		t.Errorf("gtp: %v", err)
	}
}

// The positions of a game reach an engine by play commands: after a random opening,
// with a ko, after a pass.
func TestGTPSetup(t *testing.T) {
	for _, c := range []struct{ about, position, want string }{
		{"the start", "start", ""},
		{"stones", ".X.../...../..O../...../..... b 2 -", "play black B5, play white C3"},
		{"a last move that captures, and a ko", ".XO../X.XO./.XO../...../..... w 7 .XO../XO.O./.XO../...../.....",
			"play white C5, play black B5, play white B4, play black A4, play white D4, play black B3, play white C3, play black C4"},
		{"a pass", ".X.../...../..O../...../..... b 2 .X.../...../..O../...../.....", "play white C3, play black B5, play white pass"},
		{"more stones of one side", "XX.../X..../..O../...../..... b 6 -", "play black A5, play black B5, play black A4, play white C3"},
		{"a random opening", ".X.O./...../..O../....X/..... b 4 .X.O./...../...../....X/.....", "play black B5, play white D5, play black E2, play white C3"},
	} {
		s, err := littlego.Parse("", c.position)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(gtpSetup(&s)[3:], ", ")
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.about, got, c.want)
		}
	}
}

// An engine in C++ that knows the protocol alone plays, and is given parameters.
func TestGTPEngine(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("compiling takes seconds, and experiments/train tunes an engine in sh; run with -long")
	}
	tooltest.Need(t, "g++")
	base := programOf(t, "littlego", "gtp:dir=testdata/gtp", TunedParameters{})
	if err := Build(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ position, names, want string }{
		{"start", "", "2,2"},
		{"start", "distance", "0,0"}, // far from the centre is good now
		{".X.../XO.../.X.../...../....O b 6 -", "", "1,2"},
	} {
		a := base
		if c.names != "" {
			var err error
			if a, err = base.(Tunable).With(TunedParameters{PassEnv, []string{"distance"}, []float64{-9}}); err != nil {
				t.Fatal(err)
			}
			defer a.Close()
		}
		if got, err := moveAt(t, a, "littlego", c.position); err != nil || got != c.want {
			t.Errorf("%s %s: %q, %v; want %q", c.position, c.names, got, err, c.want)
		}
	}
	wrong := programOf(t, "littlego", `gtp:dir=testdata,cmd=while read l; do printf '? no\n\n'; done`, TunedParameters{})
	var lost *Forfeit
	if _, err := moveAt(t, wrong, "littlego", "start"); !errors.As(err, &lost) || lost.Reason != "malformed" {
		t.Errorf("%v, want malformed", err)
	}
}

// A program that reads whole numbers stops at the point of an exponent.
func TestParametersHaveNoExponents(t *testing.T) {
	given := TunedParameters{PassEnv, []string{"a", "b"}, []float64{2_500_000, .00002}}
	if command, err := given.Command("play {a} {b}"); err != nil || command != "play 2500000 0.00002" {
		t.Errorf("%q, %v", command, err)
	}
}
