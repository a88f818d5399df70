package stats

import (
	"cmp"
	"slices"

	"evolab/internal/float"
)

// Scale turns win rates into points: the first band that begins at or below the rate
// counts. Bands descend, and the last begins at 0.
type Scale []Band

// Band is a part of a scale: from a win rate upwards, Fixed points plus PerRate times
// the rate.
type Band struct {
	From    float64 `json:"from" key:"from" doc:"the win rate from which the band counts; the last band begins at 0" unit:"share" range:"0..1" default:"0"`
	Fixed   float64 `json:"fixed" key:"fixed" doc:"points, whatever the rate" range:"0..1000" default:"0"`
	PerRate float64 `json:"per_rate" key:"per_rate" doc:"points for a rate of 1, of which the rate is the share" range:"0..1000" default:"0"`
}

// At is what a rate is worth in the band.
func (b Band) At(rate float64) float64 { return b.Fixed + float64(b.PerRate*rate) }

// Points is what a number of wins is worth. A fraction on the edge of a band (45/50)
// is on it as a floating-point number, too: division and edges are rounded
// correctly.
func (s Scale) Points(wins, games int) float64 {
	rate := float64(wins) / float64(games)
	for _, b := range s {
		if rate >= b.From {
			return b.At(rate)
		}
	}
	return 0
}

// Max is what winning all games is worth.
func (s Scale) Max() float64 { return s.Points(1, 1) }

// Expected is the mean of the points when each game is won with probability rate:
// the smoothed scale, its Bernstein polynomial (Lorentz, "Bernstein polynomials",
// 1953). Like the scale, it rises with the rate.
func (s Scale) Expected(rate float64, games int) float64 {
	mean := 0.0
	for wins, chance := range binomial(games, rate) {
		mean += float64(chance * s.Points(wins, games))
	}
	return mean
}

// Slope is the derivative of Expected with respect to the rate.
func (s Scale) Slope(rate float64, games int) float64 {
	slope := 0.0
	for wins, chance := range binomial(games-1, rate) {
		slope += float64(chance * (s.Points(wins+1, games) - s.Points(wins, games)))
	}
	return float64(float64(games) * slope)
}

// binomial returns the probabilities of 0 to n wins in n games.
func binomial(n int, rate float64) []float64 {
	return chancesOf(n, rate, func(k int) float64 {
		return float64(n-k) / float64(k+1) * rate / (1 - rate)
	})
}

// chancesOf returns the probabilities of 0 to n wins, of which each is ratio times as
// large as that of one win less. It begins near the mean, where they are largest.
func chancesOf(n int, rate float64, ratio func(wins int) float64) []float64 {
	chances := make([]float64, n+1)
	middle := min(n, int(float64(n+1)*rate))
	chances[middle] = 1
	for k := middle; k < n; k++ {
		chances[k+1] = chances[k] * ratio(k)
	}
	for k := middle; k > 0; k-- {
		chances[k-1] = chances[k] / ratio(k-1)
	}
	sum := float.Sum(chances)
	for k := range chances {
		chances[k] /= sum
	}
	return chances
}

// Distribution is a probability distribution of points, in rising order, each once.
type Distribution []Chance

// Chance is the probability of some points.
type Chance struct{ Points, Probability float64 }

// Certain is the distribution of points that are known.
func Certain(points float64) Distribution { return Distribution{{points, 1}} }

// newDistribution sorts chances and merges those of equal points.
func newDistribution(list []Chance) Distribution {
	slices.SortFunc(list, func(a, b Chance) int { return cmp.Compare(a.Points, b.Points) })
	var d Distribution
	for _, c := range list {
		if n := len(d); n > 0 && c.Points-d[n-1].Points < samePoints {
			d[n-1].Probability += c.Probability
		} else {
			d = append(d, c)
		}
	}
	return d
}

// samePoints is below any difference of a scale, and far above rounding errors.
const samePoints = 1e-6

// maxSums bounds what a sum of distributions computes: scales without a common step have
// as many sums as there are pairs.
const maxSums = 1 << 19

// Plus is the distribution of the sum of two independent results. Where that has more
// than maxSums pairs, near points of d count as one, with their mean.
func (d Distribution) Plus(other Distribution) Distribution {
	d = d.coarse(maxSums / max(1, len(other)))
	var list []Chance
	for _, a := range d {
		for _, b := range other {
			list = append(list, Chance{a.Points + b.Points, a.Probability * b.Probability})
		}
	}
	return newDistribution(list)
}

// coarse is the distribution with at most n points and the same mean: those of an n-th of
// the range count as one.
func (d Distribution) coarse(n int) Distribution {
	if len(d) <= n {
		return d
	}
	low, width := d[0].Points, (d[len(d)-1].Points-d[0].Points)/float64(n)
	var list Distribution
	last := -1
	for _, c := range d {
		if bin := min(n-1, int((c.Points-low)/width)); bin != last {
			list, last = append(list, Chance{}), bin
		}
		at := &list[len(list)-1]
		at.Points += float64(c.Points * c.Probability)
		at.Probability += c.Probability
	}
	for i := range list {
		if list[i].Probability > 0 {
			list[i].Points /= list[i].Probability
		}
	}
	return slices.DeleteFunc(list, func(c Chance) bool { return c.Probability == 0 })
}

// Mean is the expected points.
func (d Distribution) Mean() float64 {
	mean := 0.0
	for _, c := range d {
		mean += float64(c.Points * c.Probability)
	}
	return mean
}

// Estimate is the mean with the central interval that holds at least 95 % of the
// probability. The mean of a skewed distribution may be outside: the interval then
// extends to it.
func (d Distribution) Estimate() Estimate {
	mean := d.Mean()
	return Estimate{Value: mean, Low: min(mean, d.quantile(.025)), High: max(mean, d.quantile(.975))}
}

// quantile is the smallest number of points that is not exceeded with probability p.
func (d Distribution) quantile(p float64) float64 {
	below := 0.0
	for _, c := range d {
		if below += c.Probability; below >= p {
			return c.Points
		}
	}
	return d[len(d)-1].Points
}

// Predict returns the distribution of the points of another grading of so
// many games, given the results on both sides. The posterior of each side's win probability is Beta(wins +
// 1/2, others + 1/2), and the wins of its new games are then beta-binomial (Gelman et
// al., "Bayesian Data Analysis", 3rd ed. 2013, chapter 2 and table A.2). So the
// distribution covers both what the played games leave unknown and the luck of the
// new ones. The sides are separate because one may be easier: wins on one side vary
// less than the same rate on both. Games are assumed to be independent.
func (s Scale) Predict(games int, asFirst, asSecond WDL) Distribution {
	return s.predict(games, asFirst, asSecond, jeffreys)
}

// predict is Predict with so much of the prior's one game won, the rest lost.
func (s Scale) predict(games int, asFirst, asSecond WDL, won float64) Distribution {
	half := games / 2
	first, second := newWins(asFirst, games-half, won), newWins(asSecond, half, won)
	var list []Chance
	for i, p := range first {
		for j, q := range second {
			list = append(list, Chance{s.Points(i+j, games), p * q})
		}
	}
	return newDistribution(list)
}

// Prediction is what another grading can be expected to give, with bounds that hold also
// where few games are known.
type Prediction struct{ expected, least, most Distribution }

// Known is the prediction of points that are certain.
func Known(points float64) Prediction {
	d := Certain(points)
	return Prediction{d, d, d}
}

// Forecast predicts the points of a grading of so many games from the results on both
// sides. After two or four games, the intervals of Predict alone hold the points of fifty
// new games in 87 % of the cases at worst. The bounds of Thatcher ("Relationships between
// Bayesian and confidence limits for predictions", 1964) never fall below 95 %, and are
// 98 % and more: he counts the prior's game as lost for the lower bound and as won for the
// upper one. Here it counts half-way between Jeffreys' prior and his. The test computes
// the coverage exactly: 96 % and more, for any rates, of 2 to 50 games for gradings of up
// to 50.
func (s Scale) Forecast(games int, asFirst, asSecond WDL) Prediction {
	return Prediction{
		s.predict(games, asFirst, asSecond, jeffreys), s.predict(games, asFirst, asSecond, jeffreys/2), s.predict(games, asFirst, asSecond, 1-jeffreys/2),
	}
}

// Plus predicts the sum of two independent results.
func (p Prediction) Plus(other Prediction) Prediction {
	return Prediction{p.expected.Plus(other.expected), p.least.Plus(other.least), p.most.Plus(other.most)}
}

// Unless predicts the same points, but none with this probability.
func (p Prediction) Unless(none float64) Prediction {
	mixed := func(d Distribution) Distribution {
		list := []Chance{{0, none}}
		for _, c := range d {
			list = append(list, Chance{c.Points, (1 - none) * c.Probability})
		}
		return newDistribution(list)
	}
	switch none {
	case 0:
		return p
	case 1:
		return Known(0)
	}
	return Prediction{mixed(p.expected), mixed(p.least), mixed(p.most)}
}

// Estimate is the expected points with the central interval that holds at least 95 %
// of the probability. It extends to the expected points and to the ones already given:
// a grading that was just made cannot be out of the question.
func (p Prediction) Estimate(given float64) Estimate {
	mean := p.expected.Mean()
	return Estimate{Value: mean, Low: min(mean, given, p.least.quantile(.025)), High: max(mean, given, p.most.quantile(.975))}
}

// jeffreys is the part of the prior's one game that is won: the intervals of Jeffreys'
// prior, Beta(1/2, 1/2), are reliable near 0 and 1 too (Brown, Cai and DasGupta,
// "Interval estimation for a binomial proportion", 2001).
const jeffreys = .5

// newWins returns the probabilities of 0 to n wins in n new games of a side, with so much
// of the prior's one game won.
func newWins(played WDL, n int, won float64) []float64 {
	a := float64(played.Wins) + won
	b := float64(played.Games()-played.Wins) + 1 - won
	return chancesOf(n, a/(a+b), func(k int) float64 { // the beta-binomial distribution
		return float64(n-k) * (a + float64(k)) / (float64(k+1) * (b + float64(n-k-1)))
	})
}
