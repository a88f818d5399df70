package littlego

import (
	"errors"
	"fmt"

	"evolab/game"
)

// Setup is everything that a position can be built from.
type Setup struct {
	Black, White Board
	Ply          int // plies played, 0 to 24; the side to move follows from it
	// PrevBlack and PrevWhite are the stones before the last move; they count
	// only if Known. Equal boards mean that the last move was a pass.
	PrevBlack, PrevWhite Board
	Known                bool
	Ended                bool // passes have ended the game
	Variant              Variant
}

// ErrHistory is returned by New when no move leads from the previous board to
// the current one. A caller may still use the position without its history.
var ErrHistory = errors.New("no legal move leads from the previous board to this one")

// New builds a position. It refuses what cannot be on a board: overlapping
// stones, groups without liberties, more stones than plies, an end by passes
// that no pass can have caused, and a previous board that does not fit
// (ErrHistory).
func New(set Setup) (State, error) {
	s := State{own: set.Black, opp: set.White, ply: uint8(set.Ply), last: unknown}
	s.flags = uint8(set.Variant) << variantAt
	if set.Ply&1 == 1 {
		s.own, s.opp = s.opp, s.own
	}
	if err := set.check(); err != nil {
		return State{}, err
	}
	if set.Known {
		if err := s.remember(set); err != nil {
			return State{}, err
		}
	}
	if err := s.checkEnd(set); err != nil {
		return State{}, err
	}
	s.hash = s.rehash()
	return s, nil
}

func (set Setup) check() error {
	if set.Ply < 0 || set.Ply > LastPly {
		return fmt.Errorf("ply %d is not within 0..%d", set.Ply, LastPly)
	}
	if (set.Black|set.White)&^full != 0 || set.Black&set.White != 0 {
		return errors.New("stones overlap or lie beside the board")
	}
	if b := set.Black.Count(); b > (set.Ply+1)/2 {
		return fmt.Errorf("%d black stones cannot have been placed within %d plies", b, set.Ply)
	}
	if w := set.White.Count(); w > set.Ply/2 {
		return fmt.Errorf("%d white stones cannot have been placed within %d plies", w, set.Ply)
	}
	if dead := deadStones(set.Black, set.White); dead != 0 {
		p := dead.first()
		return fmt.Errorf("the group at %d,%d has no liberty", p/Stride, p%Stride)
	}
	return nil
}

func deadStones(black, white Board) Board {
	liberty := (full &^ (black | white)).Grow()
	return black&^(black&liberty).Flood(black) | white&^(white&liberty).Flood(white)
}

// remember finds the last move between the previous board and this one.
func (s *State) remember(set Setup) error {
	own, opp := set.PrevBlack, set.PrevWhite
	if set.Ply&1 == 1 {
		own, opp = opp, own
	}
	if set.Ply == 0 {
		return fmt.Errorf("%w: nothing was played before ply 0", ErrHistory)
	}
	if own == s.own && opp == s.opp {
		if set.Variant == Placements {
			return fmt.Errorf("%w: this variant has no passes", ErrHistory)
		}
		s.last = pass
		s.flags |= passed
		return nil
	}
	placed := s.opp &^ opp
	before := State{own: opp, opp: own, ply: s.ply - 1, flags: s.flags}
	if placed.Count() != 1 || before.Placements()&placed == 0 || deadStones(own, opp) != 0 {
		return ErrHistory
	}
	var after State
	before.Play(game.Move(placed.first())<<16, &after)
	if after.own != s.own || after.opp != s.opp {
		return ErrHistory
	}
	s.taken, s.last, s.ko, s.flags = after.taken, after.last, after.ko, after.flags
	return nil
}

// checkEnd decides whether passes have ended the game.
func (s *State) checkEnd(set Setup) error {
	v, second := set.Variant, s.ply >= 2
	first := v == Host && s.ply == 1 && s.flags&passed != 0
	if !set.Ended {
		if first {
			return errors.New("a pass as the first move has ended the game: write the field end")
		}
		return nil
	}
	if s.flags&passed == 0 || !first && (!second || v == Passes || v == Placements) {
		return errors.New("passes cannot have ended the game here")
	}
	s.flags |= ended
	return nil
}
