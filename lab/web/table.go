package web

import (
	"fmt"
	"net/http"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/game"
)

// table is a game that people play, move by move.
type table struct {
	game     agent.Game
	info     agent.Info
	board    agent.Board
	captured [2]int
	before   string // the rows before the last move
	said     string
	over     bool
	end      agent.Ending
}

// table sets up a game and plays the moves of a request.
func (s *Server) table(q *playRequest) (*table, error) {
	g, err := s.gameOf(q.Game)
	if err != nil {
		return nil, err
	}
	if len(q.Moves) > mostPlies {
		return nil, refuse(http.StatusBadRequest, "%d moves (allowed: up to %d)", len(q.Moves), mostPlies)
	}
	t := &table{game: g, info: g.Info()}
	if t.board, err = g.Board(q.Variant, "start"); err != nil {
		return nil, refuse(http.StatusBadRequest, "%s", plain(err))
	}
	for i, text := range q.Moves {
		m, err := t.board.ParseMove(text)
		if err != nil || t.over || !agent.Legal(t.board, m) {
			return nil, refuse(http.StatusUnprocessableEntity, "ply %d: %q cannot be played", i+1, text)
		}
		if i == len(q.Moves)-1 {
			t.announce(m)
		}
		t.play(m)
	}
	return t, nil
}

// typed plays a move as people type it, if there is one.
func (t *table) typed(text string) error {
	switch {
	case text == "":
		return nil
	case t.over:
		return refuse(http.StatusConflict, "the game is over")
	}
	m, err := board.Parse(t.info.Layout, t.board, text)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "%s", plain(err))
	}
	t.announce(m)
	t.play(m)
	return nil
}

// announce words the move that is played next. Words cost much more than the move.
func (t *table) announce(m game.Move) {
	t.before, t.said = rowsOf(t.board), t.info.Sides[t.board.Turn()]+" plays "+board.Format(t.info.Layout, t.board, m)
}

// play plays a legal move.
func (t *table) play(m game.Move) {
	side, text := t.board.Turn(), t.board.FormatMove(m)
	before := board.Pieces(t.info.Layout, t.board)
	t.board.Play(m)
	if taken := board.Captured(t.info.Layout, text, before, board.Pieces(t.info.Layout, t.board)); taken > 0 {
		t.captured[side] += taken
		if t.said != "" {
			t.said += fmt.Sprintf(" and captures %d", taken)
		}
	}
	t.end, t.over = t.board.Ended(0)
}

// standing is the game as it is now.
func (t *table) standing() *standing {
	now := &standing{Moves: t.board.PlayedText(), Board: rowsOf(t.board), Before: t.before, Position: t.board.Position(), Turn: int(t.board.Turn()),
		Ways: []board.Path{}, Said: t.said, State: board.Standing(t.info.Layout, t.board, t.captured)}
	if now.Moves == nil {
		now.Moves = []string{}
	}
	switch {
	case !t.over:
		now.Ways = board.Paths(t.info.Layout, t.board)
	case t.end.Result == game.Draw:
		now.Over = "draw (" + t.end.Reason + ")"
	case t.end.Result == game.FirstWins:
		now.Over = t.info.Sides[0] + " wins"
	default:
		now.Over = t.info.Sides[1] + " wins"
	}
	return now
}
