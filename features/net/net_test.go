package net

import (
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"evolab/search/cputime/cputimetest"
)

var board = Encoding{Inputs: 128, Pieces: 24}

// random is a net of random weights, some of them as large as they may be.
func random(r *rand.Rand, shape Shape, b Encoding) Net {
	n := Net{Shape: shape}
	for range len(shape.Phases) + 1 {
		values := make([]float64, shape.Hidden*(b.Inputs+1))
		for i := range values {
			values[i] = r.Float64() - .5
			if r.IntN(20) == 0 {
				values[i] *= 1000
			}
		}
		n.Sets = append(n.Sets, Text(values, b))
	}
	return n
}

// slow is the output for a board, unit by unit, from the bytes of the file.
func slow(t *testing.T, n *Net, inputs []int32) (output int) {
	t.Helper()
	set := 0
	for _, pieces := range n.Phases {
		if len(inputs) > pieces {
			set++
		}
	}
	data, err := base64.StdEncoding.DecodeString(n.Sets[set])
	if err != nil {
		t.Fatal(err)
	}
	weight := func(list, unit int) int {
		at := 2 * (list*n.Hidden + unit)
		return int(int16(uint16(data[at]) | uint16(data[at+1])<<8))
	}
	for unit := range n.Hidden {
		sum := weight(0, unit)
		for _, input := range inputs {
			sum += weight(1+int(input), unit)
		}
		switch {
		case sum > 0 && unit < n.Hidden/2:
			output += sum
		case sum > 0:
			output -= sum
		}
	}
	return output
}

func TestLayerIsTheNet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []Shape{{32, nil}, {64, []int{8, 16}}, {96, []int{1, 2, 23}}} {
		n := random(r, shape, board)
		numbers, err := n.Numbers(board)
		if err != nil {
			t.Fatal(err)
		}
		l := NewLayer(&numbers)
		sums := l.NewSums()
		var p Pieces
		for range 2000 {
			if r.IntN(10) == 0 { // another game
				p.On = [Words]uint64{}
			}
			for range 1 + r.IntN(8) {
				p.On[r.IntN(Words)] ^= 1 << r.IntN(64)
			}
			p.View = r.IntN(views)
			inputs := p.Inputs(nil)
			if len(inputs) > board.Pieces {
				p.On = [Words]uint64{}
				continue
			}
			if got, want := l.Sum(&p, &sums), slow(t, &n, inputs); got != want {
				t.Fatalf("%+v: %d, want %d", p, got, want)
			}
		}
	}
}

// Lanes that borrow nothing from each other add up to the same, as shipped C++ has them.
func TestLanesAreTheLayer(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n := random(r, Shape{Hidden: 96}, board)
	numbers, err := n.Numbers(board)
	if err != nil {
		t.Fatal(err)
	}
	w := weights{set: numbers.Sets[0]}
	rows := make([][blockWords]uint64, (1+board.Inputs)*n.Hidden/blockUnits)
	for i := range n.Hidden * (1 + board.Inputs) {
		rows[i/blockUnits][i%blockUnits/4] |= uint64(uint16(w.next())) << (laneBits * (i % 4))
	}
	l := NewLayer(&numbers)
	sums := l.NewSums()
	lanes := slices.Clone(rows[:l.blocks])
	var p Pieces
	for range 500 {
		var come, gone []int32
		for _, input := range r.Perm(board.Inputs)[:1+r.IntN(6)] {
			word, bit := &p.On[input/64], uint64(1)<<(input%64)
			row := int32((1 + input) * l.blocks)
			switch {
			case *word&bit != 0:
				gone = append(gone, row)
			case len(p.Inputs(nil)) < board.Pieces:
				come = append(come, row)
			default:
				continue
			}
			*word ^= bit
		}
		if got, want := addLanes(lanes, rows, come, gone), l.Sum(&p, &sums); got != want {
			t.Fatalf("%+v: %d, want %d", p, got, want)
		}
	}
}

// Each side sees the board from its own end, with its own men before the other's.
func TestInputs(t *testing.T) {
	p := Pieces{On: [Words]uint64{1<<3 | 1<<5 | 1<<32, 1 << 63}}
	for view, want := range [views][]int32{{3, 5, 32, 64 + 63}, {31, 32 + 28, 32 + 26, 64}} {
		p.View = view
		if got := p.Inputs(nil); !slices.Equal(got, want) {
			t.Errorf("view %d: %v, want %v", view, got, want)
		}
	}
}

// No sum leaves the sixteen bits of its lane, even if all weights are as large as they may be.
func TestLargestSumsFit(t *testing.T) {
	for _, value := range []float64{-1e9, 1e9} {
		values := make([]float64, 32*(board.Inputs+1))
		for i := range values {
			values[i] = value
			if i%32%3 == 0 { // all weights of a unit have one sign
				values[i] = -value
			}
		}
		n := Net{Shape{Hidden: 32}, []string{Text(values, board)}}
		numbers, err := n.Numbers(board)
		if err != nil {
			t.Fatal(err)
		}
		l := NewLayer(&numbers)
		sums := l.NewSums()
		p := Pieces{On: [Words]uint64{1<<board.Pieces - 1}}
		if got, want := l.Sum(&p, &sums), slow(t, &n, p.Inputs(nil)); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
}

func TestBadNetsAreRefused(t *testing.T) {
	text := func(weights ...float64) string {
		values := make([]float64, 32*(board.Inputs+1))
		copy(values, weights)
		return Text(values, Encoding{}) // with the largest limit
	}
	good := text()
	for _, c := range []struct {
		net  Net
		want string
	}{
		{Net{Shape{0, nil}, []string{good}}, "hidden units: 0"},
		{Net{Shape{-32, nil}, []string{good}}, "hidden units: -32"},
		{Net{Shape{48, nil}, []string{good}}, "hidden units: 48 (allowed: multiples of 32 up to 256)"},
		{Net{Shape{1 << 40, nil}, []string{good}}, "hidden units"},
		{Net{Shape{32, []int{1, 2, 3, 4}}, []string{good}}, "at which a phase ends: 4"},
		{Net{Shape{32, []int{8, 8}}, []string{good, good, good}}, "phases: [8 8] (allowed: rising"},
		{Net{Shape{32, []int{0}}, []string{good, good}}, "phases: [0]"},
		{Net{Shape{32, []int{24}}, []string{good, good}}, "phases: [24] (allowed: numbers of pieces below 24"},
		{Net{Shape{32, []int{8}}, []string{good}}, "sets of weights: 1 (expected: 2"},
		{Net{Shape{32, nil}, []string{""}}, "set 1: number of bytes: 0 (expected: 8256"},
		{Net{Shape{32, nil}, []string{good[4:]}}, "set 1: number of bytes: 8253"},
		{Net{Shape{32, nil}, []string{"?" + good[1:]}}, "illegal base64"},
		{Net{Shape{32, nil}, []string{good + "\n"}}, "a line break"},
		{Net{Shape{32, nil}, []string{strings.Repeat("A", 1<<20)}}, "length of its text: 1048576"},
		{Net{Shape{32, nil}, []string{text(0, -1311/256.)}}, "weight 2 is -1311 (allowed: -1310..1310)"},
	} {
		err := c.net.Check()
		if err == nil {
			_, err = c.net.Numbers(board)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.net.Shape, err, c.want)
		}
	}
}

// FuzzNumbers reads any text as a set of weights: what is accepted is written as it was.
func FuzzNumbers(f *testing.F) {
	small := Encoding{Inputs: 1, Pieces: 2}
	f.Add(Text(make([]float64, 64), small))
	f.Add("AAA=")
	f.Fuzz(func(t *testing.T, text string) {
		n := Net{Shape{Hidden: 32}, []string{text}}
		if n.Check() != nil {
			return
		}
		numbers, err := n.Numbers(small)
		if err != nil {
			return
		}
		var values []float64
		for w := (weights{set: numbers.Sets[0]}); w.at < len(w.set); {
			values = append(values, float64(w.next())/Unit)
		}
		if again := Text(values, small); again != text {
			t.Errorf("%q is written as %q", text, again)
		}
	})
}

func BenchmarkSum(b *testing.B) {
	n := random(rand.New(rand.NewPCG(3, 4)), Shape{64, []int{8, 16}}, board)
	numbers, err := n.Numbers(board)
	if err != nil {
		b.Fatal(err)
	}
	l := NewLayer(&numbers)
	sums := l.NewSums()
	boards := [2]Pieces{{On: [Words]uint64{0x00fff00000000fff}}, {On: [Words]uint64{0x00eff00800001eff}}} // siblings: two moves apart
	b.ReportAllocs()
	cputimetest.Start(b)
	for i := 0; b.Loop(); i++ {
		l.Sum(&boards[i&1], &sums)
	}
}
