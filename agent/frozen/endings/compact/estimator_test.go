package compact

import (
	"math"
	"os"
	"testing"

	"evolab/agent/frozen/endings/endingstest"
	"evolab/features"
	"evolab/game"
	rules "evolab/game/checkers"
	"evolab/internal/longtest"
	"evolab/search"
	"evolab/search/checkers"
)

// The estimates tell wins of three kings against two from draws. With -update and -long they are
// fitted anew to the endings with five pieces, in minutes.
func TestEstimator(t *testing.T) {
	const logit = checkers.EstimateLogit
	if *update && longtest.Enabled() {
		text := fitEstimator(t, drawExamples(game.NewRand(1), endingstest.Largest(t), 1_000_000))
		if err := os.WriteFile("checkers-5.txt", append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		fresh := checkers.NewEstimator(text)
		fresh.Unpack()
		Estimator = func() *checkers.Estimator { return &fresh }
	}
	for _, c := range []struct {
		position  string
		low, high int
	}{
		{".......W/..W...../.W....../....B.../......../......../.......B/........ w", 2 * logit, 4 * logit},
		{".......W/..W...../.W....../....B.../......../......../.......B/........ b", -4 * logit, -2 * logit},
		{".......W/..W...../.W....../....b.../......../......../.......B/........ w", features.NoEnding, features.NoEnding},
		{"......../..B...../......../......B./......../......../.......W/........ b", features.NoEnding, features.NoEnding},
	} {
		s, err := rules.Parse("", c.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := Estimator().Estimate(&s); got < c.low || got > c.high {
			t.Errorf("%s: %d (expected: %d..%d)", c.position, got, c.low, c.high)
		}
	}
	if !longtest.Enabled() {
		return
	}
	list := drawExamples(game.NewRand(2), endingstest.Largest(t), 20_000)
	var wrong, seen [2]int // of the draws, and of the wins
	for i := range list {
		s := &list[i].state
		estimate := Estimator().Estimate(s)
		if s.Own().Count() == 2 {
			estimate = -estimate
		}
		won := min(list[i].plies, 1)
		seen[won]++
		if (estimate >= logit) != (won == 1) {
			wrong[won]++
		}
	}
	drawn, won := 100*float64(wrong[0])/float64(seen[0]), 100*float64(wrong[1])/float64(seen[1])
	t.Logf("%.1f %% of %d draws and %.2f %% of %d wins on the wrong side", drawn, seen[0], won, seen[1])
	if drawn > 30 || won > .1 {
		t.Error("expected: at most 30 and .1")
	}
}

// example is a position to fit the estimates to.
type example struct {
	state rules.State
	rows  [6]uint8
	plies int // to the next position with four pieces, by the endings' moves; 0: a draw
}

// target is in logits, for the larger side.
func (e *example) target() float64 {
	if e.plies == 0 {
		return 0
	}
	return max(1, 3-.02*float64(e.plies))
}

// drawExamples are positions with three kings against two, from so many random ones with five
// pieces: those, some of each one's way to the win, and draws that a wrong move there leads to.
func drawExamples(r game.Rand, all *checkers.Endings, starts int) (list []example) {
	add := func(s *rules.State, plies int) {
		rows, known := checkers.RowsOf(s)
		if !known || s.MustCapture() {
			return
		}
		e := example{state: *s, plies: plies}
		for i, row := range rows {
			e.rows[i] = uint8(row)
		}
		list = append(list, e)
	}
	// Most kings of games have been men: how many the larger side begins with, or any.
	turns := []int{3, 2, 3, 2, 1, 0, anyMen, 2, 3}
	for i := range starts {
		s, ok := drawUneven(&r, turns[i%len(turns)])
		if !ok {
			continue
		}
		v, known := all.Value(&s)
		if !known || v == 0 {
			add(&s, 0)
			continue
		}
		if (v > 0) != (s.Own().Count() == 3) {
			continue
		}
		line := lineToWin(all, s)
		for j := range line {
			if j == 0 || r.Intn(4) == 0 {
				add(&line[j], len(line)-j)
			}
			if line[j].Own().Count() == 2 || r.Intn(3) > 0 {
				continue
			}
			var child rules.State
			for _, m := range line[j].Moves(nil) {
				line[j].Play(m, &child)
				if v, _ := all.Value(&child); v == 0 && few(&child) {
					add(&child, 0)
				}
			}
		}
	}
	return list
}

// few reports whether the game goes on with five pieces.
func few(s *rules.State) bool { return (s.Own()|s.Opp()).Count() == 5 && !s.Outcome().Over() }

// lineToWin is the positions with five pieces from a won or lost one on.
func lineToWin(all *checkers.Endings, at rules.State) (line []rules.State) {
	for few(&at) {
		next, _ := all.Move(&at, search.Limits{})
		for _, m := range next.PV {
			line = append(line, at)
			at.Play(m, &at)
			if !few(&at) {
				break
			}
		}
	}
	return line
}

// anyMen stands for some men on both sides.
const anyMen = -1

// drawUneven is a random position with three pieces against two, so many of the three being men.
func drawUneven(r *game.Rand, larger int) (rules.State, bool) {
	men := [2]int{larger, 0}
	if larger == anyMen {
		men = [2]int{r.Intn(4), 1 + r.Intn(2)}
	}
	setup, stronger := rules.Setup{Turn: game.Side(r.Intn(2))}, r.Intn(2)
	for n := 0; n < 5; {
		row, column := r.Intn(rules.Size), r.Intn(rules.Size)
		if square := rules.At(row, column); square == 0 || (setup.Black|setup.White)&square != 0 {
			continue
		}
		side, crowned := stronger, n >= men[0]
		if n >= 3 {
			side, crowned = 1-stronger, n-3 >= men[1]
		}
		symbol := "bw"[side]
		if crowned {
			symbol = "BW"[side]
		}
		setup.Put(row, column, symbol)
		n++
	}
	s, err := rules.New(setup)
	return s, err == nil && !s.Outcome().Over()
}

// fitEstimator fits the rows by least squares (Kingma and Ba, "Adam: a method for
// stochastic optimization", 2015).
func fitEstimator(t *testing.T, list []example) []byte {
	t.Helper()
	const batch, most = 256, float64(checkers.MaxEstimatorWeight) / checkers.EstimatorUnit
	const epochs = 10
	r := game.NewRand(0)
	shuffle := func() {
		for i := len(list) - 1; i > 0; i-- {
			j := r.Intn(i + 1)
			list[i], list[j] = list[j], list[i]
		}
	}
	shuffle()
	list = list[:min(len(list), 1_200_000)]
	weights := make([]float64, checkers.EstimatorRows*checkers.EstimatorUnits)
	for i := range weights {
		weights[i] = float64(r.Intn(2001)-1000) / 2500
	}
	gradient, mean, square := make([]float64, len(weights)), make([]float64, len(weights)), make([]float64, len(weights))
	meanLeft, squareLeft := 1., 1.
	steps, step := epochs*(len(list)/batch), 0
	for epoch := range epochs {
		shuffle()
		loss := 0.
		for at := 0; at+batch <= len(list); at += batch {
			clear(gradient)
			for i := at; i < at+batch; i++ {
				loss += list[i].learn(weights, gradient)
			}
			step++
			meanLeft, squareLeft = meanLeft*.9, squareLeft*.999
			rate := .005 * float64(steps-step) / float64(steps) * math.Sqrt(1-squareLeft) / (1 - meanLeft)
			for i, g := range gradient {
				g /= batch
				mean[i] += float64(.1 * (g - mean[i]))
				square[i] += float64(.001 * (float64(g*g) - square[i]))
				w := weights[i] - float64(rate*mean[i])/(math.Sqrt(square[i])+1e-8)
				weights[i] = max(-most, min(most, w))
			}
		}
		t.Logf("%d examples: epoch %d, mean squared error %.4f", len(list), epoch+1, loss/float64(len(list)))
	}
	text := make([]byte, len(weights))
	for i, w := range weights {
		text[i] = byte(checkers.EstimatorZero + int(math.Round(w*checkers.EstimatorUnit)))
	}
	return text
}

// learn adds to the gradient of the squared error, and returns that.
func (e *example) learn(weights, gradient []float64) float64 {
	const units = checkers.EstimatorUnits
	var sums [units]float64
	for _, row := range e.rows {
		for k, w := range weights[int(row)*units : int(row)*units+units] {
			sums[k] += w
		}
	}
	output := 0.
	for k, sum := range sums {
		if k < units/2 {
			output += max(0, sum)
		} else {
			output -= max(0, sum)
		}
	}
	off := output - e.target()
	step := .1 * off // nearly all is won, and how soon is what matters
	if e.plies > 0 { // long ways are rare, and a game is lost there
		step = off * (1 + float64(.02*float64(e.plies)))
	}
	for k, sum := range sums {
		switch {
		case sum <= 0:
			sums[k] = 0
		case k < units/2:
			sums[k] = step
		default:
			sums[k] = -step
		}
	}
	for _, row := range e.rows {
		for k, g := range gradient[int(row)*units : int(row)*units+units] {
			gradient[int(row)*units+k] = g + sums[k]
		}
	}
	return float64(off * off)
}
