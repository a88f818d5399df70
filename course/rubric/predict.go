package rubric

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"

	"evolab/stats"
)

// Predict returns the distribution of the points of another grading, given the
// results on both sides. The posterior of each side's win probability is Beta(wins +
// 1/2, others + 1/2), and the wins of its new games are then beta-binomial (Gelman et
// al., "Bayesian Data Analysis", 3rd ed. 2013, chapter 2 and table A.2). So the
// distribution covers both what the played games leave unknown and the luck of the
// new ones. The sides are separate because one may be easier: wins on one side vary
// less than the same rate on both. Games are assumed to be independent. The test
// measures how often the 95 % interval of a total after one grading holds the next
// one's: 92 to 100 %, as posteriors of twenty games are rough and points jump.
func (o Opponent) Predict(asFirst, asSecond stats.WDL) Distribution {
	half := o.Games / 2
	first, second := newWins(asFirst, o.Games-half), newWins(asSecond, half)
	var list []Chance
	for i, p := range first {
		for j, q := range second {
			list = append(list, Chance{o.Scale.Points(i+j, o.Games), p * q})
		}
	}
	return newDistribution(list)
}

// newWins returns the probabilities of 0 to n wins in n new games of a side. The
// intervals of Jeffreys' prior, Beta(1/2, 1/2), are reliable near 0 and 1 too (Brown,
// Cai and DasGupta, "Interval estimation for a binomial proportion", 2001).
func newWins(played stats.WDL, n int) []float64 {
	const prior = .5
	a := float64(played.Wins) + prior
	b := float64(played.Games()-played.Wins) + prior
	chances := make([]float64, n+1)
	for k := range chances { // the beta-binomial distribution
		chances[k] = math.Exp(combin.LogGeneralizedBinomial(float64(n), float64(k)) +
			mathext.Lbeta(a+float64(k), b+float64(n-k)) - mathext.Lbeta(a, b))
	}
	return chances
}
