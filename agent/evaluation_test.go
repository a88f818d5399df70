package agent

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/internal/config"
	"evolab/internal/longtest"
	"evolab/search"
	"evolab/search/cputime"
)

// Nobody takes more than the clock allows, at any point of any game.
func TestNoMoveIsOverTime(t *testing.T) {
	if !cputime.PerThread {
		t.Skip("other tests' CPU time cannot be told from this one's")
	}
	for _, c := range []struct {
		move          time.Duration
		short, longer int // moves
	}{{10 * time.Millisecond, 20, 1000}, {50 * time.Millisecond, 2, 1000}, {500 * time.Millisecond, 0, 1000}} {
		moves := c.short
		if longtest.Enabled() {
			moves = c.longer
		}
		for _, g := range Games()[:min(moves, len(Games()))] {
			t.Run(fmt.Sprintf("%s/%v", g.Info().Name, c.move), func(t *testing.T) { timed(t, g, c.move, moves) })
		}
	}
}

// timed plays a number of moves of a game, against random ones, each within a time.
func timed(t *testing.T, g Game, move time.Duration, moves int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var player Player
	var b Board
	r := game.NewRand(1)
	over, most := 0, time.Duration(0)
	for n := 0; n < moves; {
		if b == nil || b.Outcome().Over() || b.PliesLeft() == 0 {
			player, b = newGame(t, g)
		}
		if r.Intn(2) == 0 { // either side, and any phase of the game
			legal := b.Moves(nil)
			b.Play(legal[r.Intn(len(legal))])
			continue
		}
		n++
		choice, took, err := ask(player, b, move)
		if took > move && !longtest.Enabled() { // tests of other packages run beside this one
			choice, took, err = ask(player, b, move)
		}
		if err != nil || !Legal(b, choice.Move) {
			t.Fatalf("%s: %s: %v, %v", g.Info().Name, b.Position(), choice.Move, err)
		}
		if most = max(most, took); took > move {
			over++
			t.Errorf("%s: %s: %v of %v", g.Info().Name, b.Position(), took, move)
		}
		b.Play(choice.Move)
	}
	t.Logf("%s: %d moves of %v: %d over, the longest %v", g.Info().Name, moves, move, over, most)
}

// ask also returns the CPU time that the answer took.
func ask(player Player, b Board, move time.Duration) (Choice, time.Duration, error) {
	began := cputime.Thread()
	choice, err := player.Choose(context.Background(), b, Clock{Move: move, PliesLeft: b.PliesLeft()})
	return choice, cputime.Thread() - began, err
}

// newGame is a start position and the agent that is shipped.
func newGame(t *testing.T, g Game) (Player, Board) {
	t.Helper()
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(Spec{Name: "frozen"}, Env{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	return p, b
}

// Each idea that a game's search follows can be left out, and what is left out
// can be asked for.
func TestIdeasSwitch(t *testing.T) {
	for _, c := range []struct{ game, spec string }{
		{"littlego", "frozen:nodes=9,without=table"},
		{"littlego", "hand:nodes=9,without=pvs+table+history,with=lmr"},
		{"checkers", "frozen:nodes=9,without=quiescence+lmr+repetition+cycles"},
		{"checkers", "frozen:depth=4,without=pvs+table+history+cycles"},
		{"checkers", "frozen:depth=4,nodes=9,without=quiescence"},
		{"checkers", "frozen:depth=4,time=1,without=repetition"},
		{"checkers", "frozen:without=lmr"},
		{"halma", "frozen:nodes=9,without=cycles,with=repetition"},
	} {
		if err := specError(t, c.game, c.spec); err != nil {
			t.Errorf("%s: %s: %v", c.game, c.spec, err)
		}
	}
}

// Tags are constant texts: they have to name the ideas and limits that there are.
func TestSearchSettingsAreDescribed(t *testing.T) {
	for _, key := range config.KeysOf(new(searchSettings)) {
		switch want := fmt.Sprintf("1..%d", search.MaxDepth); key.Path {
		case "depth", "endgame_depth":
			if key.Allowed != want {
				t.Errorf("%s: %s, want %s", key.Path, key.Allowed, want)
			}
		case "without":
			if list := strings.Join(names(^features.Ideas(0)), ", "); !strings.HasSuffix(key.Doc, ": "+list) {
				t.Errorf("%q does not list %s", key.Doc, list)
			}
		}
	}
}

func TestIdeasThatCannotBeSwitched(t *testing.T) {
	for _, c := range []struct{ game, spec, want string }{
		{"littlego", "frozen:without=tabel", `without names the idea "tabel", which there is not, did you mean table? (allowed: pvs, table, `},
		{"littlego", "frozen:without=table+null", `without names the idea "null", which there is not (allowed: pvs, table, `},
		{"littlego", "frozen:with=Table+pvs", `with names the idea "Table", which there is not`},
		{"littlego", "frozen:without=table+", `without names the idea "", which there is not`},
		{"littlego", "frozen:ties=last", `ties: last is unknown (allowed: first, random)`},
		{"littlego", "frozen:without=table+table", "without names table twice"},
		{"littlego", "frozen:with=lmr+lmr", "with names lmr twice"},
		{"littlego", "frozen:without=quiescence", "quiescence is nothing that the game's search knows (allowed: pvs, table, lmr, history)"},
		{"littlego", "frozen:depth=4,with=lmr", "lmr changes nothing in a search that only depth limits"},
		{"littlego", "qlearning:with=lmr", "lmr changes nothing in a search that only depth limits"},
		{"checkers", "frozen:depth=4,without=pvs+quiescence", "quiescence changes nothing in a search that only depth limits"},
		{"checkers", "hand:depth=4,without=probcut", "probcut changes nothing in a search that only depth limits"},
		{"checkers", "hand:depth=4,without=lmr", "lmr changes nothing in a search that only depth limits"},
		{"checkers", "frozen:depth=4,without=repetition", "repetition changes nothing in a search that only depth limits"},
		{"littlego", "frozen:with=pvs", "pvs is on in this game"},
		{"littlego", "frozen:without=lmr", "lmr is off in this game"},
		{"checkers", "frozen:with=lmr,without=lmr", "lmr is both in with and in without"},
		{"littlego", "random:without=table", "none for random"},
	} {
		err := specError(t, c.game, c.spec)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s: %v, want %q", c.game, c.spec, err, c.want)
		}
	}
}

func specError(t *testing.T, name, text string) error {
	t.Helper()
	g, err := FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := ParseSpec(text)
	if err == nil {
		_, err = g.Agent(spec, Env{})
	}
	return err
}

// Without an idea the same search visits other nodes: the switch does something.
func TestIdeasChangeTheSearch(t *testing.T) {
	const (
		checkers = ".b.b.b.b/b...b.b./.b...b../b...b.../...w...w/..w.w.../.w...w.w/w.w...w. b"
		halma    = "WWWWW.........../W.W.W.........../WWW............./WW...W........../WW....W........./" +
			"................/.......W......../................/................/.........BW...../...........B..../" +
			"..............BB/............BBBB/............B.BB/.............BBB/...........BBBBB b"
	)
	nodes := func(game, position, agent string) uint64 {
		g, err := FindGame(game)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := ParseSpec(agent)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Agent(spec, Env{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Player(1)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board("", position)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := p.Choose(context.Background(), b, Clock{PliesLeft: 100})
		if err != nil {
			t.Fatal(err)
		}
		return choice.Nodes
	}
	for _, i := range ideas() {
		game, position, agent := "checkers", checkers, "frozen:depth=9,nodes=1000000"
		switch i.name {
		case "cycles", "repetition":
			continue // nothing repeats here
		case "forward":
			game, position, agent = "halma", halma, "frozen:depth=3,nodes=3000,exact=off"
		}
		all := nodes(game, position, agent)
		if n := nodes(game, position, agent+",without="+i.name); n == all {
			t.Errorf("without %s the search visits %d nodes all the same", i.name, n)
		}
	}
}

// As White, frozen draws among equally good replies of its book: by the seed
// alone, and without a book it plays what the search finds, whatever the seed.
func TestRepliesAreDrawnFromTheSeed(t *testing.T) {
	const stone = "...../...../..X../...../..... w 1 ...../...../...../...../....."
	for spec, several := range map[string]bool{"frozen:nodes=200": true, "frozen:nodes=200,book=off": false} {
		met := map[game.Move]bool{}
		for seed := range uint64(20) {
			m, again := firstMove(t, spec, stone, seed), firstMove(t, spec, stone, seed)
			if m != again {
				t.Errorf("%s: seed %d plays %x, then %x", spec, seed, m, again)
			}
			met[m] = true
		}
		if len(met) > 1 != several {
			t.Errorf("%s plays %d different moves", spec, len(met))
		}
	}
}

// firstMove is the first move of a player in a game of its own.
func firstMove(t *testing.T, spec, position string, seed uint64) game.Move {
	t.Helper()
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := ParseSpec(spec)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(parsed, Env{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	p, err := a.Player(seed)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Choose(t.Context(), b, Clock{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Move
}

// The Q-learner of tic-tac-toe never loses, whatever the other side plays.
func TestQLearnerNeverLoses(t *testing.T) {
	g, err := FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(Spec{Name: "qlearning"}, Env{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		player, err := a.Player(seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []game.Side{game.First, game.Second} {
			if lost, games := everyReply(t, g, player, side, nil); lost != "" || games < 40 {
				t.Errorf("seed %d, side %d: %d games, lost%s", seed, side, games, lost)
			}
		}
	}
}

// everyReply plays all games of a player after some moves and returns a lost one.
func everyReply(t *testing.T, g Game, p Player, side game.Side, moves []game.Move) (lost string, games int) {
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	line := ""
	for _, m := range moves {
		line += " " + b.FormatMove(m)
		b.Play(m)
	}
	if o := b.Outcome(); o.Over() {
		if o.Result == game.Win(side.Other()) {
			return line, 1
		}
		return "", 1
	}
	next := b.Moves(nil)
	if b.Turn() == side {
		c, err := p.Choose(context.Background(), b, Clock{})
		if err != nil {
			t.Fatal(err)
		}
		next = []game.Move{c.Move}
	}
	for _, m := range next {
		l, n := everyReply(t, g, p, side, append(moves[:len(moves):len(moves)], m))
		if games += n; l != "" {
			lost = l
		}
	}
	return lost, games
}

// What is measured against the assignments' opponents stays true only while they
// are these. A new version gets a new name.
func TestOpponentsArePinned(t *testing.T) {
	for file, want := range map[string]string{
		"champion/littlego.json":   "02f2bd9c86b0436d",
		"qlearning/littlego.json":  "3e8c427c8237c215",
		"qlearning/tictactoe.json": "92988f130a46c10d",
	} {
		data, err := os.ReadFile("frozen/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(data))[:16]; got != want {
			t.Errorf("%s has changed: its sum begins with %s, not %s", file, got, want)
		}
	}
}

// The champion looks up Black's moves alone; book=on would look up White's too.
func TestChampionsBookIsForBlack(t *testing.T) {
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	searched := func(book string) (game.Move, bool) {
		t.Helper()
		spec := Spec{Name: "champion"}.With("nodes", "100")
		if book != "" {
			spec = spec.With("book", book)
		}
		a, err := g.Agent(spec, Env{})
		if err != nil {
			t.Fatal(err)
		}
		player, err := a.Player(1)
		if err != nil {
			t.Fatal(err)
		}
		c, err := player.Choose(context.Background(), b, Clock{})
		if err != nil {
			t.Fatal(err)
		}
		return c.Move, c.Nodes > 0
	}
	black, without := searched("")
	b.Play(black)
	_, white := searched("")
	_, looked := searched("on")
	if without || !white || looked {
		t.Errorf("Black searches: %v (want false), White: %v (want true), with book=on: %v (want false)", without, white, looked)
	}
}

// Other games have no such agents, and say so.
func TestOpponentsOfTheirGamesAlone(t *testing.T) {
	for _, g := range Games() {
		for _, name := range []string{"qlearning", "champion"} {
			has := g.Info().Name == "littlego" || g.Info().Name == "tictactoe" && name == "qlearning"
			_, err := g.Agent(Spec{Name: name}, Env{})
			if want := fmt.Sprintf("%s has no agent %q", g.Info().Name, name); has != (err == nil) || !has && err.Error() != want {
				t.Errorf("%s/%s: %v", g.Info().Name, name, err)
			}
		}
	}
}
