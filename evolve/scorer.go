package evolve

import (
	"context"
	"fmt"
)

// Request asks for games: every genome plays the pairs FirstPair to
// FirstPair+Pairs-1 of the generation's openings, so all meet the same ones.
type Request struct {
	Generation int
	Genomes    []Genome // not to be changed
	FirstPair  int
	Pairs      int
}

// Scorer plays games. Score returns one Tally of r.Pairs pairs for each genome
// of the request, in its order. It should return soon after ctx is cancelled.
type Scorer interface {
	Score(ctx context.Context, r Request) ([]Tally, error)
}

// scored asks the scorer and refuses an answer that does not fit the request.
// After a cancellation the error is ctx.Err() and nothing else.
func scored(ctx context.Context, s Scorer, r Request) ([]Tally, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	tallies, err := s.Score(ctx, r)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil {
		err = r.accepts(tallies)
	}
	if err != nil {
		return nil, fmt.Errorf("evolve: score generation %d, pairs from %d: %w", r.Generation, r.FirstPair, err)
	}
	return tallies, nil
}

func (r Request) accepts(tallies []Tally) error {
	if len(tallies) != len(r.Genomes) {
		return fmt.Errorf("%d tallies for %d genomes", len(tallies), len(r.Genomes))
	}
	for i, t := range tallies {
		if err := t.check(); err != nil {
			return fmt.Errorf("genome %d: %w", i, err)
		}
		if t.Pairs != r.Pairs {
			return fmt.Errorf("genome %d: %d pairs played, %d wanted", i, t.Pairs, r.Pairs)
		}
	}
	return nil
}

// play lets players meet some pairs of a generation, adds the results to their
// tallies and to the generation's games, and returns the fresh tallies alone.
func (g *Generation) play(ctx context.Context, s Scorer, players []Individual, first, pairs int) ([]Tally, error) {
	r := Request{Generation: g.Index, FirstPair: first, Pairs: pairs}
	for _, p := range players {
		r.Genomes = append(r.Genomes, p.Genome)
	}
	fresh, err := scored(ctx, s, r)
	for i, t := range fresh {
		players[i].Tally = players[i].Tally.Add(t)
		g.Games += t.Games()
	}
	return fresh, err
}
