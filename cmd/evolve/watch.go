package main

import (
	"fmt"
	"path/filepath"
	"time"

	"evolab/experiments"
)

// runWatcher shows how a run goes on: a live line on a terminal, else a line
// for every generation.
type runWatcher struct {
	*app
	plan experiments.Plan
	bar  *bar // nil before the start
}

// Started prints the run's name, which scripts read from the first line.
func (w *runWatcher) Started(folder string, plan experiments.Plan) {
	w.plan = plan
	fmt.Fprintln(w.out, filepath.Base(folder))
	w.bar = newBar(w.err, plan.Games, "games")
	w.bar.describe("generation 0")
	if plan.Played > 0 {
		w.bar.describe("resumed")
		w.Played(plan.Played)
	}
}

// Played moves the live line; without one, Generation says enough.
func (w *runWatcher) Played(games int) {
	if w.bar.live != nil {
		w.bar.add(games)
	}
}

// Generation shows the best individual with its interval, and the speed.
func (w *runWatcher) Generation(m experiments.Metrics, t experiments.Timing) {
	text := fmt.Sprintf("generation %d/%d  best %.3f [%.3f, %.3f]  mean %.3f", m.Generation, w.plan.Generations,
		m.Best, m.Interval.Low, m.Interval.High, m.Mean)
	if m.Validated != nil {
		text += fmt.Sprintf("  validated %.3f (score %.3f)", m.Validated.Value, m.ValidatedScore.Value)
	}
	w.bar.describe(text)
	if w.bar.live == nil {
		left := time.Duration(t.Seconds * float64(w.plan.Games-m.Games) / float64(m.Games) * float64(time.Second))
		fmt.Fprintf(w.err, "%s  %.0f games/s  %s left\n", text, t.GamesPerSecond, left.Round(time.Second))
	}
}

// end takes the live line away.
func (w *runWatcher) end() {
	if w.bar != nil {
		w.bar.close()
	}
}

// Stage announces what follows, or warns before the start.
func (w *runWatcher) Stage(name string) {
	if w.bar != nil {
		w.bar.clear()
	}
	fmt.Fprintln(w.err, name)
}
