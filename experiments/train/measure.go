package train

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/suite"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/stats"
)

// versus is a match with one opponent: what is recorded, and what else the run needs.
type versus struct {
	run.Versus
	result stats.Result
	paired pairedGames
	reach  *reach       // of all matches of a test, nil elsewhere
	games  []arena.Line // the first ones, if the plan keeps some
}

// match is the games with one opponent.
type match struct {
	against opponent
	games   int
	plan    matchPlan
}

// playMatch plays weights against one opponent on games of their own: purpose is
// one of the seeds, and openings depend on it, on index and on nothing else.
func (s *setup) playMatch(ctx context.Context, w features.Weights, against opponent, games int, m matchPlan) (versus, error) {
	list, err := s.playMatches(ctx, w, []match{{against, games, m}})
	if err != nil {
		return versus{}, err
	}
	return list[0], nil
}

// playMatches plays several matches as one round: the workers wait for the last games only
// once. The plans differ in their games alone.
func (s *setup) playMatches(ctx context.Context, w features.Weights, list []match) ([]versus, error) {
	player, err := s.player(w)
	if err != nil {
		return nil, err
	}
	defer player.Close()
	shared := list[0].plan
	round := arena.Round{Game: s.game, Agents: []agent.Agent{player}, Ply: shared.reach.watch()}
	if shared.played != nil {
		round.Done = func(arena.Record) { shared.played(1) }
	}
	roster := arena.Roster{Info: s.game.Info(), Names: []string{run.ChampionName}, Specs: []string{s.playerSpec("frozen", run.ChampionFile)}}
	jobs, first := make([][]arena.Job, len(list)), 0
	var missing []arena.Job
	for i, m := range list {
		jobs[i], err = arena.Match{
			Variant: s.config.Variant, Games: m.games, OpeningPlies: m.plan.openingPlies,
			Seed: game.Mix(s.config.Seed, m.plan.purpose, m.plan.index, uint64(m.plan.openingPlies)),
		}.Jobs(s.game, 0, i+1, first)
		if err != nil {
			return nil, err
		}
		for k := range jobs[i][:min(m.plan.keep, m.games)] {
			jobs[i][k].Keep = true
		}
		first += m.games
		missing = append(missing, jobs[i][len(m.plan.knownGames()):]...)
		round.Agents = append(round.Agents, m.against.agent)
		roster.Names, roster.Specs = append(roster.Names, m.against.name), append(roster.Specs, m.against.spec)
	}
	fresh, err := shared.pool.Run(ctx, round, missing)
	if err != nil {
		return nil, err
	}
	results := make([]versus, len(list))
	for i, m := range list {
		n := m.games - len(m.plan.knownGames())
		records := slices.Concat(m.plan.knownGames(), fresh[:n])
		fresh = fresh[n:]
		if m.plan.known != nil {
			*m.plan.known = records
		}
		results[i] = s.versus(&m, jobs[i], records, &roster)
	}
	return results, nil
}

func (s *setup) versus(m *match, jobs []arena.Job, records []arena.Record, roster *arena.Roster) versus {
	res := arena.Sum(jobs, records, 0)
	distinct := 1 - float64(res.Duplicates)/float64(max(1, res.Total().Games()))
	v := versus{Versus: run.Versus{
		Opponent: m.against.name, OpeningPlies: m.plan.openingPlies, Games: m.games, Score: res.Pairs.ScoreOf(distinct),
		AsFirst: res.AsFirst.RateOf(distinct), AsSecond: res.AsSecond.RateOf(distinct), Duplicates: res.Duplicates,
	}, reach: m.plan.reach}
	for i := 0; i < len(records); i += 2 {
		s.addPair(records[i], records[i+1], &v.result)
		v.paired.scores = append(v.paired.scores, float64(records[i].Points(game.FirstWins)+records[i+1].Points(game.SecondWins))/4)
		v.paired.played = append(v.paired.played, [2]uint64{records[i].Line, records[i+1].Line})
	}
	for i := range jobs[:min(m.plan.keep, len(jobs))] {
		v.games = append(v.games, roster.Line(jobs[i], records[i]))
	}
	return v
}

// matchPlan says which games to play.
type matchPlan struct {
	purpose      uint64
	index        uint64 // tells opponents apart, so that their openings differ
	openingPlies int
	pool         arena.Pool
	keep         int             // games to record with their moves
	played       func(games int) // may be nil
	reach        *reach          // counts phases; may be nil
	known        *[]arena.Record // of its first games, to which the others are added; may be nil
}

// knownGames are those that need not be played.
func (m *matchPlan) knownGames() []arena.Record {
	if m.known == nil {
		return nil
	}
	return *m.known
}

func (r *running) matchPlan(purpose uint64, plies int) matchPlan {
	return matchPlan{purpose: purpose, openingPlies: plies, pool: r.pool, played: r.options.Progress.Add}
}

// mix is the result against the opponents of the config.
type mix struct {
	run.Mix
	matches []versus     // with each opponent
	all     stats.Result // all of them together
}

// playMix plays a number of games, rounded, against the opponents together.
func (s *setup) playMix(ctx context.Context, w features.Weights, games int, m matchPlan, accuracy func() (stats.Estimate, error)) (mix, error) {
	counts, results := make([]int, len(s.opponents)), make([]stats.Result, len(s.opponents))
	for _, i := range experiment.Divide(s.config.Shares(), max(1, games/2)) {
		counts[i] += 2
	}
	var matches []match
	for i, o := range s.opponents {
		if counts[i] > 0 {
			m.index = uint64(i)
			matches = append(matches, match{o, counts[i], m})
		}
	}
	list, err := s.playMatches(ctx, w, matches)
	if err != nil {
		return mix{}, err
	}
	for i, m := range matches {
		results[m.plan.index] = list[i].result
	}
	fitness, err := s.objective.fitness(results, accuracy)
	all := sumResults(results)
	return mix{run.Mix{Fitness: fitness, Score: all.Pairs.Score()}, list, all}, err
}

// reach counts how many games reach each phase of a champion.
type reach struct {
	phases []features.PhaseAt
	mu     sync.Mutex
	games  map[int]uint64 // which phases, by game
	plies  []int
}

func newReach(w *features.Weights) *reach {
	list := w.PhaseList()
	return &reach{phases: list, games: map[int]uint64{}, plies: make([]int, len(list))}
}

// watch is what a pool calls for the moves of a round, nil if there is only one phase.
func (r *reach) watch() func(arena.Ply) {
	if r == nil || len(r.phases) == 0 {
		return nil
	}
	return r.ply
}

// ply counts a position in which there is a move to choose.
func (r *reach) ply(p arena.Ply) {
	if p.Board.Outcome().Over() {
		return
	}
	at, progress := 0, p.Board.Progress()
	for i := range r.phases {
		if progress >= r.phases[i].From {
			at = i
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.plies[at]++
	r.games[p.Job.ID] |= 1 << at
}

func (r *reach) list() (list []run.PhaseReached) {
	all := 0
	for _, n := range r.plies {
		all += n
	}
	for i, p := range r.phases {
		games := 0
		for _, seen := range r.games {
			games += int(seen >> i & 1)
		}
		list = append(list, run.PhaseReached{
			PhaseAt: p, Games: float64(games) / float64(max(1, len(r.games))), Plies: float64(r.plies[i]) / float64(max(1, all)),
		})
	}
	return list
}

// suites are those of a run: positions with proven values, on which a candidate's
// moves are right or wrong whatever an opponent does.
type suites struct {
	training  suite.Suite // a part of the fitness
	reporting suite.Suite // only for reports; shares no position with train
}

func readSuites(c *experiment.Config, g agent.Game) (e suites, err error) {
	if e.training, err = experiment.ReadSuite(c.Accuracy.Train, suite.Training, c, g); err != nil {
		return e, fmt.Errorf("accuracy.train: %w", err)
	}
	if e.reporting, err = experiment.ReadSuite(c.Accuracy.Report, suite.Reporting, c, g); err != nil {
		return e, fmt.Errorf("accuracy.report: %w", err)
	}
	return e, nil
}

// answerSuite reports for which of the given entries of a suite weights keep the exact
// value. The draws depend on the seed and the entry.
func (s *setup) answerSuite(ctx context.Context, w features.Weights, of *suite.Suite, entries []int, seed uint64) ([]bool, error) {
	ready, err := s.player(w)
	if err != nil {
		return nil, err
	}
	defer ready.Close()
	right := make([]bool, len(entries))
	for i, k := range entries {
		if right[i], err = s.keepsValue(ctx, ready, &of.Entries[k], game.Mix(seed, uint64(k))); err != nil {
			return nil, err
		}
	}
	return right, nil
}

// keepsValue reports whether an agent's move in a position keeps the proven value.
func (s *setup) keepsValue(ctx context.Context, ready agent.Agent, e *suite.Entry, seed uint64) (bool, error) {
	b, err := s.game.Board(s.config.Variant, e.Position)
	if err != nil {
		return false, err
	}
	player, err := ready.Player(seed)
	if err != nil {
		return false, err
	}
	defer player.Close()
	choice, err := player.Choose(ctx, b, agent.Clock{})
	return err == nil && slices.Contains(e.Moves, b.FormatMove(choice.Move)), err
}

// accuracy is the share of a suite's values that weights keep.
func (s *setup) accuracy(ctx context.Context, w features.Weights, of *suite.Suite) (stats.Estimate, error) {
	all := make([]int, len(of.Entries))
	for i := range all {
		all[i] = i
	}
	right, err := s.answerSuite(ctx, w, of, all, game.Mix(s.config.Seed, experiment.AccuracySeed))
	var n stats.WDL
	for _, yes := range right {
		if yes {
			n.Wins++
		} else {
			n.Losses++
		}
	}
	return n.Rate(), err
}
