package train

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/game"
	"evolab/search/cputime"
	"evolab/stats"
)

// scorer rates genomes in the games of the training: it is the Scorer of the
// optimisers.
type scorer struct {
	setup         *setup
	pool          arena.Pool
	workers       int // that answer questions of suites at a time
	archive       archive
	opponentOf    []int          // of each pair of a generation; the archive follows the last
	opponentCount int            // that opponentOf was made for
	results       []stats.Result // against each opponent, the archive last, since takeResults
	progress      func(games int)
}

func newScorer(s *setup, pool arena.Pool, workers int, played func(games int)) *scorer {
	return &scorer{
		setup: s, pool: pool, workers: workers, archive: archive{settings: s.config.Archive},
		results: make([]stats.Result, len(s.opponents)+1), progress: played,
	}
}

// takeResults returns what all candidates together did against each opponent since
// the last call.
func (s *scorer) takeResults() []stats.Result {
	results := s.results
	s.results = make([]stats.Result, len(s.setup.opponents)+1)
	return results
}

// performance is what a candidate did in a request.
type performance struct {
	all         stats.Result
	against     []stats.Result // each opponent, the archive last
	pairFitness []float64      // of each pair
	right       []bool         // answers to questions of the training suite, two for each pair
}

// Score plays the request's openings, with the same seeds with every genome that has
// them, asks the genomes questions, and lets the objective rate the results.
func (s *scorer) Score(ctx context.Context, r evolve.Request) (tallies []evolve.Tally, err error) {
	list := make([]performance, len(r.Genomes))
	games, answers := s.setup.objective.needs()
	if games {
		if err := s.play(ctx, r, list); err != nil {
			return nil, err
		}
	}
	if answers {
		answered := s.progress
		if games { // they count as progress
			answered = func(int) {}
		}
		if err := s.askQuestions(ctx, r, list, answered); err != nil {
			return nil, err
		}
	}
	for i := range list {
		tallies = append(tallies, s.setup.objective.tally(&list[i]))
	}
	return tallies, nil
}

// play plays the request's games and enters them into the candidates' performances.
func (s *scorer) play(ctx context.Context, r evolve.Request, list []performance) error {
	s.assignOpponents(r.End())
	agents, err := s.agents(r.Genomes)
	defer func() { closeOthers(agents, s.setup.opponents) }()
	if err != nil {
		return err
	}
	openings, err := s.openings(r)
	if err != nil {
		return err
	}
	var jobs []arena.Job
	for candidate := range r.Genomes {
		if r.Duels && candidate%2 == 1 {
			continue // its games are those of the candidate before
		}
		first := r.First(candidate)
		for i, pair := range openings[first-r.FirstPair:][:r.Pairs] {
			against := candidate + 1
			if !r.Duels {
				against = len(r.Genomes) + s.opponentIndex(r.Generation, first+i)
			}
			jobs = append(jobs, jobsOf(pair, candidate, against)...)
		}
	}
	games := arena.Round{Game: s.setup.game, Agents: agents, Done: func(arena.Record) { s.progress(1) }}
	records, err := s.pool.Run(ctx, games, jobs)
	if err != nil {
		return err
	}
	for i := range list {
		if r.Duels {
			s.sumDuel(&list[i], records[i/2*2*r.Pairs:][:2*r.Pairs], i%2 == 0)
			continue
		}
		s.sum(&list[i], records[2*i*r.Pairs:][:2*r.Pairs], s.opponentOf[r.First(i):][:r.Pairs])
	}
	return nil
}

// sumDuel enters the pairs of a duel into the performance of the candidate that moved
// first in the first game of each, or of the other one.
func (s *scorer) sumDuel(p *performance, games []arena.Record, one bool) {
	for i := 0; i < len(games); i += 2 {
		asFirst, asSecond := games[i], games[i+1]
		if !one {
			asFirst, asSecond = asSecond, asFirst
		}
		p.pairFitness = append(p.pairFitness, s.setup.addPair(asFirst, asSecond, &p.all))
	}
}

// assignOpponents assigns an opponent to each of a generation's pairs.
func (s *scorer) assignOpponents(pairs int) {
	parts := s.setup.config.Shares()
	if s.archive.hasMembers() {
		parts = experiment.Parts(append(parts, s.archive.settings.Share/(1-s.archive.settings.Share)))
	}
	if pairs > len(s.opponentOf) || s.opponentCount != len(parts) {
		s.opponentOf, s.opponentCount = experiment.Divide(parts, pairs), len(parts)
	}
}

// opponentIndex is the index of a pair's opponent among the agents after the genomes.
func (s *scorer) opponentIndex(generation, pair int) int {
	i := s.opponentOf[pair]
	if i == len(s.setup.opponents) { // a member of the archive, the same for all candidates
		r := game.NewRand(game.Mix(s.setup.config.Seed, experiment.ArchiveSeed, uint64(generation), uint64(pair)))
		i += r.Intn(len(s.archive.members))
	}
	return i
}

// sum enters a candidate's pairs into its performance; order has the opponent of each.
func (s *scorer) sum(p *performance, games []arena.Record, order []int) {
	p.against = make([]stats.Result, len(s.results))
	for i, opponent := range order {
		p.pairFitness = append(p.pairFitness, s.setup.addPair(games[2*i], games[2*i+1], &p.all, &p.against[opponent], &s.results[opponent]))
	}
}

// agents lists the genomes' agents, the opponents and the archive's members.
func (s *scorer) agents(genomes []evolve.Genome) ([]agent.Agent, error) {
	list, err := s.setup.players(genomes)
	if err != nil {
		return list, err
	}
	for _, o := range s.setup.opponents {
		list = append(list, o.agent)
	}
	members, err := s.setup.players(s.archive.members)
	return append(list, members...), err
}

// players are genomes' agents, up to the first that cannot be made.
func (s *setup) players(genomes []evolve.Genome) (list []agent.Agent, err error) {
	for _, g := range genomes {
		a, err := s.player(s.weights(g, ""))
		if err != nil {
			return list, err
		}
		list = append(list, a)
	}
	return list, nil
}

// closeOthers closes the agents that are not opponents. It ignores errors:
// only scratch folders can be left.
func closeOthers(agents []agent.Agent, opponents []opponent) {
	for _, a := range agents {
		if !slices.ContainsFunc(opponents, func(o opponent) bool { return o.agent == a }) {
			_ = a.Close()
		}
	}
}

// openings are the pairs of a request, as jobs without players.
func (s *scorer) openings(r evolve.Request) (list []arena.Job, err error) {
	for i := r.FirstPair; i < r.End(); i++ {
		seed := game.Mix(s.setup.config.Seed, experiment.TrainSeed, uint64(r.Generation), uint64(i))
		opening, err := arena.Opening(s.setup.game, s.setup.config.Variant, s.setup.config.Fitness.OpeningPlies, game.Mix(seed, 0))
		if err != nil {
			return nil, err
		}
		list = append(list, arena.Job{Variant: s.setup.config.Variant, Opening: opening, Seed: game.Mix(seed, 1)})
	}
	return list, nil
}

// jobsOf are the two games of a pair, the candidate first and then second.
func jobsOf(pair arena.Job, candidate, against int) []arena.Job {
	a, b := pair, pair
	a.First, a.Second = candidate, against
	b.First, b.Second = against, candidate
	return []arena.Job{a, b}
}

// gameFitness is the value of a game to a candidate, from 0 to 1: the result and the
// margin, weighted by their shares. A margin of all points of the board counts
// fully; games without a score use their lead instead, or only the result. A game
// lost by a foul has no margin.
func (s *setup) gameFitness(rec arena.Record, first bool) float64 {
	win := .5
	switch {
	case rec.Result == game.Draw:
	case (rec.Result == game.FirstWins) == first:
		win = 1
	default:
		win = 0
	}
	info := s.game.Info()
	most := max(info.MaxMargin, info.MaxLead)
	if most == 0 {
		return win
	}
	margin := float64(rec.Margin) / float64(2*most)
	if !first {
		margin = -margin
	}
	share := s.config.Fitness.WinShare
	return float64(share*win) + float64((1-share)*(.5+margin))
}

// addPair enters the two games of a pair, in which the candidate moved first and
// second, into results, and returns its fitness: the mean of the games'.
func (s *setup) addPair(asFirst, asSecond arena.Record, results ...*stats.Result) float64 {
	f := float64((s.gameFitness(asFirst, true) + s.gameFitness(asSecond, false)) / 2)
	for _, r := range results {
		r.AddPair(asFirst.Points(game.FirstWins), asSecond.Points(game.SecondWins), f)
	}
	return f
}

// ArchiveName is what records call the archive as an opponent.
const ArchiveName = "archive"

// archive holds the best candidates of earlier generations, so that a run does not
// forget how to beat them (the hall of fame of Rosin and Belew, "New methods for
// competitive coevolution", 1997).
type archive struct {
	settings experiment.Archive
	members  []evolve.Genome // the oldest first
}

// add adds the best of a generation if one is due.
func (a *archive) add(generation int, best evolve.Genome) {
	if a.settings.Share == 0 || generation%a.settings.Every != 0 {
		return
	}
	a.members = append(a.members, best)
	if n := len(a.members); n > a.settings.Size {
		a.members = a.members[n-a.settings.Size:]
	}
}

// hasMembers reports whether there is anybody to play against.
func (a *archive) hasMembers() bool { return len(a.members) > 0 }

// askQuestions asks each genome about two positions of the training suite per pair of
// games, the same ones for the same pair, and enters which answers are right; it calls done with
// the number of each genome's answers.
func (s *scorer) askQuestions(ctx context.Context, r evolve.Request, list []performance, done func(answers int)) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(s.workers)
	for i, g := range r.Genomes {
		group.Go(func() (err error) {
			defer cputime.Count(inner)()
			list[i].right, err = s.setup.answerSuite(inner, s.setup.weights(g, ""), &s.setup.suites.training, s.questions(r.Generation, r.First(i), r.Pairs), game.Mix(s.setup.config.Seed, experiment.AccuracySeed, uint64(r.Generation)))
			done(len(list[i].right))
			return err
		})
	}
	return group.Wait()
}

// questions are the suite's entries for pairs of a generation: each generation gets
// another stretch of the suite.
func (s *scorer) questions(generation, first, pairs int) []int {
	n := len(s.setup.suites.training.Entries)
	from := game.NewRand(game.Mix(s.setup.config.Seed, experiment.AccuracySeed, uint64(generation), 1))
	at := from.Intn(n) + 2*first
	list := make([]int, 2*pairs)
	for i := range list {
		list[i] = (at + i) % n
	}
	return list
}
