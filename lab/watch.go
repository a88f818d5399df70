package lab

import (
	"fmt"
	"path/filepath"
	"strings"

	"evolab/experiments/bridge/mlflow"
	"evolab/experiments/run"
	"evolab/experiments/train"
)

// runWatcher shows the progress of a run: a line for each generation, and below, on
// a terminal, the games in progress.
type runWatcher struct {
	*app
	plan train.Plan
	bar  *bar // nil before the start
	told *mlflow.Follower
}

// Started prints the run's name, which scripts read from the first line.
func (w *runWatcher) Started(folder string, plan train.Plan) {
	w.plan = plan
	w.told = mlflow.Follow(folder, w.games, func(text string) { w.Note(inPlainWords(text)) })
	fmt.Fprintln(w.out, oneLine(filepath.Base(folder)))
	w.bar = newBar(w.err, plan.Games, plan.Unit)
	w.bar.silent = true // there is a line for each generation
	w.bar.describe("generation 0")
	if plan.Played > 0 {
		w.bar.describe("resumed")
		w.bar.skip(plan.Played)
	}
	if plan.StartApart {
		w.bar.unlike()
	}
}

// Played counts games.
func (w *runWatcher) Played(games int) { w.bar.add(games) }

// Generation shows the claimed fitness of the best with its interval, and without a
// live bar also the speed.
func (w *runWatcher) Generation(m run.Metrics, t run.Timing) {
	w.told.News()
	text := fmt.Sprintf("generation %d/%d  claimed %.3f [%.3f, %.3f]  mean %.3f", m.Generation, w.plan.Generations,
		m.Best, m.Interval.Low, m.Interval.High, m.Mean)
	if m.Validated != nil {
		text += fmt.Sprintf("  validated %.3f", m.Validated.Value)
	}
	switch {
	case !w.plan.StartApart:
	case m.Generation == 0:
		w.bar.unlike()
	default:
		w.bar.like()
	}
	if !w.bar.live() {
		text += fmt.Sprintf("  %.0f %s/s", t.GamesPerSecond, w.plan.Unit)
		if left, known := w.bar.rest(); known {
			text += "  " + roughly(left) + " left"
		}
		if w.bar.count.crew != nil {
			text += "  " + w.bar.count.crew()
		}
	}
	w.bar.keep(text)
	w.bar.describe(fmt.Sprintf("generation %d/%d", min(m.Generation+1, w.plan.Generations), w.plan.Generations))
}

func (w *runWatcher) end() {
	if w.bar != nil {
		w.bar.close()
	}
	w.told.End()
	w.told.Wait()
}

// Stage begins another bar, or announces the stage without a live one.
func (w *runWatcher) Stage(name string, games int) {
	w.bar.close()
	w.bar = newBar(w.err, games, "games")
	w.bar.describe(name)
	if !w.bar.live() {
		w.remark("%s\n", name)
	}
}

// Note prints other messages.
func (w *runWatcher) Note(text string) {
	if strings.HasPrefix(text, "warning") {
		fmt.Fprintln(w.err, text)
	} else {
		w.remark("%s\n", text)
	}
}
