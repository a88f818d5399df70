package features

import "evolab/features/net"

const (
	// Unit is the evaluation's resolution: a weight vector of length 1 adds
	// Unit points for one standard deviation along it.
	Unit = 1 << 12
	// MaxScore bounds the absolute value of an evaluation, so that it stays
	// apart from the scores of finished games.
	MaxScore = 1 << 27
	// MaxConnectives is the largest number of connectives of an evaluation.
	MaxConnectives = 32
)

// Linear is the weighted sum of a position's features, and of tables and a net if
// there are some, in whole numbers. It holds scratch space and the phase of a game:
// give each player its own copy, of one that has not scored yet.
type Linear[S comparable] struct {
	Hints    Hints[S] // the game's
	extract  func(*S, *Vector)
	part     func(*S, *Vector, Need) // nil: extract
	show     func(*S, *Chunks)       // nil: no patterns
	need     Need                    // of the phase
	progress func(*S) int            // nil: there is no second phase
	from     int                     // progress from which on the second phase holds
	late     bool
	now      phase // the weights in use
	endgame  *phase
	steps    []uint16 // of a blend, by progress; else empty
	phases   []phase  // of a blend
	patterns *Patterns
	pieces   func(*S, *net.Pieces) // nil: no net
	net      *net.Layer
	vector   Vector
	chunks   Chunks
	board    net.Pieces
	sums     net.Sums // for the net
	known    []known  // by view, of large boards
}

// conjunction is a connective with its weight.
type conjunction struct {
	Connective
	weight int32
}

// phase is the weights of one phase.
type phase struct {
	weights     [Max]int32
	dense       []int     // the weights in blocks, up to the last one that is not 0
	heavy       []weighed // those that are not 0, where they are few; else none
	connectives []conjunction
	share       int // of the sum of patterns, in 2^shareBits parts
	net         int // of the net, likewise
}

// weighed is a feature with its weight.
type weighed struct{ feature, weight int }

// weigh lists the weights in the form that is faster to go through.
func (p *phase) weigh() {
	for i := range p.weights {
		if p.weights[i] != 0 {
			p.heavy = append(p.heavy, weighed{i, int(p.weights[i])})
		}
	}
	if n := len(p.heavy); n == 0 || p.heavy[n-1].feature >= 2*n {
		return
	}
	for i := 0; i <= p.heavy[len(p.heavy)-1].feature; i++ {
		p.dense = append(p.dense, int(p.weights[i]))
	}
	for len(p.dense)%together != 0 {
		p.dense = append(p.dense, 0)
	}
	p.heavy = nil
}

// together is how many features are weighed in a row.
const together = 8

// shareBits is how many more bits the weights of patterns and net have than other weights.
const shareBits = 12

// Blind is an evaluation that sees no difference between positions.
func Blind[S comparable](set Set[S]) Linear[S] {
	return Linear[S]{Hints: set.Hints, extract: seeNothing[S]}
}

func seeNothing[S comparable](*S, *Vector) {}

// need is the features that count in a phase: what weighs nothing costs nothing.
func (p *phase) need() (n Need) {
	for i, weight := range p.weights {
		if weight != 0 {
			n |= 1 << i
		}
	}
	for _, c := range p.connectives {
		for _, t := range c.terms[:c.n] {
			if c.weight != 0 {
				n |= 1 << t.feature
			}
		}
	}
	return n
}

// Decide sets the phase for the position that a player is to move in, and
// reports whether it has changed. It changes once in a game at most, and never
// within a search.
func (l *Linear[S]) Decide(s *S) bool {
	if l.late || !l.Late(s) {
		return false
	}
	l.late = true
	l.now, l.need = *l.endgame, l.endgame.need()
	return true
}

// Late reports whether a position belongs to the endgame of the weights.
func (l *Linear[S]) Late(s *S) bool { return l.endgame != nil && l.progress(s) >= l.from }

// Score is the evaluation of a position for the side to move.
func (l *Linear[S]) Score(s *S) int {
	if l.part != nil {
		l.part(s, &l.vector, l.need)
	} else {
		l.extract(s, &l.vector)
	}
	at, fraction := l.at(s)
	sum, share := 0, l.now.share
	if len(l.steps) > 0 {
		sum, share = l.blended(at, fraction)
	} else {
		sum = l.now.sum(&l.vector)
	}
	if l.patterns != nil {
		sum += l.tableSum(s, at, fraction) * share >> shareBits
	}
	if l.net != nil {
		net := l.netSum(s)
		sum += net * l.netShare(at, fraction) >> shareBits
	}
	return min(max(sum, -MaxScore), MaxScore)
}

// tableSum is the sum of the tables, in 256ths of an entry.
func (l *Linear[S]) tableSum(s *S, phase, fraction int) int {
	if len(l.patterns.uses) > 0 && len(l.known) == 0 {
		l.known = make([]known, l.patterns.views)
	}
	l.show(s, &l.chunks)
	return l.patterns.Sum(&l.chunks, l.known, phase, fraction)
}

// netSum is the output of the net, in 1/net.Unit logits.
func (l *Linear[S]) netSum(s *S) int {
	if l.sums.None() {
		l.sums = l.net.NewSums()
	}
	l.pieces(s, &l.board)
	return l.net.Sum(&l.board, &l.sums)
}

// at is the phase of a position, and how far it is on the way to the next one, in
// 256ths.
func (l *Linear[S]) at(s *S) (phase, fraction int) {
	if len(l.steps) > 0 {
		step := int(l.steps[l.progress(s)])
		return step >> 8, step & 255
	}
	if l.late {
		return 1, 0
	}
	return 0, 0
}

// blended is what the features contribute between a phase and the next one, and
// the share of the patterns there.
func (l *Linear[S]) blended(at, fraction int) (sum, share int) {
	early := &l.phases[at]
	if fraction == 0 {
		return early.sum(&l.vector), early.share
	}
	late := &l.phases[at+1]
	sum = (256-fraction)*early.sum(&l.vector) + fraction*late.sum(&l.vector)
	share = (256-fraction)*early.share + fraction*late.share
	return sum >> 8, share >> 8
}

// netShare is the share of the net between a phase and the next one.
func (l *Linear[S]) netShare(at, fraction int) int {
	if len(l.steps) == 0 {
		return l.now.net
	}
	if fraction == 0 {
		return l.phases[at].net
	}
	return ((256-fraction)*l.phases[at].net + fraction*l.phases[at+1].net) >> 8
}

// sum is what the features contribute in a phase.
func (p *phase) sum(v *Vector) int {
	sum := 0
	for i := 0; i < len(p.dense); i += together {
		w, x := p.dense[i:i+together], v[i:i+together]
		sum += w[0]*int(x[0]) + w[1]*int(x[1]) + w[2]*int(x[2]) + w[3]*int(x[3]) +
			w[4]*int(x[4]) + w[5]*int(x[5]) + w[6]*int(x[6]) + w[7]*int(x[7])
	}
	for i := range p.heavy {
		w := &p.heavy[i]
		sum += w.weight * int(v[w.feature])
	}
	for i := range p.connectives {
		sum += int(p.connectives[i].weight) * int(p.connectives[i].Value(v))
	}
	return sum
}
