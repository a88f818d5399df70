package tune

import (
	"context"
	"fmt"
	"math"
	"time"

	"evolab/evolve"
	"evolab/internal/quantity"
)

// Noise is how much the score of a pair of games varies, and how much that of
// parameters. Scores are from 0 to 1.
type Noise struct {
	// Pair is the standard deviation of a pair's score around what the parameters and
	// the opening make one expect.
	Pair float64
	// Spread is the standard deviation of the true scores of parameters that are drawn
	// at random.
	Spread float64
	Start  float64 // score of the start parameters
	Pairs  int     // that each candidate played
	Games  int     // of all of them
	Late   bool    // the time for them was over before there were enough
	// Game and Opening are the seconds that a game takes here, several being played at a
	// time, and the start of a candidate.
	Game, Opening float64
}

// Ratio is the noise of a pair for each unit of what is looked for: the number of pairs
// that tell two candidates apart grows with its square.
func (n *Noise) Ratio() float64 {
	if n.Spread == 0 {
		return math.Inf(1)
	}
	return n.Pair / n.Spread
}

// String is what people read.
func (n *Noise) String() string {
	spread := fmt.Sprintf("parameters drawn at random differ by %.1f %%", 100*n.Spread)
	if n.Spread == 0 {
		spread = "no difference between parameters drawn at random stands out from that"
	}
	games := fmt.Sprintf("%s, %s", quantity.Of(n.Games, "game"), n.speed())
	if n.Late {
		games += "; cut short, the time for measuring was over"
	}
	return fmt.Sprintf("noise: the score of a pair of games varies by %.1f %% (standard deviation); %s (%s)", 100*n.Pair, spread, games)
}

func (n *Noise) speed() string {
	if n.Game >= 1 {
		return fmt.Sprintf("%.1f s a game", n.Game)
	}
	return quantity.Digits(1/n.Game, 3) + " games/s"
}

// noiseShare is the most of the minutes that may have passed when the noise is known.
const noiseShare = .2

const (
	drawnCandidates = 6 // besides the start
	leastPairs      = 4 // of each
	leastLatePairs  = 2 // of each, if the time is over
)

// leastNoiseGames is how many games measure the noise at least.
func leastNoiseGames(opponents int) int {
	rounds := max(2, (leastPairs+opponents-1)/opponents)
	return 2 * (drawnCandidates + 1) * rounds * opponents
}

// Noise plays the start parameters and some drawn at random from the same openings.
func (t *Trial) Noise(ctx context.Context) (n Noise, err error) {
	const most = 40 // pairs of each
	genomes := []evolve.Genome{t.Config.StartGenome()}
	for i := range drawnCandidates {
		genomes = append(genomes, t.randomGenome(i+1))
	}
	t.Progress.Begin("measuring the noise", 0, "game")
	measuring, late, cancel := t.within(ctx)
	defer cancel()
	agents, err := t.candidates(genomes)
	defer closeAll(agents)
	if err != nil {
		return n, err
	}
	scores := make([][]float64, len(genomes))
	began, first, played := time.Now(), 0., 0.
	for round := 0; round < 2 || len(scores[0]) < leastPairs || len(scores[0]) < most && t.spent() < noiseShare; round++ {
		list, err := t.playPairs(measuring, noiseSeed, genomes, agents, round)
		if n.Late = err != nil && measuring.Err() != nil && ctx.Err() == nil; n.Late && round > 1 && len(scores[0]) >= leastLatePairs {
			break
		}
		if err != nil {
			return n, late(err)
		}
		for i := range list {
			scores[i] = append(scores[i], list[i]...)
		}
		played = time.Since(began).Seconds()
		if round == 0 { // it starts the programs
			first = played
		}
	}
	wasLate := n.Late
	n = newNoise(scores)
	n.Late = wasLate
	games := 2 * len(genomes) * len(t.opponents) // of a round
	n.Game = max(1e-6, (played-first)/float64(n.Games-games))
	n.Opening = max(0, first-float64(n.Game*float64(games))) / float64(len(genomes))
	return n, nil
}

// newNoise analyses the scores of candidates, the start first, in the same pairs: what
// the candidate and the opening do not explain is noise (the analysis of variance of a
// two-way table).
func newNoise(scores [][]float64) Noise {
	candidates, pairs := len(scores), len(scores[0])
	n := Noise{Pairs: pairs, Games: 2 * candidates * pairs}
	means, openings, all := make([]float64, candidates), make([]float64, pairs), 0.0
	for i, row := range scores {
		for k, v := range row {
			means[i] += v / float64(pairs)
			openings[k] += v / float64(candidates)
			all += v / float64(candidates*pairs)
		}
	}
	n.Start = means[0]
	residual, between := 0.0, 0.0
	for i, row := range scores {
		for k, v := range row {
			r := v - means[i] - openings[k] + all
			residual += float64(r * r)
		}
	}
	variance := residual / float64((candidates-1)*(pairs-1))
	drawn := 0.0
	for _, m := range means[1:] {
		drawn += m / float64(candidates-1)
	}
	for _, m := range means[1:] {
		between += float64((m - drawn) * (m - drawn))
	}
	n.Pair = math.Sqrt(variance)
	n.Spread = math.Sqrt(max(0, between/float64(candidates-2)-variance/float64(pairs)))
	return n
}
