package class

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"evolab/arena"
	"evolab/arena/review"
	"evolab/internal/files"
)

// reviewFile keeps what reviews have found, a lost game a line.
const reviewFile = "reviews.jsonl"

// reviewed is a line of the file. The number of the game is not enough: one that was
// void is played again.
type reviewed struct {
	Who  string       `json:"who"`
	Game int          `json:"game"`
	Line uint64       `json:"line"` // arena.Line.Key
	Loss *review.Loss `json:"loss"`
}

// reviews are those of a class.
type reviews struct {
	*files.Journal
	mu    sync.Mutex
	known map[reviewed]*review.Loss // by all but the loss
}

func openReviews(path string) (*reviews, error) {
	r := &reviews{known: map[reviewed]*review.Loss{}}
	var err error
	r.Journal, _, err = files.OpenJournal(path, func(text []byte) bool {
		var one reviewed
		if json.Unmarshal(text, &one) != nil || one.Loss == nil {
			return false
		}
		r.remember(one)
		return true
	})
	return r, err
}

func (r *reviews) remember(one reviewed) {
	loss := one.Loss
	one.Loss = nil
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[one] = loss
}

// of is the review of a submission's game; nil if there is none.
func (r *reviews) of(s *Submission, l *arena.Line) *review.Loss {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[reviewed{Who: s.key(), Game: l.Game, Line: l.Key()}]
}

// lost reports whether a submission has lost a game.
func (s *Submission) lost(l *arena.Line) bool {
	side, lost := review.Loser(l)
	return lost && [2]string{l.First, l.Second}[side] == s.key()
}

// review reviews the lost games that have not been reviewed.
func (c *Class) review(ctx context.Context, marks []*mark) (err error) {
	if c.reviews, err = openReviews(filepath.Join(c.Out, reviewFile)); err != nil {
		return fmt.Errorf("class: %w", err)
	}
	defer func() { err = errors.Join(err, c.reviews.Close()) }()
	var open []func() error
	for _, m := range marks {
		for i := range m.lines {
			if l := &m.lines[i]; m.lost(l) && c.reviews.of(m.Submission, l) == nil {
				open = append(open, func() error { return c.reviewOne(ctx, m.Submission, l) })
			}
		}
	}
	if len(open) == 0 || ctx.Err() != nil {
		return nil
	}
	c.Watch.Begin("reviewing", len(open), "lost games")
	group := errgroup.Group{}
	group.SetLimit(cmp.Or(c.Jobs, runtime.GOMAXPROCS(0)))
	for _, one := range open {
		group.Go(func() error {
			defer c.Watch.Add(1)
			if ctx.Err() != nil {
				return nil // the pages do without the others
			}
			return one()
		})
	}
	return group.Wait()
}

// reviewOne reviews a game and keeps what it finds. It takes a fraction of a second, or
// some of them for long games: bounded by nodes, so that every machine finds the same.
func (c *Class) reviewOne(ctx context.Context, s *Submission, l *arena.Line) error {
	loss, err := review.Game(ctx, c.Game, l.Variant, l, review.Options{Nodes: 100_000, Deep: 4_000})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("class: %w", err)
	}
	one := reviewed{s.key(), l.Game, l.Key(), loss}
	text, err := json.Marshal(one)
	if err != nil {
		return fmt.Errorf("class: %w", err)
	}
	if err := c.reviews.Append(text); err != nil {
		return fmt.Errorf("class: %w", err)
	}
	c.reviews.remember(one)
	return nil
}
