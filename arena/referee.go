package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/search/cputime"
)

// referee plays one game; a worker reuses it for its next game.
type referee struct {
	game  agent.Game
	info  agent.Info
	watch func(Ply) // nil if nobody does
	board agent.Board
	from  start // where the board's game began
	trace Trace
}

// start is where a game begins.
type start struct{ variant, opening string }

// Ply is a move as the watchers of a game see it.
type Ply struct {
	Job    *Job // nil in a replay
	Number int  // from 1, the opening's plies not counted
	Side   game.Side
	Move   string
	Board  agent.Board // after the move; only to look at, and only now
	Choice agent.Choice
	CPU    time.Duration
}

// play plays a job to its end. Its error ends the match: a player that loses
// by its own doing does not cause one.
func (r *referee) play(ctx context.Context, job *Job, agents [2]agent.Agent) (Record, error) {
	b, err := r.setUp(start{job.Variant, job.Opening})
	if err != nil {
		return Record{}, err
	}
	rec := Record{Job: job.ID, Line: game.Mix(b.Hash())}
	r.trace = r.trace[:0]
	if err := r.judge(ctx, job, b, agents, &rec); err != nil {
		return rec, err
	}
	rec.played(job, b)
	if job.Trace {
		rec.Trace = slices.Clone(r.trace)
	}
	return rec, nil
}

// setUp returns the board at the start of a game, the same one for both games of a pair.
func (r *referee) setUp(from start) (agent.Board, error) {
	if r.board != nil && r.from == from {
		r.board.Restart()
		return r.board, nil
	}
	b, err := r.game.Board(from.variant, from.opening)
	if err == nil {
		r.board, r.from = b, from
	}
	return b, err
}

// played records the moves of a game that is over.
func (rec *Record) played(job *Job, b agent.Board) {
	rec.Plies = len(b.Played())
	for _, m := range b.Played() {
		rec.Line = game.Mix(rec.Line, uint64(m))
	}
	if job.Keep {
		rec.Moves = b.PlayedText()
	}
}

// judge lets the players move until the game ends, and records its result.
func (r *referee) judge(ctx context.Context, job *Job, b agent.Board, agents [2]agent.Agent, rec *Record) error {
	players, err := seat(agents, job.Seed)
	if err != nil {
		if lost := (*agent.Forfeit)(nil); errors.As(err, &lost) && lost.Reason == Void { // before any move, it is nobody's
			rec.forfeit(b.Turn(), lost)
			return nil
		}
		return err
	}
	defer players[0].Close()
	defer players[1].Close()
	for {
		if end, over := b.Ended(job.PlyCap); over {
			r.end(job, b, end, rec)
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		choice, lost, err := r.turn(ctx, job, b, players, rec)
		if err != nil {
			return err
		}
		if lost != nil {
			rec.forfeit(b.Turn(), lost)
			return ctx.Err() // what stops the lab may have stopped the program first
		}
		r.move(job, b, choice)
	}
}

// end records the result of a game that the rules have ended.
func (r *referee) end(job *Job, b agent.Board, end agent.Ending, rec *Record) {
	rec.Result, rec.Reason = end.Result, end.Reason
	if rec.Margin = b.Lead(); b.Outcome().Over() && r.info.MaxLead == 0 {
		rec.Margin = b.Outcome().Margin
	}
	r.onTime(job, rec)
}

// move plays a legal move and shows it to the watcher.
func (r *referee) move(job *Job, b agent.Board, choice agent.Choice) {
	if r.watch == nil {
		b.Play(choice.Move)
		return
	}
	ply := Ply{Job: job, Side: b.Turn(), Move: b.FormatMove(choice.Move), Board: b, Choice: choice, CPU: choice.CPU}
	b.Play(choice.Move)
	ply.Number = len(b.Played())
	r.watch(ply)
}

// seat starts the players, each with its own seed.
func seat(agents [2]agent.Agent, seed uint64) (players [2]agent.Player, err error) {
	for i, a := range agents {
		if players[i], err = a.Player(game.Mix(seed, uint64(i))); err != nil {
			if i == 1 {
				err = errors.Join(err, players[0].Close())
			}
			return players, err
		}
	}
	return players, nil
}

// turn asks the side to move and judges its answer. The choice has the measured
// CPU time.
func (r *referee) turn(ctx context.Context, job *Job, b agent.Board, players [2]agent.Player, rec *Record) (agent.Choice, *agent.Forfeit, error) {
	side := b.Turn()
	clock := r.clock(job, rec, b)
	measured := job.measured()
	var watch cputime.Stopwatch
	if measured {
		watch = cputime.Start()
		defer watch.Stop()
	}
	choice, err := players[side].Choose(ctx, b, clock)
	used, waited, complaint := choice.CPU, choice.Waited, choice.Stderr
	lost, err := forfeited(err)
	if err != nil {
		return choice, nil, err
	}
	if lost != nil {
		used, waited, complaint = lost.CPU, lost.Waited, lost.Stderr
	}
	if measured && used == 0 {
		used = watch.Used()
	}
	rec.CPU[side] += used.Seconds()
	rec.Waited[side] += waited.Seconds()
	if complaint != "" {
		rec.Stderr[side] = complaint
	}
	if lost != nil {
		return choice, lost, nil
	}
	if clock.Move > 0 && used > clock.Move || clock.Left > 0 && used > clock.Left {
		return choice, &agent.Forfeit{Reason: Time, Detail: "used " + used.String() + " of CPU for a move"}, nil
	}
	if !b.Allows(choice.Move) {
		return choice, &agent.Forfeit{Reason: Illegal, Detail: agent.Illegal(b, choice.Move)}, nil
	}
	if job.Trace {
		r.trace = r.trace.append(choice.Move)
	}
	choice.CPU = used
	return choice, nil, nil
}

// forfeited takes apart a player's error: a forfeit, or what ends the match.
func forfeited(err error) (*agent.Forfeit, error) {
	if err == nil {
		return nil, nil
	}
	var lost *agent.Forfeit // on the heap, so only now
	if errors.As(err, &lost) {
		return lost, nil
	}
	return nil, err
}

func (r *referee) clock(job *Job, rec *Record, b agent.Board) agent.Clock {
	c := agent.Clock{Move: job.Limits.Move, PliesLeft: b.PliesLeft()}
	if job.Limits.Game > 0 {
		left := job.Limits.Game - time.Duration(rec.CPU[b.Turn()]*float64(time.Second))
		c.Left = max(left, 1)
	}
	return c
}

// forfeit records that one side lost by its own doing. A void game has no winner.
func (rec *Record) forfeit(loser game.Side, lost *agent.Forfeit) {
	rec.Reason, rec.Failure = lost.Reason, lost.Detail
	if rec.Result = game.Win(loser.Other()); rec.Void() {
		rec.Result = game.Draw
	}
}

// onTime gives a drawn game to the side that used less time, if the job says
// so. Its reason stays that of the draw.
func (r *referee) onTime(job *Job, rec *Record) {
	if !job.DrawOnTime || rec.Result != game.Draw || rec.CPU[0] == rec.CPU[1] {
		return
	}
	rec.OnTime, rec.Result = true, lessTime(rec.CPU)
	rec.Failure = fmt.Sprintf("a draw, won by the time left: %s used %.3f s and %s %.3f s",
		r.info.Sides[0], rec.CPU[0], r.info.Sides[1], rec.CPU[1])
}

// lessTime is a win of the side that used less time, or a draw.
func lessTime(cpu [2]float64) game.Result {
	switch {
	case cpu[0] < cpu[1]:
		return game.FirstWins
	case cpu[1] < cpu[0]:
		return game.SecondWins
	}
	return game.Draw
}
