package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/internal/files"
	"evolab/learn/practice"
	"evolab/learn/td"
)

// practising is the learner that plays games of practice. In each round the
// evaluation learns from every batch of games before it plays the next one; at
// the end of the round it meets the opponents of the config.
type practising struct {
	*running
	rule     td.Rule
	settings *experiment.Practice
	practice agent.Practice
	values   *td.Values
	chosen   []string // connectives beside the config's
	cuts     []int    // of the census; see td.Census
}

// practice prepares the games of a design.
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

func (l *practising) learn(ctx context.Context, r *running) error {
	l.running = r
	if err := r.makeFolders(run.RoundsFolder); err != nil {
		return err
	}
	return r.eachRound(ctx, l.begin, l.round)
}

// begin observes generation 0, the start weights, or restores the state of an
// interrupted run.
func (l *practising) begin(ctx context.Context) error {
	if l.any {
		if err := l.restoreRounds(); err != nil {
			return err
		}
		return l.restoreState(l.last.Index)
	}
	if err := l.start0(); err != nil {
		return err
	}
	if err := l.keepState(0); err != nil {
		return err
	}
	return l.observeStart(ctx)
}

// start0 sets up the start weights, and learns from recorded games.
func (l *practising) start0() error {
	if err := l.prepare(nil); err != nil {
		return err
	}
	l.rule.Begin(l.values)
	w, err := l.practice.Model(l.made[run.StartName])
	if err != nil {
		return fmt.Errorf("train: start %q: %w", l.config.Start, err)
	}
	if l.config.Start != "zero" {
		l.values.Set(w)
	}
	if err := l.replay(); err != nil {
		return err
	}
	l.count()
	return nil
}

// prepare sets up games and values of 1/2 for the features and some connectives.
func (l *practising) prepare(connectives []string) (err error) {
	l.chosen = connectives
	if l.practice, err = l.setup.practice(l.design(connectives)); err != nil {
		return err
	}
	l.values = td.NewValues(l.practice.Shape(), l.practice.Places())
	return nil
}

// replay learns from recorded games, in their order.
func (l *practising) replay() error {
	for _, path := range l.config.LearnFrom {
		list, err := experiment.ReadGames(path, l.game, l.config.Variant)
		if err != nil {
			return err
		}
		var all td.Lesson
		for _, line := range list {
			b, err := line.Start(l.game, l.config.Variant)
			if err == nil {
				err = arena.Replay(b, line.Moves, nil)
			}
			var g practice.Game
			if err == nil {
				g, err = l.practice.Replay(l.values, line.Opening, b.Played(), line.Result())
			}
			if err != nil {
				return fmt.Errorf("train: %s: game %d: %w", path, line.Game, err)
			}
			all.Add(l.rule.Learn(l.values, &g, 0))
		}
		if err := all.Check(); err != nil {
			return fmt.Errorf("train: %s: %w", path, err)
		}
		l.options.Progress.Note(fmt.Sprintf("learned from %d games of %s", len(list), path))
	}
	return nil
}

// round practises, and measures the result.
func (l *practising) round(ctx context.Context, n int) error {
	about, err := l.practise(ctx, n)
	if err != nil {
		return err
	}
	w := l.practice.Weights(l.values.Weights())
	if err := l.keepRound(n, w); err != nil {
		return err
	}
	i := evolve.Individual{ID: roundID(n), Born: n, Genome: l.layout.Genome(w)}
	l.made[i.ID] = w
	lines, err := l.measured(ctx, n, &i)
	if err != nil {
		return err
	}
	about.Connectives = l.chosen
	if err := l.choose(n, &about); err != nil {
		return err
	}
	if err := l.keepState(n); err != nil {
		return err
	}
	g := generationOf(n, []evolve.Individual{i}, l.admit(i))
	g.Games = l.last.Games + l.settings.GamesOf(n) + i.Tally.Games()
	m := run.NewMetrics(g)
	m.Practice = &about
	if err := l.observe(ctx, g, m, lines); err != nil {
		return err
	}
	return l.forgetState(n - 1)
}

// practise plays the games of a round and learns from them.
func (l *practising) practise(ctx context.Context, n int) (run.Practice, error) {
	before, games := l.settings.GamesTo(n-1), l.settings.GamesOf(n)
	whole := float64(l.settings.GamesTo(l.config.Generations))
	var all td.Lesson
	for from := 0; from < games; from += l.settings.Batch {
		done := float64(before+from) / whole
		list, err := l.practice.Play(ctx, l.values, practice.Plan{
			Seed: game.Mix(l.config.Seed, experiment.PracticeSeed, uint64(n)), From: from, To: min(games, from+l.settings.Batch),
			Opening: [2]int(l.settings.OpeningPlies), Explore: td.Scheduled(l.settings.Explore, done), Shares: l.config.PracticeShares(),
			Workers: l.options.Workers, Played: l.options.Progress.Add,
		})
		if err != nil {
			return run.Practice{}, err
		}
		var batch td.Lesson
		for i := range list {
			batch.Add(l.rule.Learn(l.values, &list[i], done))
		}
		if err := batch.Check(); err != nil {
			return run.Practice{}, fmt.Errorf("train: after %d games of practice: %w", before+from+len(list), err)
		}
		all.Add(batch)
	}
	return run.Practice{Games: before + games, Positions: all.Positions, Error: all.Error(), Size: all.Size()}, nil
}

// known is the state from which a learner by practice continues after a round.
type known struct {
	Connectives []string `json:"connectives"`
	Cuts        []int    `json:"cuts"`
	Values      []byte   `json:"values"` // see linear.Model.State
}

// keepState writes the state after a round.
func (l *practising) keepState(n int) error {
	data, err := json.Marshal(known{l.chosen, l.cuts, l.values.State()})
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return run.WriteState(l.folder, n, data)
}

func (l *practising) restoreState(n int) error {
	path := run.StateFile(l.folder, n)
	const most = 1 << 31 // bytes, more than the largest tables need
	data, err := files.Read(path, most)
	if err != nil {
		return err
	}
	var k known
	if err := json.Unmarshal(data, &k); err != nil {
		return fmt.Errorf("train: %s: %w", path, err)
	}
	if err := l.prepare(k.Connectives); err != nil {
		return err
	}
	l.cuts = k.Cuts
	l.count()
	if err := l.values.Restore(k.Values); err != nil {
		return fmt.Errorf("train: %s: %w", path, err)
	}
	return nil
}

// forgetState removes the state after a round.
func (l *practising) forgetState(n int) error {
	if err := os.Remove(run.StateFile(l.folder, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// count begins the census of a round, if the learner chooses connectives.
func (l *practising) count() {
	if l.config.Connectives() == 0 {
		return
	}
	info := l.game.Info()
	var names []string
	var scales []float64
	for _, name := range l.design(nil).Names {
		if at := features.Index(info.Features, name); at >= 0 {
			names, scales = append(names, name), append(scales, info.Features[at].Scale)
		}
	}
	l.values.Census = td.NewCensus(names, scales, l.cuts)
}

// choose changes the connectives after a round: it drops those that say little,
// and adds the one that predictions miss most. Those that stay keep their
// weights.
func (l *practising) choose(n int, about *run.Practice) error {
	census := l.values.Census
	if census == nil {
		return nil
	}
	defer l.count()
	kept, own := slices.Clone(l.chosen), len(l.config.Player.Connectives)
	if len(census.Cuts) > 0 { // the first round has shown the means alone
		for _, i := range slices.Backward(census.Idle(l.values.Weights().Core)) {
			if i -= own; i >= 0 {
				about.Went = append(about.Went, kept[i])
				kept = slices.Delete(kept, i, i+1)
			}
		}
		if name := census.Best(l.design(l.chosen).Names); name != "" && len(kept) < l.config.Connectives() && n < l.config.Generations {
			about.Came = append(about.Came, name)
			kept = append(kept, name)
		}
	}
	l.cuts = census.NextCuts()
	return l.reshape(kept)
}

// reshape changes the connectives of the values.
func (l *practising) reshape(kept []string) error {
	if slices.Equal(kept, l.chosen) {
		return nil
	}
	old, names := l.values.Model, l.design(l.chosen).Names
	if err := l.prepare(kept); err != nil {
		return err
	}
	var from []int
	for _, name := range l.design(kept).Names {
		from = append(from, slices.Index(names, name))
	}
	l.values.Model = old.Reshaped(l.practice.Shape(), from)
	return nil
}
