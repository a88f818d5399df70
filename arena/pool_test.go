package arena

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"evolab/agent"
	"evolab/game"
)

func TestRecordsDoNotDependOnTheWorkers(t *testing.T) {
	m := Match{Games: 60, OpeningPlies: 3, Seed: 4}
	specs := []string{"alphabeta", "hand:depth=2,ties=random"}
	_, one := play(t, m, 1, specs...)
	_, five := play(t, m, 5, specs...)
	if !reflect.DeepEqual(one, five) {
		t.Error("one and five workers give different records")
	}
	m.Seed++
	if _, other := play(t, m, 2, specs...); reflect.DeepEqual(one, other) {
		t.Error("another seed gives the same records")
	}
}

func TestCancelledRunStops(t *testing.T) {
	g := littlego(t)
	jobs, err := Match{Games: 1000, Seed: 2}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	played := 0
	games := Round{Game: g, Agents: agents(t, "random", "random"), Done: func(Record) {
		if played++; played == 3 {
			cancel()
		}
	}}
	if _, err := (Cores{Workers: 1}).Run(ctx, games, jobs); err != context.Canceled || played > 4 {
		t.Errorf("%v after %d games", err, played)
	}
}

// stopped loses in the moment in which the match is interrupted.
type stopped struct {
	agent.Agent
	stop func()
}

func (s stopped) Player(seed uint64) (agent.Player, error) {
	p, err := s.Agent.Player(seed)
	return stoppedPlayer{p, s.stop}, err
}

type stoppedPlayer struct {
	agent.Player
	stop func()
}

func (p stoppedPlayer) Choose(context.Context, agent.Board, agent.Clock) (agent.Choice, error) {
	p.stop()
	return agent.Choice{}, &agent.Forfeit{Reason: NoOutput, Detail: "what stopped the match stopped the program, too"}
}

// An interrupted game is not recorded, not even as one that a player has lost.
func TestInterruptedGamesAreNotRecorded(t *testing.T) {
	jobs, err := Match{Games: 4, Seed: 1}.Jobs(littlego(t), 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	list := agents(t, "random", "greedy")
	round := Round{Game: littlego(t), Agents: []agent.Agent{stopped{list[0], cancel}, list[1]}, Done: func(r Record) { t.Errorf("recorded: %+v", r) }}
	if _, err := (Cores{Workers: 1}).Run(ctx, round, jobs); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// starved is an agent whose machine is too busy for it a number of times in some
// games. It notes how many of its games run at a time.
type starved struct {
	agent.Agent
	seed    uint64       // of the only game that it concerns
	left    atomic.Int64 // times that the machine is too busy
	playing atomic.Int64
	alone   atomic.Int64 // void games that were alone
}

func (s *starved) Player(seed uint64) (agent.Player, error) {
	p, err := s.Agent.Player(seed)
	s.playing.Add(1)
	return &starvedPlayer{p, s, seed}, err
}

type starvedPlayer struct {
	agent.Player
	*starved
	seed uint64
}

func (p *starvedPlayer) Choose(ctx context.Context, b agent.Board, c agent.Clock) (agent.Choice, error) {
	if p.seed != p.starved.seed || p.left.Add(-1) < 0 {
		return p.Player.Choose(ctx, b, c)
	}
	if p.playing.Load() == 1 {
		p.alone.Add(1)
	}
	return agent.Choice{}, &agent.Forfeit{Reason: Void, Detail: "no core"}
}

func (p *starvedPlayer) Close() error {
	p.playing.Add(-1)
	return p.Player.Close()
}

// A void game is played again alone, twice at most. If it stays void, its whole
// pair is left out.
func TestVoidGames(t *testing.T) {
	for _, c := range []struct {
		about        string
		times        int // that game 2 has no core
		voids, games int
		again        int
	}{
		{"never", 0, 0, 8, 0},
		{"once", 1, 0, 8, 1},
		{"twice", 2, 0, 8, 2},
		{"always", 3, 1, 6, 2},
	} {
		jobs, err := Match{Games: 8, OpeningPlies: 2, Seed: 3, Keep: true, OwnSeeds: true}.Jobs(littlego(t), 0, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		list := agents(t, "random", "greedy")
		s := &starved{Agent: list[0], seed: game.Mix(jobs[2].Seed, 0)}
		s.left.Store(int64(c.times))
		var again atomic.Int64
		games := Round{Game: littlego(t), Agents: []agent.Agent{s, list[1]}, Voids: true, Again: func(r Record) {
			if again.Add(1); r.Job != 2 || !r.Void() {
				t.Errorf("%s: again: %+v", c.about, r)
			}
		}}
		records, err := Cores{Workers: 3}.Run(t.Context(), games, jobs)
		if err != nil {
			t.Fatal(err)
		}
		res := Sum(jobs, records, 0)
		pairs := 0
		for _, n := range res.Pairs {
			pairs += n
		}
		if res.Voids != c.voids || res.Total().Games() != c.games || 2*pairs != c.games || res.AsFirst.Games() != c.games/2 || int(again.Load()) != c.again {
			t.Errorf("%s: %+v, again %d", c.about, res, again.Load())
		}
		if alone := int(s.alone.Load()); alone < min(c.again, c.times-1) {
			t.Errorf("%s: %d games alone", c.about, alone)
		}
		if told := strings.Contains(strings.Join(res.Warnings(), "; "), "void games: 1 "); told != (c.voids > 0) {
			t.Errorf("%s: %q", c.about, res.Warnings())
		}
		line := newLine(jobs[2], records[2], []string{"a", "b"})
		if c.voids > 0 && (line.Winner != "none" || line.Reason != "void" || line.Detail != "no core") {
			t.Errorf("%s: %+v", c.about, line)
		}
	}
}

// Whoever cannot do with a void game gets an error, not a wrong result.
func TestVoidGamesEndARunThatCannotHaveThem(t *testing.T) {
	jobs, err := Match{Games: 2, OpeningPlies: 2, Seed: 3}.Jobs(littlego(t), 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	list := agents(t, "random", "greedy")
	s := &starved{Agent: list[0], seed: game.Mix(jobs[0].Seed, 0)}
	s.left.Store(9)
	games := Round{Game: littlego(t), Agents: []agent.Agent{s, list[1]}}
	if _, err := (Cores{Workers: 1}).Run(t.Context(), games, jobs); err == nil || err.Error() != "game 0: void: no core" {
		t.Error(err)
	}
}

// Games that are no pairs are left out one by one.
func TestVoidSingleGames(t *testing.T) {
	jobs := []Job{{First: 0, Second: 1}, {ID: 1, First: 1, Second: 0}}
	records := []Record{{Reason: Void, CPU: [2]float64{5, 5}}, {Job: 1, Reason: Normal, Result: game.SecondWins}}
	res := SumGames(jobs, records, 0)
	if res.Voids != 1 || res.Total().Games() != 1 || res.Total().Wins != 1 || res.CPU != [2]float64{} || res.Reasons[Void] != 0 {
		t.Errorf("%+v", res)
	}
}

func TestVoidLines(t *testing.T) {
	const void = `{"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":["2,2"],"winner":"none","reason":"void","plies":1}`
	line, err := ParseLine([]byte(void))
	if err != nil || !line.Void() || line.Result() != game.Draw {
		t.Errorf("%+v, %v", line, err)
	}
	text, err := line.Append(nil)
	if err != nil || string(text) != void {
		t.Errorf("%s, %v", text, err)
	}
	for _, bad := range []string{
		strings.Replace(void, `"none"`, `"a"`, 1), strings.Replace(void, `"none"`, `"draw"`, 1), strings.Replace(void, `"void"`, `"time"`, 1),
	} {
		if _, err := ParseLine([]byte(bad)); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	// A player of an old record may have that name.
	old := strings.NewReplacer(`"a"`, `"none"`, `"void"`, `"normal"`).Replace(void)
	if line, err := ParseLine([]byte(old)); err != nil || line.Result() != game.FirstWins {
		t.Errorf("%+v, %v", line, err)
	}
}
