package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"evolab/agent"
	"evolab/arena/ablation"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
)

// Options say how much work a report may be.
type Options struct {
	// AblationGames are played for each feature; 0 leaves the ablation out.
	AblationGames int
	// Replays are how many of the champion's games are shown.
	Replays int
	// Nodes are searched at most for the exact value of a position.
	Nodes uint64
	// Workers are how many games are played or judged at a time; 0: one a core.
	Workers int
	Games   agent.Table // of which the run's is one; nil: those of the lab
	// Watch follows the work.
	Watch Watcher
}

// Watcher follows the progress of a report.
type Watcher interface {
	// Begin announces a part of the work.
	Begin(what string, total int, unit string)
	// Add counts units of that part; several goroutines call it.
	Add(n int)
}

// DefaultOptions are for a report within seconds.
func DefaultOptions() Options { return Options{AblationGames: 200, Replays: 8, Nodes: 300_000} }

// Run is everything that a report says about a run: its folder, and games played for
// the report.
type Run struct {
	*run.Report
	Asked    *experiment.Config
	Text     string // the config as its file has it
	Game     agent.Info
	Ablation []ablation.Worth
	Replays  []Replay
	Points   []run.RubricPoints // of each rubric whose opponents it was tested against
	Pictures []run.Picture
	heaviest []features.Arrangement // of the champion's patterns
}

// ErrNothing is the error of a run with nothing to report yet.
var ErrNothing = errors.New("no generation yet")

// Read reads a run's folder and plays the games that the options request. Unreadable
// parts are among the run's losses; a run with neither a generation nor a champion
// is an error: ErrNothing, or what is wrong.
func Read(ctx context.Context, folder string, o Options) (*Run, error) {
	read, err := run.Read(o.Games, folder)
	if err != nil {
		return nil, err
	}
	if len(read.Metrics) == 0 && read.Evidence == nil {
		return nil, nothing(read)
	}
	matches := read.Contents().Matches()
	r, game, err := newRun(read, matches)
	if err != nil {
		return nil, err
	}
	if r.Pictures, err = r.Contents().Pictures(matches); err != nil {
		return nil, err
	}
	err = r.play(ctx, game, o)
	r.NoteLosses()
	return r, err
}

// newRun is what the folder alone says about a run.
func newRun(read *run.Report, matches []run.MatchLine) (*Run, agent.Game, error) {
	// mostPatterns are drawn of a champion with tables.
	const mostPatterns = 16
	r := &Run{Report: read, Asked: read.Contents().Config}
	game, err := r.Asked.FindGame()
	if err != nil {
		return nil, nil, err
	}
	r.Game = game.Info()
	text, err := r.Asked.YAML()
	if err != nil {
		return nil, nil, err
	}
	r.Text = string(text)
	r.expectPoints(matches)
	if r.Evidence != nil {
		if r.heaviest, err = game.Heaviest(r.Contents().Champion, mostPatterns); err != nil {
			r.Contents().Lose(run.Loss{File: run.ChampionFile, What: err.Error(), Lost: "the heaviest patterns are not shown"})
		}
	}
	r.NoteLosses()
	return r, game, nil
}

// nothing says why there is nothing to report: the run is too young, or damaged.
func nothing(r *run.Report) error {
	for _, l := range r.Losses {
		if l.File == run.MetricsFile || l.File == run.ChampionFile {
			return fmt.Errorf("report: run %s: nothing of its generations and its champion can be read (%s)", r.Run, l)
		}
	}
	return fmt.Errorf("report: run %s has %w", r.Run, ErrNothing)
}

// play plays the ablation's games, and replays those of the run.
func (r *Run) play(ctx context.Context, game agent.Game, o Options) error {
	if r.Evidence == nil {
		return nil
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	var err error
	if o.AblationGames > 0 && !r.Asked.Tunes() {
		a := r.ablation(game, o)
		o.Watch.Begin("what each feature is worth", len(ablation.Features(a.Whole))*o.AblationGames, "games")
		r.Ablation, err = a.Run(ctx)
		switch {
		case ctx.Err() != nil:
			return err
		case err != nil: // files that the config names may have stayed on another machine
			r.Ablation = nil
			r.Contents().Lose(run.Loss{File: run.ConfigFile, What: err.Error(), Lost: "what each feature is worth is not shown"})
		}
		slices.SortStableFunc(r.Ablation, func(a, b ablation.Worth) int { return cmp.Compare(b.Score.Value, a.Score.Value) })
	}
	r.Replays, err = replays(ctx, game, r.Asked.Variant, r.Contents(), o)
	return err
}

// Duration is the time of work, rounded.
func (r *Run) Duration() time.Duration {
	return time.Duration(r.Seconds * float64(time.Second)).Round(time.Second)
}

// Last is the metrics of the last generation; if there are none, what the champion's
// file says about the training.
func (r *Run) Last() run.Metrics {
	if n := len(r.Metrics); n > 0 {
		return r.Metrics[n-1]
	}
	if r.Evidence == nil {
		return run.Metrics{}
	}
	return run.Metrics{Generation: r.Asked.Generations, Games: r.Evidence.Games}
}

// Tested reports whether the champion has been tested.
func (r *Run) Tested() bool { return r.Evidence != nil && len(r.Evidence.Test) > 0 }
