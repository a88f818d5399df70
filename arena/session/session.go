// Package session is a game of a person against an agent, in a terminal or a browser: the
// board, the agent's replies, hints, undo, resignation and the record. It shows nothing.
package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// Session is a game of a person against an agent.
type Session struct {
	Game    agent.Game
	Info    agent.Info
	Variant string
	Person  game.Side
	Seed    uint64

	board  agent.Board
	plies  []ply // those that the board has played
	end    *Ending
	last   string // the last move in words, if it was announced
	before string // the position before the last announced move
	undone uint64 // number of undos that took moves back
}

// ply is who made a played move, and how many pieces it captured.
type ply struct {
	side     game.Side
	captured int
}

// human is the spec and the name of the person in a record.
const human = "human"

// PersonIn finds the side of the person in a record; false if there is none, or two.
func PersonIn(l *arena.Line) (game.Side, bool) {
	first, second := l.Agents[game.First] == human, l.Agents[game.Second] == human
	if second {
		return game.Second, !first
	}
	return game.First, first
}

// Ending is how a game ended.
type Ending struct {
	Result game.Result
	Reason string
	Text   string // for people
	// Forfeit says that the agent lost by its own doing; Detail is what it did.
	Forfeit bool
	Detail  string
}

// New sets up the start of a game.
func New(g agent.Game, variant string, person game.Side, seed uint64) (*Session, error) {
	s := &Session{Game: g, Info: g.Info(), Variant: variant, Person: person, Seed: seed}
	return s, s.setUp()
}

func (s *Session) setUp() (err error) {
	s.plies, s.end = nil, nil
	s.board, err = s.Game.Board(s.Variant, "start")
	return err
}

// Restore plays recorded moves from the start, and announces the last one.
func (s *Session) Restore(moves []string) error {
	for i, text := range moves {
		m, err := s.board.ParseMove(text)
		if err != nil || s.end != nil || !agent.Legal(s.board, m) {
			return fmt.Errorf("ply %d: %q cannot be played", i+1, text)
		}
		if i == len(moves)-1 {
			s.Announce(m)
		} else { // words cost much more than the move
			s.Play(m)
		}
	}
	return nil
}

// Resume restores the game of a record that Line has made, also if somebody has given it up
// or lost it by their own doing.
func (s *Session) Resume(l *arena.Line) error {
	if err := s.Restore(l.Moves); err != nil {
		return err
	}
	if s.end == nil && !l.Open() {
		winner := s.Info.Sides[game.First]
		if l.Result() == game.SecondWins {
			winner = s.Info.Sides[game.Second]
		}
		s.end = &Ending{Result: l.Result(), Reason: l.Reason, Forfeit: l.Reason != arena.Resigned, Detail: l.Detail, Text: fmt.Sprintf("%s wins (%s)", winner, l.Reason)}
	}
	return nil
}

// Board is the game in progress.
func (s *Session) Board() agent.Board { return s.board }

// Waiting reports whether the agent has to move.
func (s *Session) Waiting() bool { return s.end == nil && s.board.Turn() != s.Person }

// End is how the game ended, nil while it lasts.
func (s *Session) End() *Ending { return s.end }

// LastMove is the last announced move in words, and the position before it.
func (s *Session) LastMove() (words, before string) { return s.last, s.before }

// Captured counts the pieces that each side has captured.
func (s *Session) Captured() (captured [2]int) {
	for _, p := range s.plies {
		captured[p.side] += p.captured
	}
	return captured
}

// Standing describes the state of the game.
func (s *Session) Standing() string {
	return board.Standing(s.Info.Layout, s.board, s.Captured())
}

// Play plays a legal move and returns how many pieces it captured.
func (s *Session) Play(m game.Move) (captured int) {
	side, text, before := s.board.Turn(), s.board.FormatMove(m), board.Pieces(s.Info.Layout, s.board)
	s.board.Play(m)
	captured = board.Captured(s.Info.Layout, text, before, board.Pieces(s.Info.Layout, s.board))
	s.plies = append(s.plies, ply{side, captured})
	s.end = s.ended()
	return captured
}

// Announce plays a legal move and keeps it in words.
func (s *Session) Announce(m game.Move) {
	s.before = s.board.Position()
	s.last = s.Info.Sides[s.board.Turn()] + " plays " + board.Format(s.Info.Layout, s.board, m)
	if captured := s.Play(m); captured > 0 {
		s.last += fmt.Sprintf(" and captures %d", captured)
	}
}

// Type plays a move as people type it.
func (s *Session) Type(text string) error {
	m, err := board.Parse(s.Info.Layout, s.board, text)
	if err != nil {
		return err
	}
	s.Announce(m)
	return nil
}

// ended returns the end of the game by its rules, nil if it is not over.
func (s *Session) ended() *Ending {
	end, over := s.board.Ended(0)
	if !over {
		return nil
	}
	e := &Ending{Result: end.Result, Reason: end.Reason, Text: s.Info.Verdict(s.board.Outcome(), true)}
	switch end.Reason {
	case arena.Repetition:
		e.Text = fmt.Sprintf("draw: this position occurred %s", quantity.Of(s.Info.Repetition, "time"))
	case arena.PlyLimit:
		e.Text = fmt.Sprintf("draw after %s", quantity.Of(len(s.plies), "ply"))
	}
	return e
}

// Reply lets the agent move. An agent that loses by its own doing ends the game; if that
// is nobody's fault, the error is its *agent.Forfeit.
func (s *Session) Reply(ctx context.Context, choose func(context.Context, agent.Board) (agent.Choice, error)) error {
	side := s.board.Turn()
	choice, err := choose(ctx, s.board)
	var lost *agent.Forfeit
	if err == nil && !agent.Legal(s.board, choice.Move) {
		err = &agent.Forfeit{Reason: arena.Illegal, Detail: agent.Illegal(s.board, choice.Move)}
	}
	switch {
	case errors.As(err, &lost) && lost.Reason != arena.Void:
		s.end = &Ending{Result: game.Win(side.Other()), Reason: lost.Reason, Forfeit: true, Detail: lost.Detail,
			Text: fmt.Sprintf("%s loses: %s", s.Info.Sides[side], untrusted.Printable(lost.Error()))}
	case err != nil:
		return err
	default:
		s.Announce(choice.Move)
	}
	return nil
}

// hintTime is the CPU time for a hint.
const hintTime = time.Second

// Hint is the move that the shipped agent would play for the side to move.
func (s *Session) Hint(ctx context.Context) (agent.Choice, error) {
	adviser, err := s.Game.Agent(agent.Spec{Name: "frozen"}, agent.Env{Think: hintTime})
	if err != nil {
		return agent.Choice{}, err
	}
	defer adviser.Close()
	player, err := adviser.Player(game.Mix(s.Seed, uint64(len(s.plies))))
	if err != nil {
		return agent.Choice{}, err
	}
	defer player.Close()
	return player.Choose(ctx, s.board, agent.Clock{})
}

// Resign gives the game to the agent.
func (s *Session) Resign() {
	winner := s.Person.Other()
	s.end = &Ending{Result: game.Win(winner), Reason: arena.Resigned, Text: s.Info.Sides[winner] + " wins: " + s.Info.Sides[s.Person] + " resigns"}
}

// Undo takes back a resignation, or else the person's last move and what came after it.
// It reports whether there was one.
func (s *Session) Undo() (bool, error) {
	if s.end != nil && s.end.Reason == arena.Resigned {
		s.end = nil
		return true, nil
	}
	played := s.board.Played()
	for n := len(played) - 1; n >= 0; n-- {
		if s.plies[n].side != s.Person {
			continue
		}
		s.undone++
		if err := s.setUp(); err != nil {
			return false, err
		}
		for _, m := range played[:n] {
			s.Play(m)
		}
		return true, nil
	}
	return false, nil
}

// Line is the game as a record. The opponent has a name for people and a spec; timed says
// whether a clock limited it.
func (s *Session) Line(opponent, spec string, timed bool) arena.Line {
	job := arena.Job{First: 0, Second: 1, Variant: s.Variant, Opening: "start", Seed: s.Seed, Timed: timed}
	if s.Person == game.Second {
		job.First, job.Second = 1, 0
	}
	rec := arena.Record{Plies: len(s.plies), Moves: s.board.PlayedText(), Result: game.Ongoing, Reason: arena.Unfinished}
	if s.end != nil {
		rec.Result, rec.Reason, rec.Failure = s.end.Result, s.end.Reason, s.end.Detail
	}
	roster := arena.Roster{Info: s.Info, Names: []string{human, opponent}, Specs: []string{human, spec}}
	return roster.Line(job, rec)
}

// Opponent is the agent of a session that lasts. One player makes all of its moves until
// some are taken back: then a new one begins, which has not seen them.
type Opponent struct {
	agent  agent.Agent
	player agent.Player // nil: it has not moved yet
	undone uint64       // undos of the session when the player began
}

// NewOpponent returns an opponent that has not moved yet.
func NewOpponent(a agent.Agent) *Opponent { return &Opponent{agent: a} }

// Choose chooses a move in a session.
func (o *Opponent) Choose(ctx context.Context, s *Session) (agent.Choice, error) {
	if o.undone != s.undone {
		o.Close()
	}
	if o.player == nil {
		var err error
		if o.player, err = o.agent.Player(game.Mix(s.Seed, uint64(s.Person.Other()), s.undone)); err != nil {
			return agent.Choice{}, err
		}
		o.undone = s.undone
	}
	return o.player.Choose(ctx, s.board, agent.Clock{})
}

// Close ends its player; the agent stays open.
func (o *Opponent) Close() {
	if o.player != nil {
		o.player.Close()
		o.player = nil
	}
}
