package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/quantity"
)

// Match is a paired match: each opening is played twice, with sides swapped.
type Match struct {
	Variant      string
	Games        int // even
	OpeningPlies int // random plies before each game
	// Openings, if any, are played in turn instead of random ones.
	Openings []string
	Limits   Limits
	PlyCap   int
	Seed     uint64
	Keep     bool
	Timed    bool // the players' own clocks decide their moves
	// OwnSeeds gives the players other draws in the second game of a pair.
	OwnSeeds bool
}

// Jobs lists the games of a match between the runner's agents a and b, whose
// ids count up from first. Game 2i has a as the first side, game 2i+1 has b.
func (m Match) Jobs(g agent.Game, a, b, first int) ([]Job, error) {
	if err := m.Check(g); err != nil {
		return nil, err
	}
	return m.pairs(g, a, b, first, 0, m.Games/2)
}

// Check reports what is wrong with the settings of a match.
func (m Match) Check(g agent.Game) error {
	if m.Games < 2 || m.Games%2 != 0 {
		return fmt.Errorf("%s (expected: an even number, 2 or more, for every opening is played with both sides)", quantity.Of(m.Games, "game"))
	}
	if m.OpeningPlies < 0 || m.OpeningPlies >= g.Info().PlyLimit {
		return fmt.Errorf("%s (allowed: 0..%d)", quantity.Of(m.OpeningPlies, "opening ply"), g.Info().PlyLimit-1)
	}
	return CheckOpenings(g, m.Variant, m.Openings)
}

func (m Match) pairs(g agent.Game, a, b, first, from, to int) ([]Job, error) {
	jobs := make([]Job, 0, 2*(to-from))
	for pair := from; pair < to; pair++ {
		opening, err := m.opening(g, pair)
		if err != nil {
			return nil, err
		}
		job := Job{
			ID: first + 2*pair, Variant: m.Variant, Pair: pair, Opening: opening,
			First: a, Second: b, Limits: m.Limits, PlyCap: m.PlyCap, Seed: m.pairSeed(pair, 1), Keep: m.Keep, Timed: m.Timed,
		}
		jobs = append(jobs, job, job.Swapped(m.OwnSeeds))
	}
	return jobs, nil
}

func (m Match) opening(g agent.Game, pair int) (string, error) {
	if len(m.Openings) > 0 {
		return m.Openings[pair%len(m.Openings)], nil
	}
	return Opening(g, m.Variant, m.OpeningPlies, m.pairSeed(pair, 0))
}

func (m Match) pairSeed(pair int, purpose uint64) uint64 {
	return game.Mix(m.Seed, uint64(pair), purpose)
}

// Opening plays plies uniformly random moves from the start of a variant,
// passes excluded, and returns the position.
func Opening(g agent.Game, variant string, plies int, seed uint64) (string, error) {
	if plies == 0 {
		return "start", nil
	}
	r := game.NewRand(seed)
	const maxTries = 1000 // an opening may end the game, or leave a side without a move
	for range maxTries {
		b, err := g.Board(variant, "start")
		if err != nil {
			return "", err
		}
		if Walk(b, plies, &r, false) {
			return b.Position(), nil
		}
	}
	return "", fmt.Errorf("no opening of %s found in %s", quantity.Of(plies, "ply"), g.Info().Name)
}

// Walk plays random moves; it passes only if pass is set and there is no other
// move. It reports whether the game is still open after that many plies.
func Walk(b agent.Board, plies int, r *game.Rand, pass bool) bool {
	for range plies {
		legal := b.Moves(nil)
		moves := slices.DeleteFunc(slices.Clone(legal), b.IsPass)
		if len(moves) == 0 && pass && !b.Outcome().Over() {
			moves = legal
		}
		if len(moves) == 0 {
			return false
		}
		b.Play(moves[r.Intn(len(moves))])
	}
	return !b.Outcome().Over()
}

// ReadOpenings reads a file of positions, one per line; it ignores blank lines.
func ReadOpenings(path string) ([]string, error) { return readOpenings(path, files.ReadText) }

// ReadOpeningsArgument is ReadOpenings for what a command line names.
func ReadOpeningsArgument(path string) ([]string, error) {
	return readOpenings(path, files.ReadArgument)
}

func readOpenings(path string, read func(path string, most int64) ([]byte, error)) ([]string, error) {
	const maxBytes = 1 << 28
	data, err := read(path, maxBytes)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		if text := strings.TrimSpace(line); text != "" {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("openings: %s holds no position", path)
	}
	return list, nil
}

// CheckOpenings fails if a game cannot begin from one of the positions.
func CheckOpenings(g agent.Game, variant string, list []string) error {
	for i, text := range list {
		b, err := g.Board(variant, text)
		if err == nil && b.Outcome().Over() {
			err = errors.New("the game is over in this position")
		}
		if err != nil {
			return fmt.Errorf("opening %d: %w", i+1, err)
		}
	}
	return nil
}

// Balance chooses openings from which both sides can win: an agent plays a
// reference match against itself from each, and the first side's score must be
// close to one half. Pairs of games from a lopsided opening end 1 - 1 and say
// nothing.
//
// Selection by noisy games flatters the scores: the openings are balanced on the
// whole, but not necessarily each one.
type Balance struct {
	Agent  agent.Agent
	Games  int     // of the reference match, from each opening
	Within float64 // how far from one half the score may be
}

// Choice says which openings to choose: the numbers From..To-1 of the sequence
// that the seed decides.
type Choice struct {
	Game     agent.Game
	Variant  string
	Plies    int
	From, To int
	Seed     uint64
	Workers  int // 0: one a core
}

// Choose returns the openings; they are the same for any number of workers.
func (b *Balance) Choose(ctx context.Context, c Choice) ([]string, error) {
	list := make([]string, c.To-c.From)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i := range list {
		group.Go(func() (err error) {
			list[i], err = b.one(ctx, &c, uint64(c.From+i))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return list, nil
}

// one tries openings until one is balanced.
func (b *Balance) one(ctx context.Context, c *Choice, number uint64) (string, error) {
	const tries = 500
	for try := range uint64(tries) {
		seed := game.Mix(c.Seed, number, try)
		text, err := Opening(c.Game, c.Variant, c.Plies, seed)
		if err != nil {
			return "", err
		}
		score, err := b.score(ctx, c, text, seed)
		if err != nil {
			return "", err
		}
		if math.Abs(score-.5) <= b.Within {
			return text, nil
		}
	}
	return "", fmt.Errorf("none of %s of %s is within %g of an even score", quantity.Of(tries, "opening"), quantity.Of(c.Plies, "ply"), b.Within)
}

// score is the first side's in the reference match.
func (b *Balance) score(ctx context.Context, c *Choice, opening string, seed uint64) (float64, error) {
	jobs := make([]Job, b.Games)
	for i := range jobs {
		jobs[i] = Job{ID: i, Variant: c.Variant, Opening: opening, First: 0, Second: 0, Seed: game.Mix(seed, uint64(i), 1)}
	}
	records, err := Cores{Workers: 1}.Run(ctx, Round{Game: c.Game, Agents: []agent.Agent{b.Agent}}, jobs)
	if err != nil {
		return 0, err
	}
	halves := 0
	for _, rec := range records {
		halves += rec.Points(game.FirstWins)
	}
	return float64(halves) / float64(2*len(records)), nil
}
