package check

import (
	"bytes"
	"context"
	"time"

	"evolab/agent"
	"evolab/game"
)

// statedTime is the time that an input.txt states; nodes count instead.
const statedTime = 100 * time.Second

// series is the plies of one side of a game that are asked about in a row.
const series = 8

// plies are questions about plies as a program is asked for them by files, and
// the Go agent's answers. Where the input states the time, half of them are for
// a single move, half in games with repetitions: there the Go agent's moves are
// played, which the program has to remember as its own. Elsewhere all are in
// games from the start, whose plies the program counts.
func plies(ctx context.Context, t *Task) (list []question, want []string, err error) {
	a, err := labAgent(t.Game, t.Weights)
	if err != nil {
		return nil, nil, err
	}
	defer a.Close()
	x := exam{Task: t, agent: a}
	if x.timed, err = timed(t); err != nil {
		return nil, nil, err
	}
	for i := uint64(0); len(x.list) < t.Positions; i++ {
		x.rand = game.NewRand(game.Mix(t.Seed, i))
		if x.timed {
			err = x.some(ctx, i%(series+1) == 0)
		} else {
			err = x.all(ctx, int(i%2))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return x.list, x.want, nil
}

// exam collects questions and answers.
type exam struct {
	*Task
	agent agent.Agent
	timed bool
	rand  game.Rand
	list  []question
	want  []string
}

// timed reports whether the input of a game states the time.
func timed(t *Task) (bool, error) {
	b, err := t.Game.Board(t.Variant, "start")
	if err != nil {
		return false, err
	}
	move, _, err := b.FileInput(agent.Clock{Move: statedTime})
	if err != nil {
		return false, err
	}
	left, _, err := b.FileInput(agent.Clock{Left: statedTime})
	return !bytes.Equal(move, left), err
}

// all asks about all plies of a side in a game that begins with random ones.
func (x *exam) all(ctx context.Context, side int) error {
	b, err := x.Game.Board(x.Variant, "start")
	if err != nil {
		return err
	}
	early := x.rand.Intn(b.PliesLeft())
	for n := 0; !b.Outcome().Over() && len(x.list) < x.Positions; n++ {
		m := x.any(b)
		if n%2 == side {
			answer, err := x.ask(ctx, b, agent.Clock{Move: statedTime}, n == side)
			if err != nil {
				return err
			}
			if n >= early {
				m = answer
			}
		}
		b.Play(m)
	}
	return nil
}

// some asks about plies of one side from a random position onwards, or about a
// single ply.
func (x *exam) some(ctx context.Context, whole bool) error {
	b, clock, err := x.open(whole)
	if err != nil || b.Outcome().Over() {
		return err
	}
	var last game.Move
	for n := 0; !b.Outcome().Over() && len(x.list) < x.Positions; n++ {
		m, err := x.ask(ctx, b, clock, n == 0)
		if err != nil || clock.Left == 0 || n+1 == series {
			return err
		}
		b.Play(m)
		if !b.Outcome().Over() {
			last = x.reply(b, last)
			b.Play(last)
		}
	}
	return nil
}

// open is a position after random plies as an input.txt describes it, and the
// clock.
func (x *exam) open(whole bool) (agent.Board, agent.Clock, error) {
	clock := agent.Clock{Move: statedTime}
	if whole {
		clock = agent.Clock{Left: statedTime}
	}
	b, err := x.Game.Board(x.Variant, "start")
	if err != nil {
		return nil, clock, err
	}
	for n := x.rand.Intn(min(b.PliesLeft(), longest)); n > 0 && !b.Outcome().Over(); n-- {
		b.Play(x.any(b))
	}
	if b.Outcome().Over() {
		return b, clock, nil
	}
	_, known, err := b.FileInput(clock)
	return known, clock, err
}

// ask notes a question with its answer, and returns the move. Each ply has a
// player of its own, as it has a process.
func (x *exam) ask(ctx context.Context, b agent.Board, clock agent.Clock, begins bool) (game.Move, error) {
	input, known, err := b.FileInput(clock)
	if err != nil {
		return 0, err
	}
	p, err := x.agent.Player(1)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	c, err := choose(ctx, p, b, x.Nodes)
	if err != nil {
		return 0, err
	}
	if len(b.Moves(nil)) == 1 { // programs play it without a thought
		c.Score, c.Depth, c.Nodes = 0, 0, 0
	}
	x.list = append(x.list, question{nodes: x.Nodes, input: input, begins: begins, board: known})
	x.want = append(x.want, line(c))
	x.Progress.Add(1)
	return c.Move, nil
}

// reply is the opponent's move: mostly the one that takes its last move back, if
// possible, so that positions repeat.
func (x *exam) reply(b agent.Board, last game.Move) game.Move {
	for _, m := range b.Moves(nil) {
		if x.rand.Intn(4) > 0 && m.From()&0xff == last.To()&0xff && m.To()&0xff == last.From()&0xff {
			return m
		}
	}
	return x.any(b)
}

func (x *exam) any(b agent.Board) game.Move {
	moves := b.Moves(nil)
	return moves[x.rand.Intn(len(moves))]
}
