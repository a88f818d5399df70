package train

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/learn/practice"
	"evolab/learn/td"
	"evolab/search/cputime"
)

// practiceLearner is the learner that plays games of practice. In each round the
// evaluation learns from every batch of games before it plays the next one; at
// the end of the round it meets the opponents of the config.
type practiceLearner struct {
	run         *running
	setup       *setup // of the run
	rule        td.Rule
	settings    *experiment.Practice
	practice    agent.Practice
	values      *td.Values
	connectives []string // beside those of the config
	cuts        []int    // of the census; see td.Census
}

func (s *setup) practice(d features.Design) (agent.Practice, error) {
	learning, err := s.game.Learning(s.config.Variant)
	if err != nil {
		return nil, err
	}
	var against []agent.Spec
	for _, text := range s.config.PracticeOpponents() {
		spec, err := agent.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		against = append(against, spec)
	}
	return learning.Practice(d, against)
}

func (l *practiceLearner) learn(ctx context.Context, r *running) error {
	l.run, l.setup = r, r.setup
	if err := r.makeFolders(run.RoundsFolder); err != nil {
		return err
	}
	return r.eachRound(ctx, l.begin, l.round)
}

// begin observes generation 0, the start weights, or restores the state of an
// interrupted run.
func (l *practiceLearner) begin(ctx context.Context) error {
	if l.run.hasGeneration {
		if err := l.run.restoreRounds(); err != nil {
			return err
		}
		return l.restoreState(l.run.last.Index)
	}
	if err := l.prepareStart(ctx); err != nil {
		return err
	}
	if err := l.keepState(0); err != nil {
		return err
	}
	return l.run.observeStart(ctx)
}

// prepareStart sets up the start weights, and learns from recorded games.
func (l *practiceLearner) prepareStart(ctx context.Context) error {
	defer cputime.Count(ctx)()
	if err := l.setConnectives(nil); err != nil {
		return err
	}
	l.rule.Begin(l.values)
	if start, ok := l.setup.roundWeights[run.StartName]; ok && l.setup.config.Start != "zero" {
		w, err := l.practice.Model(start)
		if err != nil {
			return fmt.Errorf("start %q: %w", l.setup.config.Start, err)
		}
		l.values.Set(w)
	}
	if err := l.replay(); err != nil {
		return err
	}
	l.beginCensus()
	return nil
}

// setConnectives sets up games, and values that predict an even game, for the
// features and some connectives.
func (l *practiceLearner) setConnectives(connectives []string) (err error) {
	l.connectives = connectives
	if l.practice, err = l.setup.practice(l.setup.design(connectives)); err != nil {
		return err
	}
	l.values = td.NewValues(l.practice.Shape(), l.practice.Places())
	return nil
}

func (l *practiceLearner) replay() error {
	for _, path := range l.setup.config.LearnFrom {
		list, err := experiment.ReadGames(path, l.setup.game, l.setup.config.Variant)
		if err != nil {
			return err
		}
		var all td.Lesson
		for _, line := range list {
			b, err := line.Start(l.setup.game, l.setup.config.Variant)
			if err == nil {
				err = arena.Replay(b, line.Moves, nil)
			}
			var g practice.Game
			if err == nil {
				g, err = l.practice.Replay(l.values, line.Opening, b.Played(), line.Result())
			}
			if err != nil {
				return fmt.Errorf("%s: game %d: %w", path, line.Game, err)
			}
			all.Add(l.rule.Learn(l.values, &g, 0))
		}
		if err := all.Check(); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		l.run.options.Progress.Note(fmt.Sprintf("learned from %s of %s", quantity.Of(len(list), "game"), path))
	}
	return nil
}

func (l *practiceLearner) round(ctx context.Context, n int) error {
	about, games, err := l.practise(ctx, n)
	if err != nil {
		return err
	}
	w := l.practice.Weights(l.values.Weights())
	if err := l.run.keepRound(n, w); err != nil {
		return err
	}
	i := evolve.Individual{ID: roundID(n), Born: n, Genome: l.setup.layout.Genome(w)}
	l.setup.roundWeights[i.ID] = w
	lines, err := l.run.measureRound(ctx, n, &i)
	if err != nil {
		return err
	}
	g := generationOf(n, []evolve.Individual{i}, l.run.hallWith(i))
	g.Games = l.run.last.Games + games + i.Tally.Games()
	about.Connectives = l.connectives
	if err := l.chooseConnectives(l.run.isLast(g), &about); err != nil {
		return err
	}
	if err := l.keepState(n); err != nil {
		return err
	}
	m := run.NewMetrics(g)
	m.Practice = &about
	if err := l.run.observe(ctx, g, m, lines); err != nil {
		return err
	}
	if err := l.run.recording.wait(); err != nil {
		return err
	}
	return run.RemoveState(l.run.folder, n-1)
}

// practise plays the games of a round and learns from them, and returns their number.
func (l *practiceLearner) practise(ctx context.Context, n int) (run.Practice, int, error) {
	r := l.run
	before := r.last.Games - n*r.setup.config.MeasureGames()
	games, whole := l.settings.GamesOf(n), l.settings.GamesTo(l.setup.config.Generations)
	if c := r.setup.config; c.TrainingGames > 0 {
		games = c.RoundGames(n, r.last.Games)
		_, whole = c.BudgetRounds()
	}
	return l.play(ctx, n, games, before, func(played int) (float64, bool) {
		if budget := r.setup.config.CPUBudget(); budget > 0 {
			return min(1, float64(r.trainedCPU())/float64(budget)), r.trainedCPU()+r.startCPU >= budget
		}
		return min(1, float64(before+played)/float64(whole)), false
	})
}

// play plays up to so many games of a round, after others before it, and learns from them. It asks after
// each batch how much of the training is done, 0..1, and whether the round is over.
func (l *practiceLearner) play(ctx context.Context, n, games, before int, after func(played int) (done float64, over bool)) (run.Practice, int, error) {
	var all td.Lesson
	for from := 0; from < games; from += l.settings.Batch {
		done, over := after(from)
		if over && from > 0 {
			games = from
			break
		}
		list, err := l.practice.Play(ctx, l.values, practice.Plan{
			Seed: game.Mix(l.setup.config.Seed, experiment.PracticeSeed, uint64(n)), From: from, To: min(games, from+l.settings.Batch),
			Opening: [2]int(l.settings.OpeningPlies), Explore: td.Scheduled(l.settings.Explore, done), Shares: l.setup.config.PracticeShares(),
			Workers: l.run.options.Workers, Played: l.run.options.Progress.Add,
		})
		if err != nil {
			return run.Practice{}, 0, err
		}
		batch := l.learnFrom(ctx, list, done)
		if err := batch.Check(); err != nil {
			return run.Practice{}, 0, fmt.Errorf("after %s of practice: %w", quantity.Of(before+from+len(list), "game"), err)
		}
		all.Add(batch)
	}
	return run.Practice{Games: before + games, Positions: all.Positions, Error: all.Error(), Size: all.Size()}, games, nil
}

// learnFrom learns from games when a part of the training is done.
func (l *practiceLearner) learnFrom(ctx context.Context, list []practice.Game, done float64) (batch td.Lesson) {
	defer cputime.Count(ctx)()
	for i := range list {
		batch.Add(l.rule.Learn(l.values, &list[i], done))
	}
	return batch
}

// practiceState is the state from which a learner by practice continues after a round.
type practiceState struct {
	Connectives []string `json:"connectives"`
	Cuts        []int    `json:"cuts"`
	Values      []byte   `json:"values"` // see linear.Model.State
}

// keepState writes the state after a round.
func (l *practiceLearner) keepState(n int) error {
	data, err := json.Marshal(practiceState{l.connectives, l.cuts, l.values.State()})
	if err != nil {
		return err
	}
	return run.WriteState(l.run.folder, n, data)
}

func (l *practiceLearner) restoreState(n int) error {
	path := run.StateFile(l.run.folder, n)
	const most = 1 << 31 // bytes, more than the largest tables need
	data, err := files.Read(path, most)
	if err != nil {
		return err
	}
	var state practiceState
	if err := json.Unmarshal(data, &state); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := l.setConnectives(state.Connectives); err != nil {
		return err
	}
	l.cuts = state.Cuts
	l.beginCensus()
	if err := l.values.Restore(state.Values); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// beginCensus begins the census of a round, if the learner chooses connectives.
func (l *practiceLearner) beginCensus() {
	if l.setup.config.Connectives() == 0 {
		return
	}
	info := l.setup.game.Info()
	var names []string
	var scales []float64
	for _, name := range l.setup.design(nil).Names {
		if at := features.Index(info.Features, name); at >= 0 {
			names, scales = append(names, name), append(scales, info.Features[at].Scale)
		}
	}
	l.values.Census = td.NewCensus(names, scales, l.cuts)
}

// chooseConnectives changes the connectives after a round: it drops those that say little,
// and adds the one that predictions miss most, unless the round was the last. Those that stay keep their
// weights.
func (l *practiceLearner) chooseConnectives(last bool, about *run.Practice) error {
	census := l.values.Census
	if census == nil {
		return nil
	}
	defer l.beginCensus()
	kept, own := slices.Clone(l.connectives), len(l.setup.config.Player.Connectives)
	if len(census.Cuts) > 0 { // the first round has shown the means alone
		for _, i := range slices.Backward(census.Idle(l.values.Weights().Core)) {
			if i -= own; i >= 0 {
				about.Went = append(about.Went, kept[i])
				kept = slices.Delete(kept, i, i+1)
			}
		}
		if name := census.Best(l.setup.design(l.connectives).Names); name != "" && len(kept) < l.setup.config.Connectives() && !last {
			about.Came = append(about.Came, name)
			kept = append(kept, name)
		}
	}
	l.cuts = census.NextCuts()
	return l.reshape(kept)
}

func (l *practiceLearner) reshape(kept []string) error {
	if slices.Equal(kept, l.connectives) {
		return nil
	}
	old, names := l.values.Model, l.setup.design(l.connectives).Names
	if err := l.setConnectives(kept); err != nil {
		return err
	}
	var from []int
	for _, name := range l.setup.design(kept).Names {
		from = append(from, slices.Index(names, name))
	}
	l.values.Model = old.Reshaped(l.practice.Shape(), from)
	return nil
}
