package suite

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/game"
	"evolab/search"
)

// Plan is what a suite is to hold.
type Plan struct {
	Game    agent.Game
	Variant string
	Part    Part
	Plies   []int // after how many plies positions are taken
	Count   int   // for each number of plies
	Seed    uint64
	Workers int
	// Solve proves a position within Limits; others are passed over.
	Solve  func(b agent.Board, limits search.Limits) (search.Proof, error)
	Limits search.Limits
	// Found is called for every entry; it may be nil.
	Found func()
}

// Entry is a position of a suite.
type Entry struct {
	Position string
	Plies    int
	Value    string   // win or draw, for the side to move
	Moves    []string // all that keep the value, in board order
	Legal    int      // moves in all
}

// patience is how many games are begun for each entry that is wanted, before
// it is said that there are not enough.
const patience = 2000

// drought is how many games in a row may bring nothing new: there can be fewer
// positions than are wanted, even a single one.
const drought = 5 * patience

// Make plays games of random moves, without passes while there are others, and
// takes the positions that are worth asking about. The same plan gives the same
// suite for any number of workers.
func Make(ctx context.Context, p Plan) (Suite, error) {
	s := Suite{Game: p.Game.Info().Name, Variant: p.Variant, Part: p.Part, Seed: p.Seed}
	classes := map[string]bool{}
	for _, plies := range p.Plies {
		if err := p.collect(ctx, plies, classes, &s); err != nil {
			return Suite{}, err
		}
	}
	return s, nil
}

// collect adds the entries after so many plies.
func (p *Plan) collect(ctx context.Context, plies int, classes map[string]bool, s *Suite) error {
	want, most := len(s.Entries)+p.Count, patience*p.Count
	last := min(most, drought) // the game that has to bring something, or one before it
	for from := 0; len(s.Entries) < want; from += p.Workers {
		if from > last {
			return p.tooFew(p.Count-(want-len(s.Entries)), plies, last)
		}
		batch := make([]*Entry, p.Workers)
		group, inner := errgroup.WithContext(ctx)
		for i := range batch {
			group.Go(func() (err error) {
				batch[i], err = p.try(inner, plies, from+i)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for i, e := range batch {
			if from+i > last || e == nil || len(s.Entries) == want || classes[Class(e.Position)] {
				continue
			}
			classes[Class(e.Position)] = true
			s.Entries = append(s.Entries, *e)
			last = min(most, from+i+drought)
			if p.Found != nil {
				p.Found()
			}
		}
	}
	return nil
}

func (p *Plan) tooFew(found, plies, games int) error {
	return fmt.Errorf("suite: %d of %d positions after %d plies in %d games: ask for fewer, other plies or a higher limit",
		found, p.Count, plies, games)
}

// try plays one game and returns the position it comes to; nil if there is
// nothing to ask about it.
func (p *Plan) try(ctx context.Context, plies, attempt int) (*Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b, err := p.Game.Board(p.Variant, "start")
	if err != nil {
		return nil, err
	}
	r := game.NewRand(game.Mix(p.Seed, uint64(plies), uint64(attempt)))
	if !walk(b, plies, &r) || PartOf(b.Position()) != p.Part {
		return nil, nil
	}
	legal := b.Moves(nil)
	solved, err := p.Solve(b, p.Limits)
	if err != nil || !solved.Known || solved.Value < 0 || 2*len(solved.Moves) > len(legal) {
		return nil, err
	}
	e := &Entry{Position: shortest(p, b), Plies: plies, Value: [2]string{"draw", "win"}[solved.Value], Legal: len(legal)}
	for _, m := range solved.Moves {
		e.Moves = append(e.Moves, b.FormatMove(m))
	}
	return e, nil
}

// walk plays random moves; false when the game ends before.
func walk(b agent.Board, plies int, r *game.Rand) bool {
	var moves []game.Move
	for range plies {
		if b.Outcome().Over() {
			return false
		}
		moves = b.Moves(moves[:0])
		n := 0
		for _, m := range moves {
			if !b.IsPass(m) {
				moves[n] = m
				n++
			}
		}
		if n > 0 {
			moves = moves[:n]
		}
		b.Play(moves[r.Intn(len(moves))])
	}
	return !b.Outcome().Over()
}
