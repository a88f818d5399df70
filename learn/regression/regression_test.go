package regression

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"evolab/features"
	"evolab/features/net"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/linear"
	"evolab/search/cputime/cputimetest"
)

// made is positions whose labels a known evaluation gives: two features and a
// table of 9 entries, of which 3 and 5 share their weight, in two phases.
type made struct {
	labels []learn.Label
	rows   []features.Row
}

func (m *made) Len() int                { return len(m.labels) }
func (m *made) Label(i int) learn.Label { return m.labels[i] }
func (m *made) Row(i int, row *features.Row) {
	at := &m.rows[i]
	row.Core = append(row.Core[:0], at.Core...)
	row.Entries = append(row.Entries[:0], at.Entries...)
	row.Pieces = append(row.Pieces[:0], at.Pieces...)
	row.Phase, row.Fraction = at.Phase, at.Fraction
}

var shape = learn.Shape{Phases: 2, Core: 2, Entries: 9, Canon: []int32{0, 1, 2, 3, 4, 3, 6, 7, 8}}

// truth is the evaluation behind the labels.
func truth() learn.Model {
	return learn.Model{
		Core:   [][]float64{{.8, -.5}, {.2, .9}},
		Tables: [][]float64{{0, .4, -.6, .3, .1, .3, -.2, .7, -.9}, {.5, -.4, .2, -.7, .6, -.7, .1, 0, .3}},
	}
}

func make1(n int, noise float64) *made {
	r := game.NewRand(5)
	m, w := &made{}, truth()
	for i := range n {
		row := features.Row{Core: []float64{r.Normal(), r.Normal()}, Entries: []int32{int32(r.Intn(9)), int32(r.Intn(9))}, Fraction: r.Float64()}
		logit := 0.
		for phase, share := range []float64{1 - row.Fraction, row.Fraction} {
			for k, x := range row.Core {
				logit += share * w.Core[phase][k] * x
			}
			for _, e := range row.Entries {
				logit += share * w.Tables[phase][e]
			}
		}
		l := learn.Label{Logit: logit + noise*r.Normal(), Game: uint64(i / 10)}
		if r.Float64() < linear.Sigmoid(logit) {
			l.Result = 1
		}
		m.rows, m.labels = append(m.rows, row), append(m.labels, l)
	}
	return m
}

func settings() *Settings {
	return &Settings{Results: []float64{0}, Epochs: 6, HeldOut: .1, Step: .1, CoreStep: .2}
}

// The weights behind the labels come out, entries of one orbit alike.
func TestFitFindsTheWeights(t *testing.T) {
	for _, results := range []float64{0, .3} {
		s := settings()
		s.Results = []float64{results}
		got, report, err := s.Fit(context.Background(), make1(60_000, .2), shape, nil, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		want := truth()
		for phase := range 2 {
			compare(t, "core", got.Core[phase], want.Core[phase], .1)
			compare(t, "table", got.Tables[phase], want.Tables[phase], .25)
			if table := got.Tables[phase]; table[3] != table[5] {
				t.Errorf("entries of one orbit differ: %v, %v", table[3], table[5])
			}
		}
		if results == 0 && report.HeldLoss > report.Floor+.01 || report.Positions+report.Held != 60_000 || report.Held < 3000 || report.Held > 9000 {
			t.Errorf("%+v", report)
		}
	}
}

// compare allows tables to differ by a constant: the sum of two entries counts.
func compare(t *testing.T, what string, got, want []float64, within float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > within {
			t.Errorf("%s: %.2f, want %.2f", what, got, want)
			return
		}
	}
}

func TestFitIsReproducible(t *testing.T) {
	fit := func(seed uint64) learn.Model {
		m, _, err := settings().Fit(context.Background(), make1(2000, .2), shape, nil, 1, seed)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if a, b, c := fit(1), fit(1), fit(2); !reflect.DeepEqual(a, b) || reflect.DeepEqual(a, c) {
		t.Error("the same seed gives other weights, or another one the same")
	}
}

func TestFitNeedsGames(t *testing.T) {
	if _, _, err := settings().Fit(context.Background(), make1(10, 0), shape, nil, 1, 1); !errors.Is(err, learn.ErrTooFew) {
		t.Errorf("ten positions of one game: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := settings().Fit(ctx, make1(2000, 0), shape, nil, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What a position is fitted to.
func TestTargets(t *testing.T) {
	for _, x := range []struct {
		about   string
		label   learn.Label
		results float64
		want    float64
	}{
		{"an even score, a lost game", learn.Label{}, 0, .5},
		{"the same with a share of the result", learn.Label{}, .2, .4},
		{"a proven win, whatever the score", learn.Label{Logit: -3, Result: 1, Exact: true}, .2, 1},
		{"beside the game: the score", learn.Label{Logit: 0, Result: 1, Detour: true}, .2, .5},
		{"no score: the result", learn.Label{Logit: 5, Result: .5, Unscored: true}, 0, .5},
	} {
		if got := target(&x.label, x.results); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", x.about, got, x.want)
		}
	}
}

// Scores of any unit are brought to logits by results.
func TestScale(t *testing.T) {
	r := game.NewRand(3)
	for _, want := range []float64{1, 900} {
		scores, results := make([]float64, 20_000), make([]float64, 20_000)
		for i := range scores {
			logit := 2 * r.Normal()
			scores[i] = logit * want
			if r.Float64() < linear.Sigmoid(logit) {
				results[i] = 1
			}
		}
		got := Scale(len(scores), func(i int) (float64, float64, bool) { return scores[i], results[i], false })
		if got < .95*want || got > 1.05*want {
			t.Errorf("scale %v, want %v", got, want)
		}
	}
	if got := Scale(100, func(int) (float64, float64, bool) { return 0, 1, false }); got != 0 {
		t.Errorf("scores that say nothing have the scale %v", got)
	}
	if got := Scale(100, func(i int) (float64, float64, bool) { return float64(i%3 - 1), float64(1-i%3) / 2, false }); got != 0 {
		t.Errorf("scores that are wrong have the scale %v", got)
	}
}

// BenchmarkFit goes over rows of a Checkers evaluation's size.
func BenchmarkFit(b *testing.B) {
	r := game.NewRand(1)
	big := learn.Shape{Phases: 2, Core: 8, Entries: 59_049}
	for e := range big.Entries {
		big.Canon = append(big.Canon, int32(e))
	}
	f := &fit{settings: settings(), model: linear.New(big), row: features.Row{Core: make([]float64, 8), Entries: make([]int32, 9), Fraction: .5}}
	cputimetest.Start(b)
	for b.Loop() {
		for i := range f.row.Entries {
			f.row.Entries[i] = int32(r.Intn(big.Entries))
		}
		f.model.Learn(&f.row, linear.Sigmoid(f.model.Logit(&f.row))-.5, linear.Steps{Core: .2, Tables: .1})
	}
}

// A net on top learns what the evaluation that played leaves out, and changes nothing of it.
func TestNetOnTop(t *testing.T) {
	data := make1(20_000, .2)
	for i := range data.rows { // two pieces are worth something together alone
		r := game.NewRand(uint64(i))
		both := r.Intn(4)
		for piece := range int32(2) {
			if both>>piece&1 == 1 {
				data.rows[i].Pieces = append(data.rows[i].Pieces, piece)
			}
		}
		if both == 3 {
			data.labels[i].Logit += 2
		}
	}
	with := shape
	with.Net, with.Inputs = net.Shape{Hidden: 32}, 2
	for _, top := range []bool{false, true} {
		s := settings()
		s.NetStep, s.OnTop = .05, top
		got, report, err := s.Fit(context.Background(), data, with, func() (learn.Model, error) { return truth(), nil }, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if report.HeldLoss > report.Floor+.01 || len(got.Net) != 1 {
			t.Errorf("on top %v: %+v", top, report)
		}
		if same := reflect.DeepEqual(got.Core, truth().Core) && reflect.DeepEqual(got.Tables, truth().Tables); same != top {
			t.Errorf("on top %v: features and tables stay as they were: %v", top, same)
		}
	}
	broken := errors.New("broken")
	s := settings()
	s.NetStep, s.OnTop = .05, true
	if _, _, err := s.Fit(context.Background(), data, with, func() (learn.Model, error) { return learn.Model{}, broken }, 1, 1); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
}

// A warm start goes on with features, tables and net as they are: with steps of next to
// nothing they stay so.
func TestWarmStart(t *testing.T) {
	data := make1(2_000, .2)
	for i := range data.rows {
		data.rows[i].Pieces = []int32{int32(i % 2)}
	}
	with := shape
	with.Net, with.Inputs = net.Shape{Hidden: 32}, 2
	base := truth()
	base.Net = [][]float64{make([]float64, 32*3)}
	for i := range base.Net[0] {
		base.Net[0][i] = float64(i%7) - 3
	}
	for _, top := range []bool{false, true} {
		s := settings()
		s.Step, s.CoreStep, s.NetStep, s.OnTop, s.WarmStart = 1e-12, 1e-12, 1e-12, top, true
		got, _, err := s.Fit(context.Background(), data, with, func() (learn.Model, error) { return base, nil }, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		for name, lists := range map[string][2][][]float64{"core": {got.Core, base.Core}, "tables": {got.Tables, base.Tables}, "net": {got.Net, base.Net}} {
			for i := range lists[0] {
				for k, v := range lists[0][i] {
					if want := lists[1][i][k]; math.Abs(v-want) > 1e-6 {
						t.Fatalf("on top %v: %s %d, %d: %v, want %v", top, name, i, k, v, want)
					}
				}
			}
		}
	}
}
