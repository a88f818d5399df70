package suite

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/progress"
	"evolab/internal/quantity"
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
	// Progress counts the entries; nil: nobody follows.
	Progress progress.Progress
}

const (
	// patience is the number of games per entry before Make gives up.
	patience = 2000
	// drought is how many games in a row may bring nothing new: there may be fewer
	// positions than requested, even only one.
	drought = 5 * patience
)

// Make plays games of random moves, without passes while there are others, and
// collects the positions in which the move matters. The same plan gives the same
// suite for any number of workers.
func Make(ctx context.Context, p Plan) (Suite, error) {
	s := Suite{Game: p.Game.Info().Name, Variant: p.Variant, Part: p.Part, Seed: p.Seed}
	if p.Progress == nil {
		p.Progress = progress.None{}
	}
	p.Progress.Begin("looking for positions", len(p.Plies)*p.Count, "position")
	classes := map[string]bool{}
	for _, plies := range p.Plies {
		if err := p.collect(ctx, plies, classes, &s); err != nil {
			return Suite{}, err
		}
	}
	return s, nil
}

// collect adds the entries of positions after a number of plies.
func (p *Plan) collect(ctx context.Context, plies int, classes map[string]bool, s *Suite) error {
	want, most := len(s.Entries)+p.Count, patience*p.Count
	last := min(most, drought) // the game that has to bring something, or one before it
	for from := 0; len(s.Entries) < want; from += p.Workers {
		if from > last {
			return fmt.Errorf("%d of %s after %s in %s: ask for fewer, other plies or a higher limit",
				p.Count-(want-len(s.Entries)), quantity.Of(p.Count, "position"), quantity.Of(plies, "ply"), quantity.Of(last, "game"))
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
			p.Progress.Add(1)
		}
	}
	return nil
}

// try plays one game and returns its position, nil if the move does not matter
// there.
func (p *Plan) try(ctx context.Context, plies, attempt int) (*Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b, err := p.Game.Board(p.Variant, "start")
	if err != nil {
		return nil, err
	}
	r := game.NewRand(game.Mix(p.Seed, uint64(plies), uint64(attempt)))
	if !arena.Walk(b, plies, &r, true) || PartOf(b.Position()) != p.Part {
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

// shortest is the position's text, without the previous board if that does not
// matter.
func shortest(p *Plan, b agent.Board) string {
	text := b.Position()
	fields := strings.Fields(text)
	last := len(fields) - 1
	if last > 0 && strings.Contains(fields[last], "/") {
		fields[last] = "-"
		short := strings.Join(fields, " ")
		if other, err := p.Game.Board(p.Variant, short); err == nil && other.Hash() == b.Hash() {
			return short
		}
	}
	return text
}
