package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"evolab/arena/review"
)

// judgeRequest names a game of a file.
type judgeRequest struct {
	File string `json:"file"`
	Game int    `json:"game"`
}

// judgement is what evolve review finds in a game.
type judgement struct {
	Moves []judged `json:"moves"` // whose effect is proven, the last first
	Loss  string   `json:"loss"`  // where the game was lost, in words; "" if nobody lost it
	Ply   int      `json:"ply"`   // of that mistake, 0 for none
	Cut   bool     `json:"cut"`   // there was no time for the rest
}

// judged is what is proven about a move.
type judged struct {
	Ply     int    `json:"ply"`
	Note    string `json:"note"`
	Mistake bool   `json:"mistake"`
}

// judge marks the moves of a game that gave away a proven win or draw.
func (s *Server) judge(w http.ResponseWriter, r *http.Request) error {
	var q judgeRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	lines, _, err := s.gamesOf(local(q.File))
	if err != nil {
		return err
	}
	if q.Game < 1 || q.Game > len(lines) {
		return refuse(http.StatusNotFound, "game %d (expected: 1..%d)", q.Game, len(lines))
	}
	l := &lines[q.Game-1]
	g, err := s.gameOf(l.GameName)
	if err != nil {
		return err
	}
	if !s.engines.take() {
		return busy()
	}
	defer s.engines.free()
	ctx, stop := context.WithTimeout(r.Context(), 30*time.Second)
	defer stop()
	found := judgement{Moves: []judged{}}
	marks, err := review.Moves(ctx, g, l.Variant, l, review.DefaultOptions())
	for i := range marks {
		found.Moves = append(found.Moves, judged{marks[i].Ply, marks[i].Text(), marks[i].Mistake()})
	}
	if _, lost := review.Loser(l); lost && err == nil {
		var loss *review.Loss
		if loss, err = review.Game(ctx, g, l.Variant, l, review.DefaultOptions()); err == nil {
			found.Loss, found.Ply = loss.Text(), loss.Ply
		}
	}
	if found.Cut = errors.Is(err, context.DeadlineExceeded); err != nil && !found.Cut {
		return refuse(http.StatusUnprocessableEntity, "%s", plain(err))
	}
	return writeJSON(w, http.StatusOK, found)
}
