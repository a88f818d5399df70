package review

import (
	"slices"

	"evolab/agent"
	"evolab/game"
)

// tags say what kind of mistake a move was, compared with those that would have been
// better.
func (r *reviewer) tags(t *turn, l *Loss) ([]string, error) {
	tags := []string{}
	add := func(applies bool, tag string) {
		if applies {
			tags = append(tags, tag)
		}
	}
	var kept []game.Move
	for _, text := range l.Kept {
		if m, err := t.board.ParseMove(text); err == nil {
			kept = append(kept, m)
		}
	}
	stays := func(m game.Move) bool { return !t.board.IsPass(m) }
	add(!stays(t.move), "passes")
	add(stays(t.move) && len(kept) > 0 && !slices.ContainsFunc(kept, stays), "does not pass")
	if r.info.Layout.Removes != nil { // every move takes pieces
		return tags, nil
	}
	took, loses, err := r.exchange(t.board, t.move)
	if err != nil {
		return nil, err
	}
	best, least := 0, loses
	for _, m := range kept {
		takes, gives, err := r.exchange(t.board, m)
		if err != nil {
			return nil, err
		}
		best, least = max(best, takes), min(least, gives)
	}
	add(best > took, "misses a capture")
	add(took > 0 && best == 0, "captures where another move was better")
	add(loses > least, "lets pieces be captured")
	return tags, nil
}

// exchange is how many pieces a move captures, and the most that the opponent can
// capture next.
func (r *reviewer) exchange(b agent.Board, m game.Move) (takes, gives int, err error) {
	after, err := r.after(b, m)
	if err != nil {
		return 0, 0, err
	}
	takes = r.lost(b, after)
	if after.Outcome().Over() {
		return takes, 0, nil
	}
	for _, reply := range after.Moves(nil) {
		next, err := r.after(after, reply)
		if err != nil {
			return 0, 0, err
		}
		gives = max(gives, r.lost(after, next))
	}
	return takes, gives, nil
}

// lost is how many pieces the side that did not move has lost by a move.
func (r *reviewer) lost(before, after agent.Board) int {
	side := before.Turn().Other()
	return max(0, agent.Pieces(r.info, before)[side]-agent.Pieces(r.info, after)[side])
}
