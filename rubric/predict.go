package rubric

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"
)

// prior is Jeffreys' for a probability, Beta(1/2, 1/2), whose intervals hold
// what they promise near 0 and 1 too (Brown, Cai and DasGupta, "Interval
// estimation for a binomial proportion", 2001).
const prior = .5

// Predict tells which points another grading would give, of as many games as
// the rubric says, after wins in played games: the posterior of the win
// probability is Beta(wins + 1/2, losses + 1/2), and the wins of new games then
// are beta-binomial (Gelman et al., "Bayesian Data Analysis", 3rd ed. 2013,
// chapter 2 and table A.2). So it counts both what the played games leave
// unknown and the luck of the new ones. Games are taken as independent and
// either side's as alike; where the sides differ, the truth varies a little
// less. The test measures how often the 95 % interval of a total after one
// grading holds the next one's: 93 % or more.
func (o Opponent) Predict(wins, played int) Distribution {
	a, b := float64(wins)+prior, float64(played-wins)+prior
	var list []Chance
	for k := range o.Games + 1 {
		list = append(list, Chance{o.Scale.Points(k, o.Games), betaBinomial(k, o.Games, a, b)})
	}
	return newDistribution(list)
}

// betaBinomial is the probability of k wins in n games, whose probability of a
// win is Beta(a, b).
func betaBinomial(k, n int, a, b float64) float64 {
	return math.Exp(combin.LogGeneralizedBinomial(float64(n), float64(k)) +
		mathext.Lbeta(a+float64(k), b+float64(n-k)) - mathext.Lbeta(a, b))
}
