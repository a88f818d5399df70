// Package report writes a report about runs: one HTML file that needs nothing else,
// or Markdown with its figures for people who write their own.
// A Run is the data of a report; HTML and Markdown fill in page.html and page.md.
package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/ablation"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
	"evolab/internal/progress"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// Options limit the work of a report.
type Options struct {
	AblationGames int `key:"ablation_games" doc:"games to measure what each feature is worth; 0: none" range:"0..1000000" even:"true"`
	Replays       int `key:"games" doc:"games of the champion to show" range:"0..1000"`
	Workers       int `key:"workers" doc:"games to play or judge at a time" range:"0..4096" allowed:"1..4096, or 0 for one per core"`
	// Nodes are searched at most for the exact value of a position.
	Nodes    uint64
	Games    agent.Table        // of which the run's is one; nil: those of the lab
	Rubrics  experiment.Rubrics // whose points are expected of the champion
	Progress progress.Progress
}

// DefaultOptions are for a report within seconds.
func DefaultOptions() Options { return Options{AblationGames: 200, Replays: 8, Nodes: 300_000} }

// Run is everything that a report says about a run: its folder, and games played for
// the report.
type Run struct {
	*run.Run
	Text     string // the config as its file has it
	Ablation []ablation.Worth
	Replays  []Replay
	Points   []run.RubricPoints // of each rubric whose opponents it was tested against
	Figures  []run.Picture
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
		return nil, nothingToReport(read)
	}
	matches := read.Matches()
	r, err := newRun(read, matches, o.Rubrics.List)
	if err != nil {
		return nil, err
	}
	if r.Figures, err = r.Run.Pictures(matches); err != nil {
		return nil, err
	}
	return r, r.play(ctx, o)
}

// newRun is what the folder alone says about a run.
func newRun(read *run.Run, matches []run.MatchLine, rubrics []experiment.Rubric) (*Run, error) {
	// maxPatterns are drawn of a champion with tables.
	const maxPatterns = 16
	r := &Run{Run: read}
	text, err := r.Config.YAML()
	if err != nil {
		return nil, err
	}
	r.Text = string(text)
	r.expectPoints(rubrics, matches)
	if r.Evidence != nil {
		if r.heaviest, err = r.Game().Heaviest(r.Champion, maxPatterns); err != nil {
			r.AddLoss(run.Loss{File: run.ChampionFile, What: wording.Of(err), Lost: "the heaviest patterns are not shown"})
		}
	}
	return r, nil
}

// nothingToReport says why there is nothing to report: the run is too young, or damaged.
func nothingToReport(r *run.Run) error {
	for _, l := range r.Losses {
		if l.File == run.MetricsFile || l.File == run.ChampionFile {
			return fmt.Errorf("run %s: nothing of its generations and its champion can be read (%s)", r.Name(), l)
		}
	}
	return fmt.Errorf("run %s has %w", r.Name(), ErrNothing)
}

// play plays the ablation's games, and replays those of the run.
func (r *Run) play(ctx context.Context, o Options) error {
	if r.Evidence == nil {
		return nil
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	var err error
	if o.AblationGames > 0 && !r.Config.Tunes() {
		a := r.ablation(o)
		o.Progress.Begin("what each feature is worth", len(ablation.Features(a.Whole))*o.AblationGames, "game")
		r.Ablation, err = a.Run(ctx)
		switch {
		case ctx.Err() != nil:
			return err
		case err != nil: // files that the config names may have stayed on another machine
			r.Ablation = nil
			r.AddLoss(run.Loss{File: run.ConfigFile, What: wording.Of(err), Lost: "what each feature is worth is not shown"})
		}
		slices.SortStableFunc(r.Ablation, func(a, b ablation.Worth) int { return cmp.Compare(b.Score.Value, a.Score.Value) })
	}
	r.Replays, err = replays(ctx, r.Run, o)
	return err
}

// Duration is the time of work, rounded.
func (r *Run) Duration() time.Duration {
	return time.Duration(r.Seconds() * float64(time.Second)).Round(time.Second)
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
	return run.Metrics{Generation: r.Config.Generations, Games: r.Evidence.Games}
}

// Tested reports whether the champion has been tested.
func (r *Run) Tested() bool { return r.Evidence != nil && len(r.Evidence.Test) > 0 }

// ablation plays the champion against itself without a feature, on games that the
// run has not used, from openings as long as in its training.
func (r *Run) ablation(o Options) *ablation.Ablation {
	c, whole := r.Config, r.Champion
	plies := c.Fitness.OpeningPlies
	return &ablation.Ablation{
		Game: r.Game(), Spec: c.Player.Look().Spec(whole), Whole: whole, Pool: arena.Cores{Workers: o.Workers}, Once: true, Played: o.Progress.Add,
		Match: arena.Match{
			Variant: c.Variant, Games: o.AblationGames, OpeningPlies: plies,
			Seed: game.Mix(c.Seed, experiment.AblateSeed, 0, uint64(plies)),
		},
	}
}

// Worth is what a feature is worth to the champion, with its position on a scale from
// 0 to 100 %.
type Worth struct{ ablation.Worth }

// Worth lists the features, those that help most first.
func (r *Run) Worth() []Worth {
	var list []Worth
	for _, a := range r.Ablation {
		list = append(list, Worth{a})
	}
	return list
}

// Low, Width and At are the interval's start and width, and the score.
func (w Worth) Low() string   { return place(w.Score.Low) }
func (w Worth) Width() string { return place(w.Score.High - w.Score.Low) }
func (w Worth) At() string    { return place(w.Score.Value) }

func place(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

// Verdict says in a word what the interval proves, "" if nothing.
func (w Worth) Verdict() string {
	switch {
	case w.Score.Low > .5:
		return "helps"
	case w.Score.High < .5:
		return "hurts"
	}
	return ""
}

// WeightRow is a weight before and after the run, with its meaning.
type WeightRow struct {
	run.WeightRow
	Doc  string
	part float64 // of the bar, 0..1
}

// Part is the bar's length with the weight's sign, -1..1.
func (w WeightRow) Part() float64 { return math.Copysign(w.part, w.Champion) }

// Bar is the length of a bar for the weight after the run, 0..100.
func (w WeightRow) Bar() string { return fmt.Sprintf("%.1f", 100*w.part) }

// Size is the size of the weight after the run.
func (w WeightRow) Size() string { return fmt.Sprintf("%.3f", w.part) }

// Rows lists the champion's weights, the largest first.
func (r *Run) Rows() []WeightRow { return WeightRows(r.Run) }

// WeightRows adds to a run's weights what the game's features mean, and to parameters
// their ranges.
func WeightRows(r *run.Run) []WeightRow {
	info := r.Game().Info()
	var rows []WeightRow
	for _, w := range r.Weights() {
		doc := "1 where the condition holds, else 0"
		plain, _, _ := strings.Cut(w.Feature, " (") // without the phase, which follows where there are several
		if i := features.Index(info.Features, plain); i >= 0 {
			doc = info.Features[i].Doc
		}
		row := WeightRow{w, doc, math.Min(1, math.Abs(w.Champion))}
		for _, p := range r.Config.Parameters {
			if p.Name == w.Feature {
				row.Doc, row.part = p.Range(), math.Abs(w.Champion)/math.Max(math.Abs(p.Low), math.Abs(p.High))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// Pattern is an arrangement of pieces that weighs much.
type Pattern struct{ features.Arrangement }

// Patterns lists the arrangements that weigh most, the heaviest first.
func (r *Run) Patterns() []Pattern {
	var list []Pattern
	for _, a := range r.heaviest {
		list = append(list, Pattern{a})
	}
	return list
}

// Weighs is the weight by phase.
func (p Pattern) Weighs() string {
	var texts []string
	for _, w := range p.Weights {
		texts = append(texts, signed(w))
	}
	return strings.Join(texts, ", ")
}

// Alt says what is drawn.
func (p Pattern) Alt() string { return "cells from the top: " + strings.ReplaceAll(p.Board, "/", ", ") }

// SVG draws the cells: own pieces dark, enemy ones light.
func (p Pattern) SVG() []byte {
	const side = 14 // of a cell
	rows := strings.Split(p.Board, "/")
	var b strings.Builder
	width, height := side*len(rows[0])+2, side*len(rows)+2
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="-1 -1 %d %d">`, width, height, width, height)
	for row, cells := range rows {
		for col := range len(cells) {
			if cells[col] == pattern.NoCell {
				continue
			}
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#e3cfa4" stroke="#8a7440"/>`, side*col, side*row, side, side)
			if fill := map[byte]string{pattern.OwnSign: "#1a1a1a", pattern.EnemySign: "#ffffff"}[cells[col]]; fill != "" {
				fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="5" fill="%s" stroke="#1a1a1a"/>`, side*col+side/2, side*row+side/2, fill)
			}
		}
	}
	return []byte(b.String() + "</svg>")
}

// expectPoints finds the expected points by those of the rubrics that are of the game.
func (r *Run) expectPoints(rubrics []experiment.Rubric, matches []run.MatchLine) {
	if r.Evidence == nil {
		return
	}
	test := slices.DeleteFunc(slices.Clone(matches), func(m run.MatchLine) bool { return m.Purpose != run.TestMatch })
	for i := range rubrics {
		if rubrics[i].Game == r.Config.Game {
			r.Points = append(r.Points, run.ExpectedPoints(&rubrics[i], test)...)
		}
	}
	for _, p := range r.Evidence.Points { // by a course's own file, as it was then
		if !slices.ContainsFunc(rubrics, func(known experiment.Rubric) bool { return known.Name == p.Rubric }) {
			r.Points = append(r.Points, p)
		}
	}
}

// Tuned describes what was tuned.
func (r *Run) Tuned() string {
	n := len(r.Genes())
	plural := "s"
	if n == 1 {
		plural = ""
	}
	if r.Config.Tunes() {
		return fmt.Sprintf("%d parameter%s of the program %s", n, plural, r.Config.Agent)
	}
	return fmt.Sprintf("%d weight%s of an evaluation that looks %s", n, plural, r.Config.Player.Look().Ahead())
}

// Beginning says what generation 0 is.
func (r *Run) Beginning() string {
	switch {
	case r.Config.Tunes():
		return before + "random ones in the parameters' ranges, and the program with its start values is what is validated there."
	case !r.Config.Evolves():
		return fmt.Sprintf("Generation 0 is the start weights (%s), before anything was learned; each generation after it is a round of learning.", r.Config.Start)
	}
	individuals := "random ones around the start weights"
	if r.Config.Start == "random" {
		individuals = "random directions"
	}
	return fmt.Sprintf("%s%s, and the start weights (%s) are what is validated there.", before, individuals, r.Config.Start)
}

const before = "Generation 0 is the start, before any selection: its individuals are "

// Heading is the run's game, experiment, seed and result.
func (r *Run) Heading() string {
	text := fmt.Sprintf("%s, %s (seed %d): ", r.gameName(), r.Config.Name, r.Config.Seed)
	switch {
	case r.TestScore() != nil:
		text += fmt.Sprintf("the champion scores %.0f %% against its opponents", 100**r.TestScore())
	case r.Validation() != nil:
		text += fmt.Sprintf("validated fitness %.3f in generation %d, %s", r.Validation().Value, r.Last().Generation, r.State.Status)
	default:
		text += fmt.Sprintf("generation %d, %s", r.Last().Generation, r.State.Status)
	}
	return text
}

func title(runs []*Run) string {
	if len(runs) == 1 {
		return runs[0].Heading() + " - evolab"
	}
	var games, names []string
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, r := range runs {
		add(&games, r.gameName())
		add(&names, r.Config.Name)
	}
	const maxNames = 4
	if len(names) > maxNames {
		names = append(names[:maxNames], "...")
	}
	return fmt.Sprintf("%s: %s of %s compared - evolab", strings.Join(games, ", "), quantity.Of(len(runs), "run"), strings.Join(names, ", "))
}

// gameName is the game as the config has it, with its variant.
func (r *Run) gameName() string { return strings.TrimSpace(r.Config.Game + " " + r.Config.Variant) }
