package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// playSession is a game of a person against an agent.
type playSession struct {
	*app
	game    agent.Game
	variant string
	info    agent.Info
	agent   agent.Agent
	against string // the agent's spec
	person  game.Side
	seed    uint64
	lines   *bufio.Scanner

	board  agent.Board
	plies  []ply
	seen   map[uint64]int // how often positions have come up
	player agent.Player   // nil: the agent has not moved since the game began or went back
	backs  uint64         // times that the game went back
	end    *ending        // nil: the game goes on
	left   bool
}

// ply is a move that was played.
type ply struct {
	side  game.Side
	move  game.Move
	text  string // as records have it
	taken int    // pieces that it captured
}

// ending is how a game ended.
type ending struct {
	result game.Result
	reason string
	text   string // for people
	detail string
}

// run plays until the person leaves. A person who leaves early ends the game
// without a result.
func (s *playSession) run(ctx context.Context) error {
	defer s.unseat()
	if err := s.restart(nil); err != nil {
		return err
	}
	s.greet()
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

// restart sets the board up and plays moves that were played before.
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

// play plays a legal move and looks whether it ends the game.
func (s *playSession) play(m game.Move) {
	p := ply{side: s.board.Turn(), move: m, text: s.board.FormatMove(m)}
	before := agent.Pieces(s.info, s.board)
	s.board.Play(m)
	p.taken = agent.Taken(s.info, p.text, before, agent.Pieces(s.info, s.board))
	s.plies = append(s.plies, p)
	s.seen[s.board.Same()]++
	s.end = s.ended()
}

// ended is the end of the game by its rules, nil if it goes on.
func (s *playSession) ended() *ending {
	if o := s.board.Outcome(); o.Over() {
		e := &ending{result: o.Result, reason: arena.Normal, text: verdictText(s.info, o, true)}
		if o.Result == game.Draw && s.info.DrawReason != "" {
			e.reason = s.info.DrawReason
		}
		return e
	}
	if s.info.Repetition > 0 && s.seen[s.board.Same()] >= s.info.Repetition {
		return &ending{result: game.Draw, reason: arena.Repetition, text: fmt.Sprintf("draw: this position has come up %d times", s.info.Repetition)}
	}
	if s.info.PlyCap > 0 && len(s.plies) >= s.info.PlyCap {
		return &ending{result: game.Draw, reason: arena.PlyLimit, text: fmt.Sprintf("draw after %d plies", len(s.plies))}
	}
	return nil
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
		return voidError(1, 1)
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

// think asks the agent.
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

// announce says what the last move was.
func (s *playSession) announce(text string) {
	p := s.plies[len(s.plies)-1]
	if p.taken > 0 {
		text += fmt.Sprintf(" and captures %d", p.taken)
	}
	fmt.Fprintf(s.out, "%s plays %s\n", s.info.Sides[p.side], text)
}

// back takes back the person's last move and what came after it; false if
// there is none.
func (s *playSession) back() (bool, error) {
	for n := len(s.plies) - 1; n >= 0; n-- {
		if s.plies[n].side == s.person {
			s.unseat() // a player that has seen what is no longer played begins again
			s.backs++
			return true, s.restart(s.plies[:n])
		}
	}
	return false, nil
}

func (s *playSession) unseat() {
	if s.player != nil {
		s.player.Close()
		s.player = nil
	}
}
