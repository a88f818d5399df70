package checkers

import (
	"math/bits"

	"evolab/features"
	"evolab/features/net"
	"evolab/game/checkers"
)

// Estimator says how near a win is where three kings stand against two, a capture away from
// the endings with four pieces: the way there is longer than a search looks ahead, and the counter of
// quiet plies allows few detours. It is a small net of units, each max(0, the weights of the
// kings and of the turn); the first half of them counts for the larger side, the second half
// against it. It was fitted to the plies that the win takes by the endings with five pieces; a
// draw is about 0.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
type Estimator struct {
	text []byte
	rows []uint64 // four units to a word
}

const (
	// EstimatorUnits is the number of units.
	EstimatorUnits = 96
	// EstimatorRows is the number of rows of weights: for the turn of the larger side, for that of
	// the smaller one, for the larger side's kings on each square, and for the smaller one's.
	EstimatorRows = turns + 2*checkers.Squares
	// EstimatorUnit is the weight that stands for one logit, MaxEstimatorWeight the
	// largest one, and EstimatorZero the byte of the text for a weight of 0.
	EstimatorUnit      = 80
	MaxEstimatorWeight = base/2 - 1
	EstimatorZero      = zero + MaxEstimatorWeight
	// EstimateLogit is the score for one logit: a sure win is worth about as much as by
	// the weights of frozen.
	EstimateLogit = 6 * EstimatorUnit

	larger, smaller = 3, 2 // kings
	turns           = 2
	smallersTurn    = 1                  // its row
	words           = EstimatorUnits / 4 // of a row
	unitBits        = 16
	middles         = 1<<15 | 1<<31 | 1<<47 | 1<<63 // a word of four sums that net.Positive takes for 0
)

// NewEstimator makes an estimator of its text for a single goroutine, which unpacks it when it
// is first asked.
func NewEstimator(text []byte) Estimator { return Estimator{text: text} }

// Unpack does so at once, so that several goroutines may ask it.
func (e *Estimator) Unpack() {
	for i := 0; i < len(e.text); i += 4 {
		var word uint64
		for k := range 4 {
			weight := int(e.text[i+k]) - EstimatorZero
			word += uint64(weight) << (unitBits * k) // a negative weight borrows from the next unit until the sum is made
		}
		e.rows = append(e.rows, word)
	}
}

// RowsOf are the rows of weights for a position: that of the turn, and those of the kings. It is
// false for positions that are not estimated.
func RowsOf(s *checkers.State) (rows [1 + larger + smaller]int, known bool) {
	own := s.Own().Count()
	if own != larger && own != smaller || own+s.Opp().Count() != larger+smaller || s.Own()|s.Opp() != s.Kings() {
		return rows, false
	}
	v := ViewOf(s)
	if own == smaller {
		v, rows[0] = v.Turned(), smallersTurn
	}
	v = v.canonical()
	row, n := turns, 1
	for side := range 2 {
		for set := v.Kings[side]; set != 0; set &= set - 1 {
			rows[n] = row + bits.TrailingZeros32(set)
			n++
		}
		row += checkers.Squares
	}
	return rows, true
}

// Estimate is the score of a position for its side to move, for features.Hints.
func (e *Estimator) Estimate(s *checkers.State) int {
	rows, known := RowsOf(s)
	if !known {
		return features.NoEnding
	}
	if len(e.rows) == 0 {
		e.Unpack()
	}
	score := e.sum(&rows) * (EstimateLogit / EstimatorUnit)
	if rows[0] == smallersTurn {
		score = -score
	}
	return score
}

func (e *Estimator) sum(rows *[1 + larger + smaller]int) int {
	var good, bad uint64 // two sums each, of every second unit
	for i := range words {
		w := uint64(middles)
		for k := range rows {
			w += e.rows[rows[k]*words+i]
		}
		if 2*i < words {
			good += net.Positive(w)
		} else {
			bad += net.Positive(w)
		}
	}
	const half = 1<<32 - 1
	return int(good>>32) + int(good&half) - int(bad>>32) - int(bad&half)
}

// canonical is a position of kings alone in one of the four ways to look at it that are alike:
// kings move the same way on a board that is turned or reflected at a diagonal.
func (v *View) canonical() View {
	best := *v
	for way := 1; way < 4; way++ {
		var w View
		for side := range 2 {
			for set := v.Kings[side]; set != 0; set &= set - 1 {
				w.Kings[side] |= 1 << reflected(bits.TrailingZeros32(set), way)
			}
		}
		if w.Kings[1] < best.Kings[1] || w.Kings[1] == best.Kings[1] && w.Kings[0] < best.Kings[0] {
			best = w
		}
	}
	return best
}

// reflected is the square that a square gets to: way 1 is a reflection at the diagonal from
// corner to corner that has no squares of the game, 2 half a turn, 3 both.
func reflected(square, way int) int {
	row, column := square>>2, square&3<<1|^square>>2&1
	if way&1 != 0 {
		row, column = column, row
	}
	if way&2 != 0 {
		row, column = 7-row, 7-column
	}
	return row<<2 | column>>1
}
