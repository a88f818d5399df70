package tune

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	_ "embed"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/train"
	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Plan is how a program is tuned: an optimiser and a budget.
type Plan struct {
	Optimizer   string
	Population  int
	Pairs       int // a candidate in a generation
	Generations int
	Games       int // of the training
	Validation  Games
	Candidates  int      // that play again for the choice of the champion
	ChoiceGames int      // of each
	TestGames   int      // against each opponent
	Last        float64  // seconds of the choice and the test
	Why         []string // in sentences
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
	return fmt.Sprintf("tune: %s %s too few: the smallest search takes %s %.1f here", quantity.Of(e.Minutes, "minute"), quantity.Verb(e.Minutes, "is", "are"), about, math.Ceil(10*e.Needed)/10)
}

// The parts of the games: the rest is training.
const (
	choiceShare = .12
	testShare   = .25
	watchShare  = .05
)

// leastGames is about how many games the smallest plan plays.
const leastGames = 120

// mostCandidates play again for the choice.
const mostCandidates = 4

// choice is an optimiser with its sizes, and why it is taken.
type choice struct {
	optimizer         string
	population, pairs int
	why               string
}

// choose takes the optimiser that did best, or nearly so, on made-up programs of as many
// parameters, as noisy, with as many games (TestChoice).
func choose(parameters, pairs int, ratio float64) choice {
	noisy := ratio > 4
	of := fmt.Sprintf("%s, %s of games for the search", quantity.Of(parameters, "parameter"), quantity.Of(pairs, "pair"))
	switch {
	case parameters <= 2:
		return choice{"random", 14, 3, of + ": a random search with the best played again covers so few dimensions"}
	case pairs < 400 && parameters <= 4:
		return choice{"random", 14, 3, of + ": too few for a search that has to learn a direction first; drawing at random and playing the best again wastes none"}
	case pairs < 400:
		return choice{"ga", 14, 4, of + ": few generations; a genetic algorithm mixes what is good, and gives the better half more games (successive halving)"}
	case pairs < 2000 && (!noisy || parameters <= 4):
		return choice{"cma-es", 14, 8, of + ": enough to learn a distribution (CMA-ES), 8 pairs a candidate so that its ranking is more than luck"}
	case noisy:
		return choice{"oes", 14, 4, of + ", and much noise: OpenAI's evolution strategy averages over all candidates instead of trusting the best"}
	}
	return choice{"oes", 10, 3, of + ", and little noise: OpenAI's evolution strategy takes many small steps of few pairs each"}
}

// drawing is about how many seconds of the minutes the figures take, and the end of
// moves under way.
const drawing = 1.5

// NewPlan chooses optimiser and budget by the noise: as many games as the minutes allow
// after spent of them, but no more than the noise calls for.
func NewPlan(c *experiment.Config, n Noise, minutes, spent float64) (p Plan, err error) {
	opponents, parameters := len(c.Opponents), len(c.Parameters)
	const luck = .9
	left := float64((minutes-spent)*60*luck) - drawing
	seconds := left
	// The made-up programs of TestChoice gained less than 1 % by more games than these.
	const enough = 200 // pairs a parameter, for a ratio of 1
	ratio := min(n.Ratio(), 12)
	wanted := max(400, enough*float64(parameters)*ratio*ratio)
	// Where starting a candidate takes far longer than its games, more games are free.
	least := max(opponents, min(32, int(n.Opening/n.Game/4)))
	game := n.Game + n.Opening/float64(2*max(4, least))
	trainingShare := 1 - choiceShare - testShare - watchShare
	if most := 2 * wanted * game / trainingShare; seconds > most {
		p.Why = append(p.Why, fmt.Sprintf("%s and not the %s that are left: with this noise, more games hardly gain anything", minutesText(most/60), minutesText(seconds/60)))
		seconds = most
	}
	// What is left of the time pays for the least choice and test in any case.
	leastLast := float64(n.Game * float64(mostCandidates*2*opponents+(2*opponents+1)*train.LeastTest+5*2*opponents))
	training := min(seconds*trainingShare, left-leastLast)
	pick := choose(parameters, max(0, int(training/game/2)), ratio)
	p.Optimizer, p.Population, p.Pairs = pick.optimizer, pick.population, max(pick.pairs, least)
	p.Why = append([]string{pick.optimizer + ": " + pick.why}, p.Why...)
	for p.Population > 6 && training < 4*p.generationSeconds(&n) {
		p.Population -= 2
	}
	first := p.cost().Games(0)
	firstSeconds := p.seconds(&n, first)
	p.Generations = int((training - firstSeconds) / p.generationSeconds(&n))
	if p.Generations < 1 {
		smallest := firstSeconds + p.generationSeconds(&n)
		return p, &ShortError{Minutes: minutes, Needed: spent + (max(smallest/trainingShare, smallest+leastLast)+drawing)/luck/60}
	}
	p.Games = p.cost().Games(p.Generations)
	p.Candidates = min(mostCandidates, p.Population)
	games := seconds / n.Game
	p.ChoiceGames = even(games*choiceShare/float64(p.Candidates), 2*opponents, 1000)
	p.Validation.Every = max(1, (p.Generations+3)/4)
	p.Validation.Games = even(games*watchShare/5, 2*opponents, 400)
	// Against each opponent the champion and the start, and both against each other.
	// What no whole generation fits in goes to them.
	choosing := p.Candidates * p.ChoiceGames
	searching := firstSeconds + float64(float64(p.Generations)*p.generationSeconds(&n)) + float64(n.Game*float64(choosing+5*p.Validation.Games))
	p.TestGames = even(max(games*testShare, (seconds-searching)/n.Game)/float64(2*opponents+1), train.LeastTest, n.testGames(opponents))
	testing := (2*opponents + 1) * p.TestGames
	p.Last = n.Game * float64(choosing+testing)
	took := searching + float64(n.Game*float64(testing))
	p.Why = append(p.Why, fmt.Sprintf("%s in %s, then %s for the choice and %d for the measurement of the gain: about %s",
		quantity.Of(p.Games, "game"), quantity.Of(p.Generations+1, "generation"), quantity.Of(choosing, "fresh game"), testing, minutesText(took/60)))
	return p, nil
}

// Clock is when a run of the plan ends if everything has to be over at a time.
func (p *Plan) Clock(end time.Time) train.Clock {
	const luck = 1.1
	end = end.Add(-time.Duration(drawing * float64(time.Second)))
	return train.Clock{Training: end.Add(-time.Duration(luck * p.Last * float64(time.Second))), End: end}
}

// generationSeconds is what a generation after the first takes.
func (p *Plan) generationSeconds(n *Noise) float64 {
	cost := p.cost()
	return p.seconds(n, cost.Games(1)-cost.Games(0))
}

// seconds is what so many games of a generation take, with the start of their candidates.
func (p *Plan) seconds(n *Noise, games int) float64 {
	return float64(n.Game*float64(games)) + n.Opening*float64(games)/float64(2*p.Pairs)
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

// cost asks the optimiser.
func (p *Plan) cost() evolve.Cost {
	i := slices.IndexFunc(evolve.Table(), func(e evolve.Entry) bool { return e.Name == p.Optimizer })
	o := evolve.Table()[i].New()
	config.Defaults(o)
	if ga, ok := o.(*evolve.GA); ok {
		ga.Population, ga.Elites, ga.Tournament = p.Population, p.Elites(), p.Tournament()
	}
	o.Share(evolve.Shared{Population: p.Population, Generations: 1, Pairs: p.Pairs, Rounds: p.Rounds(), Box: true, HallOfFame: 12})
	return o.Cost()
}

// Elites is how many of the ga's candidates stay.
func (p *Plan) Elites() int { return max(1, p.Population/6) }

// Tournament is among how many of the ga's candidates a parent is chosen.
func (p *Plan) Tournament() int { return 3 }

// Rounds of successive halving, which only the ga does.
func (p *Plan) Rounds() int {
	if p.Optimizer == "ga" {
		return 2
	}
	return 1
}

//go:embed tune.yaml
var experimentTemplate string

// YAML is the experiment that carries out a plan; head are lines of comment.
func (p *Plan) YAML(c *experiment.Config, head []string) ([]byte, error) {
	t, err := template.New("tune").Funcs(template.FuncMap{"number": number, "quote": quote}).Parse(experimentTemplate)
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	var b strings.Builder
	err = t.Execute(&b, struct {
		Head []string
		C    *experiment.Config
		*Plan
	}{head, c, p})
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	return []byte(b.String()), nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// quote writes a text as YAML reads it: a JSON text is one of YAML, too.
func quote(text string) (string, error) {
	data, err := json.Marshal(text)
	return string(data), err
}
