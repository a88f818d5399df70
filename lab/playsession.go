package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"

	"github.com/charmbracelet/x/ansi"
)

// playSession is a game of a person against an agent.
type playSession struct {
	*app
	game    agent.Game
	variant string
	info    agent.Info
	agent   agent.Agent
	against string // the agent's spec
	// programs is for an agent that is one.
	programs agent.Programs
	person   game.Side
	seed     uint64
	lines    *bufio.Scanner

	board  agent.Board
	plies  []ply
	seen   map[uint64]int // how often each position occurred
	player agent.Player   // nil: the agent has not moved since the beginning or an undo
	backs  uint64         // number of undos
	end    *ending        // nil: the game is not over
	left   bool
}

// ply is a played move.
type ply struct {
	side  game.Side
	move  game.Move
	text  string // as in records
	taken int    // captured pieces
}

// ending is how a game ended.
type ending struct {
	result game.Result
	reason string
	text   string // for people
	detail string
}

// run plays until the person leaves. Leaving early ends the game without a result.
func (s *playSession) run(ctx context.Context) error {
	defer s.unseat()
	if err := s.restart(nil); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: you are %s, %s is %s\n", s.info.Name, s.info.Seat(s.person), printable(s.against), s.info.Seat(s.person.Other()))
	s.help()
	for !s.left {
		if err := ctx.Err(); err != nil {
			return err
		}
		step := s.ask
		if s.end == nil && s.board.Turn() != s.person {
			step = s.answer
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return s.lines.Err()
}

// restart sets up the board and plays earlier moves again.
func (s *playSession) restart(plies []ply) error {
	b, err := s.game.Board(s.variant, "start")
	if err != nil {
		return err
	}
	s.board, s.plies, s.end, s.seen = b, nil, nil, map[uint64]int{}
	for _, p := range plies {
		s.play(p.move)
	}
	return nil
}

// play plays a legal move and checks whether it ends the game.
func (s *playSession) play(m game.Move) {
	p := ply{side: s.board.Turn(), move: m, text: s.board.FormatMove(m)}
	before := agent.Pieces(s.info, s.board)
	s.board.Play(m)
	p.taken = agent.Taken(s.info, p.text, before, agent.Pieces(s.info, s.board))
	s.plies = append(s.plies, p)
	s.seen[s.board.Same()]++
	s.end = s.ended()
}

// ended returns the end of the game by its rules, nil if it is not over.
func (s *playSession) ended() *ending {
	result, reason, over := arena.Ended(s.info, s.board, s.seen[s.board.Same()], len(s.plies))
	if !over {
		return nil
	}
	e := &ending{result: result, reason: reason, text: verdictText(s.info, s.board.Outcome(), true)}
	switch reason {
	case arena.Repetition:
		e.text = fmt.Sprintf("draw: this position occurred %d times", s.info.Repetition)
	case arena.PlyLimit:
		e.text = fmt.Sprintf("draw after %d plies", len(s.plies))
	}
	return e
}

// answer lets the agent move.
func (s *playSession) answer(ctx context.Context) error {
	side := s.board.Turn()
	choice, err := s.think(ctx)
	var lost *agent.Forfeit
	if err == nil && !agent.Legal(s.board, choice.Move) {
		lost = &agent.Forfeit{Reason: arena.Illegal, Detail: s.board.FormatMove(choice.Move)}
	}
	switch {
	case err != nil && errors.As(err, &lost) && lost.Reason == arena.Void:
		fmt.Fprintf(s.out, "nobody wins: %s\n", printable(lost.Error()))
		return voidError(1, 1, "")
	case lost != nil || errors.As(err, &lost):
		s.end = &ending{result: game.Win(side.Other()), reason: lost.Reason, text: fmt.Sprintf("%s loses: %s", s.info.Sides[side], printable(lost.Error())), detail: lost.Detail}
		return nil
	case err != nil:
		return err
	}
	text := agent.ShownMove(s.info, s.board, choice.Move)
	s.play(choice.Move)
	s.announce(text)
	return nil
}

func (s *playSession) think(ctx context.Context) (agent.Choice, error) {
	if s.player == nil {
		var err error
		if s.player, err = s.agent.Player(game.Mix(s.seed, uint64(s.person.Other()), s.backs)); err != nil {
			return agent.Choice{}, err
		}
	}
	defer s.waiting(s.info.Sides[s.board.Turn()] + " is thinking ...")()
	return s.player.Choose(ctx, s.board, agent.Clock{})
}

// announce prints the last move.
func (s *playSession) announce(text string) {
	p := s.plies[len(s.plies)-1]
	if p.taken > 0 {
		text += fmt.Sprintf(" and captures %d", p.taken)
	}
	fmt.Fprintf(s.out, "%s plays %s\n", s.info.Sides[p.side], text)
}

func (s *playSession) unseat() {
	if s.player != nil {
		s.player.Close()
		s.player = nil
	}
}

// waiting shows a text on a terminal until the returned function is called.
func (s *playSession) waiting(text string) func() {
	f, ok := s.out.(*flusher)
	if !ok || !isTerminal(f) || s.plain {
		return func() {}
	}
	fmt.Fprint(f, text)
	f.Flush()
	return func() { f.control("\r" + ansi.EraseEntireLine) }
}
