package report

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments"
	"evolab/notebook"
)

// Options say how much work a report may be.
type Options struct {
	// AblationGames are played for each feature; 0 leaves the ablation out.
	AblationGames int
	// Replays are how many of the champion's games are shown.
	Replays int
	// Nodes are searched at most for the exact value of a position.
	Nodes   uint64
	Workers int
}

// DefaultOptions take some seconds.
func DefaultOptions() Options { return Options{AblationGames: 200, Replays: 8, Nodes: 300_000} }

// Run is all that a report tells of a run: what its folder says, and what games
// played for the report add.
type Run struct {
	*notebook.Report
	Asked    *experiments.Config
	Text     string // the config as its file has it
	Game     agent.Info
	Ablation []experiments.Ablated
	Replays  []Replay
	Points   []experiments.RubricPoints // of each rubric whose opponents it was tested against
	Pictures []experiments.Picture
}

// Read reads a run's folder and plays the games that the options ask for.
func Read(ctx context.Context, folder string, o Options) (*Run, error) {
	record, err := notebook.Read(folder)
	if err != nil {
		return nil, err
	}
	r := &Run{Report: record}
	game, err := r.readConfig()
	if err != nil {
		return nil, err
	}
	if len(r.Metrics) == 0 {
		return r, nil
	}
	if r.Pictures, err = experiments.Pictures(folder); err != nil {
		return nil, err
	}
	if r.Evidence == nil {
		return r, nil
	}
	if err := r.readPoints(); err != nil {
		return nil, err
	}
	return r, r.play(ctx, game, o)
}

func (r *Run) readConfig() (agent.Game, error) {
	var err error
	if r.Asked, err = experiments.Load(filepath.Join(r.Folder, experiments.ConfigFile), nil); err != nil {
		return nil, err
	}
	text, err := r.Asked.YAML()
	if err != nil {
		return nil, err
	}
	r.Text = string(text)
	game, err := agent.FindGame(r.Asked.Game)
	if err != nil {
		return nil, err
	}
	r.Game = game.Info()
	return game, nil
}

// play plays the ablation's games, and replays those that the run has kept.
func (r *Run) play(ctx context.Context, game agent.Game, o Options) error {
	var err error
	if o.AblationGames > 0 {
		if r.Ablation, err = experiments.Ablate(ctx, r.Folder, o.AblationGames, o.Workers); err != nil {
			return err
		}
		slices.SortStableFunc(r.Ablation, func(a, b experiments.Ablated) int { return cmp.Compare(b.Score.Value, a.Score.Value) })
	}
	lines, err := experiments.ReadLines[arena.Line](filepath.Join(r.Folder, experiments.GamesFolder, experiments.TestGamesFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r.Replays, err = replays(ctx, game, r.Asked.Variant, lines, o)
	return err
}

// Duration is the time of work, rounded.
func (r *Run) Duration() time.Duration {
	return time.Duration(r.Seconds * float64(time.Second)).Round(time.Second)
}

// Last is the last generation.
func (r *Run) Last() experiments.Metrics { return r.Metrics[len(r.Metrics)-1] }

// Tested tells whether the champion has been tested.
func (r *Run) Tested() bool { return r.Evidence != nil && len(r.Evidence.Test) > 0 }
