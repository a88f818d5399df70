package tune

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"text/template"
	"time"

	_ "embed"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/train"
	"evolab/internal/float"
	"evolab/internal/quantity"
)

// Search is how parameters are tuned with a budget: always by SPSA, which is best on
// made-up programs with any budget and noise (TestTable), whose answer needs no games to be
// chosen, and whose steps depend on the budget.
type Search struct {
	Optimizer  string
	Meet       string // whom the candidates meet, as spsa.meet has it
	Pairs      int    // of an iteration
	Iterations int    // of a generation
	Games      int    // of all of them
}

// generations is about how many generations a search has. More of them cost time between
// them; with fewer, the vector is moved too late.
const generations = 100

// NewSearch divides a budget of pairs. Where starting a candidate costs as much as some
// pairs, an iteration plays as many, at most a hundredth of the budget. So many workers play
// side by side.
func NewSearch(meet string, pairs, start, workers int) Search {
	s := Search{Optimizer: "spsa", Meet: meet, Games: 2 * pairs}
	s.Pairs = max(1, min(start, pairs/s.matches()/generations))
	iterations := pairs / s.matches() / s.Pairs
	s.Iterations = max(2, iterations/generations, min(workers, 4*iterations/generations))
	return s
}

// matches are the pairs of an iteration of one pair.
func (s *Search) matches() int {
	return map[string]int{evolve.MeetEachOther: 1, evolve.MeetOpponents: 2, evolve.MeetBoth: 3}[s.Meet]
}

// Population is sampling.population.
func (s *Search) Population() int { return 2 * s.Iterations }

// Generations is about how many there are.
func (s *Search) Generations() int { return s.Games / 2 / s.matches() / s.Pairs / s.Iterations }

// Reach is spsa.c_end. Ranges that people give are of the width over which a parameter
// changes a game: with few pairs, wider candidates than the usual ones of a twentieth find the
// best values of the made-up programs with half as many games. With many, what the width
// blurs counts more; it shrinks with the sixth root of the pairs, as Spall has it.
func (s *Search) Reach() float64 {
	const few = 8000 // games
	reach := .08 * float.Pow(min(1, few/float64(s.Games)), 1./6)
	return math.Round(1000*reach) / 1000
}

// Plan is how a program is tuned: a search, and what it was worth.
type Plan struct {
	Search
	Validation Games
	TestGames  int      // against each opponent
	Last       float64  // seconds of the test
	Why        []string // in sentences
}

// Games says how often and how long is validated.
type Games struct{ Every, Games int }

// ShortError is a budget in which nothing can be tuned.
type ShortError struct {
	Minutes, Needed float64
	AtLeast         bool // no game has ended yet
}

func (e *ShortError) Error() string {
	about := "about"
	if e.AtLeast {
		about = "at least"
	}
	return fmt.Sprintf("%s %s too few: the smallest search takes %s %.1f here", quantity.Of(e.Minutes, "minute"), quantity.Verb(e.Minutes, "is", "are"), about, math.Ceil(10*e.Needed)/10)
}

// The parts of the games: the rest is training.
const (
	testShare  = .25
	watchShare = .05
)

// leastGames is how many games the smallest search and its test play.
const leastGames = 120

// drawing is about how many seconds of the minutes the figures take, and the end of
// moves under way.
const drawing = 1.5

// NewPlan plans to use the minutes that are left after spent of them, with so many workers.
func NewPlan(c *experiment.Config, n Noise, minutes, spent float64, workers int) (p Plan, err error) {
	opponents := len(c.Opponents)
	const luck = .9
	seconds := float64((minutes-spent)*60*luck) - drawing
	// A candidate starts for the games of an iteration.
	start := min(32, int(n.Opening/n.Game/4))
	game := n.Game + n.Opening/float64(2*max(1, start))
	// What is left of the time pays for the least test in any case.
	leastLast := float64(n.Game * float64((2*opponents+1)*train.LeastTest+5*2*opponents))
	training := min(float64(seconds*(1-testShare-watchShare)), seconds-leastLast)
	p.Search = NewSearch(evolve.MeetOpponents, max(0, int(training/game/2)), start, workers)
	if p.Games < leastGames {
		smallest := float64(leastGames * game)
		return p, &ShortError{Minutes: minutes, Needed: spent + (max(smallest/(1-testShare-watchShare), smallest+leastLast)+drawing)/luck/60}
	}
	games := seconds / n.Game
	p.Validation.Every = max(1, (p.Generations()+3)/4)
	p.Validation.Games = even(games*watchShare/5, 2*opponents, 400)
	// Against each opponent the champion and the start, and both against each other.
	p.TestGames = even(games*testShare/float64(2*opponents+1), train.LeastTest, n.testGames(opponents))
	testing := (2*opponents + 1) * p.TestGames
	p.Last = n.Game * float64(testing)
	took := float64(game*float64(p.Games)) + float64(n.Game*float64(testing+5*p.Validation.Games))
	p.Why = append(p.Why, fmt.Sprintf("%s: %s of games for the search, in %s of %s; then %s for the measurement of the gain: about %s",
		p.Optimizer, quantity.Of(p.Games/2, "pair"), quantity.Of(p.Generations(), "generation"), quantity.Of(p.Iterations, "iteration"), quantity.Of(testing, "fresh game"), minutesText(took/60)))
	return p, nil
}

// NewPairsPlan plans to play so many pairs, whatever time they take.
func NewPairsPlan(c *experiment.Config, n Noise, pairs, workers int) (p Plan, err error) {
	opponents := len(c.Opponents)
	p.TestGames = even(2*testShare*float64(pairs)/float64(2*opponents+1), train.LeastTest, 1<<30)
	p.Validation.Games = even(2*watchShare*float64(pairs)/5, 2*opponents, 400)
	testing := (2*opponents + 1) * p.TestGames
	search := pairs - testing/2 - 5*p.Validation.Games/2
	if 2*search < leastGames {
		return p, fmt.Errorf("%s %s too few: the smallest search and its test take %d", quantity.Of(pairs, "pair"), quantity.Verb(pairs, "is", "are"), pairs-search+leastGames/2)
	}
	p.Search = NewSearch(evolve.MeetOpponents, search, min(32, int(n.Opening/n.Game/4)), workers)
	p.Validation.Every = max(1, (p.Generations()+3)/4)
	p.Why = []string{fmt.Sprintf("%s: %s of games for the search, in %s of %s; then %s for the measurement of the gain",
		p.Optimizer, quantity.Of(search, "pair"), quantity.Of(p.Generations(), "generation"), quantity.Of(p.Iterations, "iteration"), quantity.Of(testing, "fresh game"))}
	return p, nil
}

// Smallest is a plan that any config can have.
func Smallest(c *experiment.Config) *Plan {
	return &Plan{Search: NewSearch(evolve.MeetOpponents, leastGames/2, 1, 1), TestGames: train.LeastTest, Validation: Games{1, 2 * len(c.Opponents)}}
}

// Clock is when a run of the plan ends if everything has to be over at a time. The test has
// a part of what is left in any case: it starts the program often, and on a busy machine
// that takes longer than its games.
func (p *Plan) Clock(end time.Time) train.Clock {
	const luck, least = 1.1, .15
	end = end.Add(-time.Duration(drawing * float64(time.Second)))
	test := max(luck*p.Last, least*time.Until(end).Seconds())
	return train.Clock{Training: end.Add(-time.Duration(test * float64(time.Second))), End: end}
}

// testGames is how many games against each opponent measure a gain to +-2 %.
func (n *Noise) testGames(opponents int) int {
	const half = .02
	wide := 1.96 * (math.Sqrt2 * max(n.Pair, .1)) / half
	pairs := wide * wide / float64(opponents)
	return max(100, 2*int(math.Ceil(pairs)))
}

// even rounds a number of games down to whole pairs.
func even(games float64, least, most int) int {
	return max(least, min(most, int(games)/2*2))
}

func minutesText(m float64) string {
	if m < 1 {
		return fmt.Sprintf("%.0f s", 60*m)
	}
	return fmt.Sprintf("%.1f minutes", m)
}

//go:embed tune.yaml
var experimentTemplate string

// YAML is the experiment that carries out a plan; head are lines of comment.
func (p *Plan) YAML(c *experiment.Config, head []string) ([]byte, error) {
	return fill(experimentTemplate, struct {
		Head []string
		C    *experiment.Config
		*Plan
	}{head, c, p})
}

func fill(text string, data any) ([]byte, error) {
	t, err := template.New("tune").Funcs(template.FuncMap{"number": quantity.Plain, "quote": quote}).Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// quote writes a text as YAML reads it: a JSON text is one of YAML, too.
func quote(text string) (string, error) {
	data, err := json.Marshal(text)
	return string(data), err
}
