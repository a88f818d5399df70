package arena

import (
	"context"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/search/cputime"
)

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
