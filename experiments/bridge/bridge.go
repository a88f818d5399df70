// Package bridge defines what a run exports to other tools: the scalars of
// its generations. The packages below it write them in each tool's format:
// tensorboard, tables (CSV) and mlflow.
package bridge

import (
	"time"

	"evolab/experiments/run"
	"evolab/stats"
)

// MaxGenes is how many weights are named one by one. Genomes of patterns have
// thousands, which no list of curves can show.
const MaxGenes = 200

// Scalar is a number with its name; a slash groups names.
type Scalar struct {
	Name  string
	Value float64
}

// Point is a generation.
type Point struct {
	Generation int
	Time       time.Time // of its end, in the time of work since the start
	Scalars    []Scalar
}

// Points lists the generations of a run that are final, so that a later call only adds
// to them.
func Points(r *run.Run) ([]Point, error) {
	last, err := lastFinal(r)
	if err != nil {
		return nil, err
	}
	timing := map[int]run.Timing{}
	for _, t := range r.Timing {
		timing[t.Generation] = t
	}
	var points []Point
	for i, m := range r.Metrics {
		if m.Generation > last {
			break
		}
		t, timed := timing[m.Generation]
		at := r.Started().Add(time.Duration(t.Seconds * float64(time.Second)))
		if i > 0 && at.Before(points[i-1].Time) {
			at = points[i-1].Time
		}
		points = append(points, Point{m.Generation, at, scalars(m)})
		if timed {
			points[i].Scalars = append(points[i].Scalars, Scalar{"timing/cpu_seconds", t.CPU}, Scalar{"timing/games_per_second", t.GamesPerSecond})
		}
		shown := r.Config.Shown(m.Weights)
		for g, name := range Genes(r) {
			points[i].Scalars = append(points[i].Scalars, Scalar{"weight/" + name, shown[g]})
		}
	}
	return points, nil
}

// lastFinal is the last generation that is final: those after the checkpoint are played
// again when the run is resumed.
func lastFinal(r *run.Run) (int, error) {
	if r.State.Status == run.IsFinished || r.Environment == nil {
		return r.Generation(), nil
	}
	checkpoint, err := run.ReadCheckpoint(r.Folder)
	if err != nil || checkpoint == nil {
		return -1, err
	}
	return min(r.Generation(), checkpoint.Generation.Index), nil
}

// Genes names the weights of a run that are named one by one: all or none.
func Genes(r *run.Run) []string {
	if len(r.Genes()) > MaxGenes {
		return nil
	}
	return r.Genes()
}

// scalars are the numbers of a generation but its weights.
func scalars(m run.Metrics) []Scalar {
	list := []Scalar{
		{"games", float64(m.Games)}, {"sigma", m.Sigma}, {"fitness/best", m.Best}, {"fitness/mean", m.Mean}, {"fitness/low", m.Low}, {"fitness/high", m.High},
		{"fitness/best_low", m.Interval.Low}, {"fitness/best_high", m.Interval.High},
	}
	for _, e := range []struct {
		name  string
		value *stats.Estimate
	}{{"validation/fitness", m.Validated}, {"validation/score", m.ValidatedScore}, {"validation/accuracy", m.Accuracy}} {
		if e.value != nil {
			list = append(list, Scalar{e.name, e.value.Value}, Scalar{e.name + "_low", e.value.Low}, Scalar{e.name + "_high", e.value.High})
		}
	}
	return list
}
