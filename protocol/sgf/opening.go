package sgf

import (
	"fmt"
	"strings"

	"evolab/game/littlego"
)

// open finds the start of the game.
func (r *reader) open(t tree) error {
	if r.own != nil {
		r.game.Reason = r.own.reason
		if reasonCode(r.own.reason) != "" { // a game that was not counted has no margin
			r.game.Margin = 0
		}
		return r.openLine()
	}
	turn := r.turn
	if turn == "" {
		turn = Black
		if r.handicap {
			turn = White
		}
	}
	if r.black|r.white == 0 && turn == Black {
		return nil
	}
	r.game.Opening = r.position(turn)
	if _, err := r.game.opening(); err != nil {
		return r.fail(t.at, "the stones that are set up: %v", err)
	}
	return nil
}

// position is the line of the stones that are set up, after as few plies as
// can have placed them; what was played before is not known.
func (r *reader) position(turn string) string {
	ply := max(2*r.black.Count()-1, 2*r.white.Count(), 0)
	if (turn == White) != (ply&1 == 1) {
		ply++
	}
	return fmt.Sprintf("%s %s %d -", littlego.FormatRows(r.black, r.white), strings.ToLower(turn), ply)
}

// openLine takes the opening of the comment, which has to be the one that is set up:
// another program may have changed one of them.
func (r *reader) openLine() error {
	if r.game.Opening = strings.TrimSpace(r.own.opening); r.game.Opening == "" {
		r.game.Opening = start
	}
	if len(r.game.Opening) > 200 { // no position is as long
		return r.fail(r.own.at, "the comment's opening %.40q... is no position", r.game.Opening)
	}
	s, err := r.game.opening()
	if err != nil {
		return r.fail(r.own.at, "the comment's opening: %v", err)
	}
	if s.Black() != r.black || s.White() != r.white || r.turn != "" && r.turn != colours[s.Turn()] {
		return r.fail(r.own.at, "the comment's opening is not the one that is set up")
	}
	return nil
}
