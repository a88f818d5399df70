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
	"evolab/features"
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

// Run is all that a report tells of a run.
type Run struct {
	Name, Folder string
	Config       *experiments.Config
	Text         string // the config as its file has it
	State        experiments.State
	Environment  *experiments.Environment // nil: an earlier version made the run
	Metrics      []experiments.Metrics
	Seconds      float64 // of the training
	Game         agent.Info

	Champion *features.Weights // nil: there is none yet
	Evidence experiments.Evidence
	Start    *features.Weights
	Weights  []WeightRow
	Ablation []experiments.Ablated
	Replays  []Replay
	Pictures []experiments.Picture
}

// Read reads a run's folder and plays the games that the options ask for.
func Read(ctx context.Context, folder string, o Options) (*Run, error) {
	r := &Run{Folder: folder, Name: filepath.Base(filepath.Clean(folder))}
	game, err := r.readRecord()
	if err != nil {
		return nil, err
	}
	if r.Pictures, err = experiments.Pictures(folder); err != nil {
		return nil, err
	}
	if r.Champion == nil {
		return r, nil
	}
	r.Weights = weightRows(r.Game.Features, r.Start, r.Champion)
	if o.AblationGames > 0 {
		if r.Ablation, err = experiments.Ablate(ctx, folder, o.AblationGames, o.Workers); err != nil {
			return nil, err
		}
		slices.SortStableFunc(r.Ablation, func(a, b experiments.Ablated) int { return cmp.Compare(b.Score.Value, a.Score.Value) })
	}
	lines, err := experiments.ReadLines[arena.Line](filepath.Join(folder, experiments.GamesFolder, experiments.TestGamesFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r.Replays, err = replays(ctx, game, r.Config.Variant, lines, o)
	return r, err
}

// readRecord reads what the run has written.
func (r *Run) readRecord() (agent.Game, error) {
	var err error
	if r.Config, err = experiments.Load(filepath.Join(r.Folder, experiments.ConfigFile), nil); err != nil {
		return nil, err
	}
	text, err := r.Config.YAML()
	if err != nil {
		return nil, err
	}
	r.Text = string(text)
	game, err := agent.FindGame(r.Config.Game)
	if err != nil {
		return nil, err
	}
	r.Game = game.Info()
	if r.State, err = experiments.ReadState(r.Folder); err != nil {
		return nil, err
	}
	if r.Environment, err = experiments.ReadEnvironment(r.Folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if r.Metrics, err = experiments.ReadLines[experiments.Metrics](filepath.Join(r.Folder, experiments.MetricsFile)); err != nil {
		return nil, err
	}
	timing, err := experiments.ReadLines[experiments.Timing](filepath.Join(r.Folder, experiments.TimingFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if n := len(timing); n > 0 {
		r.Seconds = timing[n-1].Seconds
	}
	return game, r.readWeights()
}

func (r *Run) readWeights() error {
	champion, evidence, err := experiments.ReadChampion(r.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	r.Champion, r.Evidence = &champion, evidence
	start, err := readWeightsFile(filepath.Join(r.Folder, experiments.StartFile))
	if err == nil {
		r.Start = &start
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Duration is the training's time, rounded.
func (r *Run) Duration() time.Duration {
	return time.Duration(r.Seconds * float64(time.Second)).Round(time.Second)
}

// Last is the last generation.
func (r *Run) Last() experiments.Metrics { return r.Metrics[len(r.Metrics)-1] }
