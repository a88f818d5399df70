package train

import (
	"context"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/game"
	"evolab/stats"
)

// scorer plays the games of the training.
type scorer struct {
	*setup
	pool    arena.Pool
	workers int // that answer for suites
	archive archive
	order   []int          // opponent of each pair of a generation; the archive follows the last
	ordered int            // for how many opponents
	met     []stats.Result // against each opponent, the archive last, since the last call of take
	played  func(games int)
}

func newScorer(s *setup, pool arena.Pool, workers int, played func(games int)) *scorer {
	return &scorer{
		setup: s, pool: pool, workers: workers, archive: archive{Archive: s.config.Archive},
		met: make([]stats.Result, len(s.opponents)+1), played: played,
	}
}

// take returns what all candidates together did against each opponent since
// the last call.
func (s *scorer) take() []stats.Result {
	met := s.met
	s.met = make([]stats.Result, len(s.opponents)+1)
	return met
}

// Score plays the same openings, with the same seeds, with every genome.
func (s *scorer) Score(ctx context.Context, r evolve.Request) ([]evolve.Tally, error) {
	return s.goal.score(ctx, s, r)
}

// pairs sums up a candidate's pairs of a request.
type pairs struct {
	all     stats.Result
	met     []stats.Result // against each opponent, the archive last
	fitness []float64      // of each pair
}

// play plays the request's games.
func (s *scorer) play(ctx context.Context, r evolve.Request) ([]pairs, error) {
	s.plan(r.FirstPair + r.Pairs)
	agents, err := s.agents(r.Genomes)
	defer func() { closeOthers(agents, s.opponents) }()
	if err != nil {
		return nil, err
	}
	round, err := s.openings(r)
	if err != nil {
		return nil, err
	}
	var jobs []arena.Job
	for candidate := range r.Genomes {
		for _, pair := range round {
			jobs = append(jobs, pair.jobs(candidate, len(r.Genomes)+s.rival(r.Generation, pair.index))...)
		}
	}
	games := arena.Round{Game: s.game, Agents: agents, Done: func(arena.Record) { s.played(1) }}
	records, err := s.pool.Run(ctx, games, jobs)
	if err != nil {
		return nil, err
	}
	list := make([]pairs, len(r.Genomes))
	for i := range list {
		list[i] = s.sum(records[2*i*len(round):2*(i+1)*len(round)], s.order[r.FirstPair:r.FirstPair+r.Pairs])
	}
	return list, nil
}

// plan assigns an opponent to each of a generation's pairs.
func (s *scorer) plan(pairs int) {
	parts := s.config.Shares()
	if s.archive.open() {
		parts = experiment.Parts(append(parts, s.archive.Share/(1-s.archive.Share)))
	}
	if pairs > len(s.order) || s.ordered != len(parts) {
		s.order, s.ordered = experiment.Divide(parts, pairs), len(parts)
	}
}

// rival is the index of a pair's opponent among the agents after the genomes.
func (s *scorer) rival(generation, pair int) int {
	i := s.order[pair]
	if i == len(s.opponents) { // a member of the archive, the same for all candidates
		r := game.NewRand(game.Mix(s.config.Seed, experiment.ArchiveSeed, uint64(generation), uint64(pair)))
		i += r.Intn(len(s.archive.members))
	}
	return i
}

// sum adds up a candidate's pairs; order has the opponent of each.
func (s *scorer) sum(games []arena.Record, order []int) pairs {
	p := pairs{met: make([]stats.Result, len(s.met))}
	for i, opponent := range order {
		p.fitness = append(p.fitness, s.add(games[2*i], games[2*i+1], &p.all, &p.met[opponent], &s.met[opponent]))
	}
	return p
}

// agents lists the genomes' agents, the opponents and the archive's members.
func (s *scorer) agents(genomes []evolve.Genome) ([]agent.Agent, error) {
	list, err := s.players(genomes)
	if err != nil {
		return list, err
	}
	for _, o := range s.opponents {
		list = append(list, o.agent)
	}
	members, err := s.players(s.archive.members)
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

// trainPair is one pair of a generation, the same for all genomes.
type trainPair struct {
	job   arena.Job
	index int
}

func (s *scorer) openings(r evolve.Request) ([]trainPair, error) {
	var list []trainPair
	for i := r.FirstPair; i < r.FirstPair+r.Pairs; i++ {
		seed := game.Mix(s.config.Seed, experiment.TrainSeed, uint64(r.Generation), uint64(i))
		opening, err := arena.Opening(s.game, s.config.Variant, s.config.Fitness.OpeningPlies, game.Mix(seed, 0))
		if err != nil {
			return nil, err
		}
		job := arena.Job{Variant: s.config.Variant, Opening: opening, Seed: game.Mix(seed, 1)}
		list = append(list, trainPair{job, i})
	}
	return list, nil
}

// jobs are the pair's two games, the candidate first and then second.
func (p trainPair) jobs(candidate, against int) []arena.Job {
	a, b := p.job, p.job
	a.First, a.Second = candidate, against
	b.First, b.Second = against, candidate
	return []arena.Job{a, b}
}

// fitness is the value of a game to a candidate, from 0 to 1: the result and the
// margin, weighted by their shares. A margin of all points of the board counts
// fully; games without a score use their lead instead, or only the result. A game
// lost by a foul has no margin.
func (s *setup) fitness(rec arena.Record, first bool) float64 {
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
	return share*win + (1-share)*(.5+margin)
}

// add enters the two games of a pair, in which the candidate moved first and
// second, into results, and returns its fitness: the mean of the games'.
func (s *setup) add(asFirst, asSecond arena.Record, results ...*stats.Result) float64 {
	f := (s.fitness(asFirst, true) + s.fitness(asSecond, false)) / 2
	for _, r := range results {
		r.AddPair(asFirst.Points(game.FirstWins), asSecond.Points(game.SecondWins), f)
	}
	return f
}

// ArchiveName is the opponent under which games against the archive are
// recorded.
const ArchiveName = "archive"

// archive holds the best candidates of earlier generations, so that a run does not
// forget how to beat them (the hall of fame of Rosin and Belew, "New methods for
// competitive coevolution", 1997).
type archive struct {
	experiment.Archive
	members []evolve.Genome // the oldest first
}

// add adds the best of a generation if one is due.
func (a *archive) add(generation int, best evolve.Genome) {
	if a.Share == 0 || generation%a.Every != 0 {
		return
	}
	a.members = append(a.members, best)
	if n := len(a.members); n > a.Size {
		a.members = a.members[n-a.Size:]
	}
}

// open reports whether there are members to play against.
func (a *archive) open() bool { return len(a.members) > 0 }
