package arena

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/longtest"
	"evolab/search/cputime"
)

// cheat answers with a move that is not legal, or not in time.
type cheat struct{ agent.Agent }

func (c cheat) Player(seed uint64) (agent.Player, error) {
	p, err := c.Agent.Player(seed)
	return cheater{p}, err
}

type cheater struct{ agent.Player }

func (c cheater) Choose(ctx context.Context, b agent.Board, clock agent.Clock) (agent.Choice, error) {
	choice, err := c.Player.Choose(ctx, b, clock)
	if moves := b.Moves(nil); len(moves) < 20 {
		choice.Move = game.NewMove(0, 63)
	}
	return choice, err
}

func TestIllegalMoveLoses(t *testing.T) {
	g := littlego(t)
	jobs, err := Match{Games: 10, OpeningPlies: 2, Seed: 2}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	list := agents(t, "random", "random")
	list[0] = cheat{list[0]}
	games := Round{Game: g, Agents: list}
	records, err := Cores{}.Run(context.Background(), games, jobs)
	if err != nil {
		t.Fatal(err)
	}
	res := Sum(jobs, records, 0)
	if res.Total().Losses != 10 || res.Reasons[Illegal] != 10 || records[0].Failure == "" {
		t.Errorf("%+v %v", res, records[0])
	}
}

func TestPlyCapDraws(t *testing.T) {
	_, records := play(t, Match{Games: 4, PlyCap: 5, Seed: 2}, 1, "random", "random")
	for _, rec := range records {
		if rec.Plies != 5 || rec.Reason != PlyLimit || rec.Result != game.Draw {
			t.Errorf("%+v", rec)
		}
	}
}

// Where games usually end is measured: half of the games of evolved against itself
// end before, half after. With -long there are more games, and of all sizes that
// the table of a game has.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		game, variant, player string
		games                 int
		slow                  bool
	}{
		{"littlego", "", "evolved:nodes=300,book=off", 20, false},
		{"checkers", "", "evolved:nodes=300", 20, false},
		{"halma", "", "evolved:depth=1,ties=random", 12, false},
		{"konane", "4x4", "evolved:nodes=300", 40, false},
		{"konane", "6x6", "evolved:nodes=300", 40, false},
		{"konane", "8x8", "evolved:nodes=300", 20, false},
		{"konane", "12x12", "evolved:nodes=300", 20, true},
		{"konane", "18x18", "evolved:nodes=300", 4, false},
	} {
		t.Run(c.game+c.variant, func(t *testing.T) {
			if c.slow && !longtest.Enabled() {
				t.Skip("takes long")
			}
			if longtest.Enabled() {
				c.games = 60
			}
			g, err := agent.FindGame(c.game)
			if err != nil {
				t.Fatal(err)
			}
			ends := endsOf(t, g, c.variant, c.player, c.games)
			at := func(q float64) float64 { return ends[int(q*float64(len(ends)-1))] }
			want := g.End(c.variant)
			t.Logf("%s %s: %d games end at %.3f [%.3f, %.3f] (the middle four fifths), listed %.3f", c.game, c.variant, len(ends), at(.5), at(.1), at(.9), want)
			if middle := at(.5); middle < want-.06 || middle > want+.06 {
				t.Errorf("games end at %.3f, listed %.3f", middle, want)
			}
		})
	}
}

// endsOf lists the progress at the end of games, the smallest first.
func endsOf(t *testing.T, g agent.Game, variant, player string, games int) []float64 {
	t.Helper()
	jobs, err := Match{Variant: variant, Games: games, OpeningPlies: 4, Seed: 1, OwnSeeds: true}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ends := make([]float64, len(jobs))
	var mu sync.Mutex
	round := Round{Game: g, Agents: agentsOf(t, g, player, player), Ply: func(p Ply) {
		mu.Lock()
		defer mu.Unlock()
		ends[p.Job.ID] = p.Board.Progress()
	}}
	if _, err := (Cores{}).Run(context.Background(), round, jobs); err != nil {
		t.Fatal(err)
	}
	slices.Sort(ends)
	return ends
}

// paced says that its moves took so long, as programs do, or takes so long
// itself.
type paced struct {
	agent.Agent
	says, takes time.Duration
	shuttles    bool // goes back with the piece that it moved before
}

func (p paced) Player(seed uint64) (agent.Player, error) {
	player, err := p.Agent.Player(seed)
	return &pacedPlayer{Player: player, paced: p}, err
}

type pacedPlayer struct {
	agent.Player
	paced
	last game.Move
}

func (p *pacedPlayer) Close() error { return p.Player.Close() }

// back is the last move turned round, if it is legal.
func (p *pacedPlayer) back(b agent.Board, m game.Move) game.Move {
	for _, legal := range b.Moves(nil) {
		if p.last != 0 && legal.From() == p.last.To() && legal.To() == p.last.From() {
			m = legal
		}
	}
	p.last = m
	return m
}

func (p *pacedPlayer) Choose(ctx context.Context, b agent.Board, c agent.Clock) (agent.Choice, error) {
	choice, err := p.Player.Choose(ctx, b, c)
	if p.shuttles {
		choice.Move = p.back(b, choice.Move)
	}
	choice.CPU = p.says
	for until := cputime.Thread() + p.takes; p.takes > 0 && cputime.Thread() < until; {
	}
	return choice, err
}

// A drawn game goes to the side that used less time, whoever measured it; its
// reason stays, and the loser's detail says why.
func TestDrawsOnTime(t *testing.T) {
	for _, c := range []struct {
		about   string
		game    string
		players [2]paced
		job     Job
		want    game.Result
		reason  string
	}{
		{"the second side is faster", "littlego", [2]paced{{says: 3 * time.Second}, {says: 2 * time.Second}},
			Job{DrawOnTime: true, PlyCap: 6}, game.SecondWins, PlyLimit},
		{"the first side has more moves, and less time for each", "littlego", [2]paced{{says: 2 * time.Second}, {says: 4 * time.Second}},
			Job{DrawOnTime: true, PlyCap: 5}, game.FirstWins, PlyLimit},
		{"equal clocks are a draw", "littlego", [2]paced{{says: time.Second}, {says: time.Second}},
			Job{DrawOnTime: true, PlyCap: 4}, game.Draw, PlyLimit},
		{"a draw is one where nobody asked", "littlego", [2]paced{{says: time.Second}, {says: 2 * time.Second}},
			Job{PlyCap: 4}, game.Draw, PlyLimit},
		{"players of the lab are measured", "littlego", [2]paced{{takes: 10 * time.Millisecond}, {}},
			Job{DrawOnTime: true, PlyCap: 4}, game.SecondWins, PlyLimit},
		{"a program against a player of the lab", "littlego", [2]paced{{says: time.Microsecond}, {takes: 5 * time.Millisecond}},
			Job{DrawOnTime: true, PlyCap: 4}, game.FirstWins, PlyLimit},
		{"draws by the rules count too", "tictactoe", [2]paced{{says: time.Second}, {says: 2 * time.Second}},
			Job{DrawOnTime: true}, game.FirstWins, Normal},
		{"and those by repetition", "checkers", [2]paced{{says: 2 * time.Second, shuttles: true}, {says: time.Second, shuttles: true}},
			Job{DrawOnTime: true, Opening: twoKings}, game.SecondWins, Repetition},
		{"and those without progress", "checkers", [2]paced{{says: time.Second}, {says: 2 * time.Second}},
			Job{DrawOnTime: true, Opening: twoKings + " 49"}, game.FirstWins, NoProgress},
		{"who has no time left loses on time, not a draw", "littlego", [2]paced{{says: 60 * time.Second}, {}},
			Job{DrawOnTime: true, PlyCap: 4}, game.SecondWins, Time},
	} {
		rec := playPaced(t, c.game, c.players, c.job)
		decided := c.job.DrawOnTime && c.want != game.Draw && c.reason != Time
		if rec.Result != c.want || rec.Reason != c.reason || rec.OnTime != decided {
			t.Errorf("%s: %+v", c.about, rec)
		}
		if decided != strings.HasPrefix(rec.Failure, "a draw, won by the time left: ") {
			t.Errorf("%s: %q", c.about, rec.Failure)
		}
	}
}

const twoKings = ".B....../......../......../......../......../......../......../W....... b"

func playPaced(t *testing.T, name string, players [2]paced, job Job) Record {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	spec := agent.Spec{Name: "random"}
	if name == "tictactoe" {
		spec.Name = "perfect"
	}
	var list []agent.Agent
	for _, p := range players {
		if p.Agent, err = g.Agent(spec, agent.Env{}); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if job.Opening == "" {
		job.Opening = "start"
	}
	job.Second, job.Seed, job.Limits.Game = 1, 5, 100*time.Second
	games := Round{Game: g, Agents: list}
	records, err := Cores{Workers: 1}.Run(context.Background(), games, []Job{job})
	if err != nil {
		t.Fatal(err)
	}
	return records[0]
}
