package featurestest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
)

// Patterns checks what shapes read off positions against one cell after the
// other. Cell is the state of a cell as the side to move sees it in view 0: 0
// empty, 1 own or any, 2 enemy.
func Patterns[S comparable](t *testing.T, set features.Set[S], variant string, shapes []string, walk func(visit func(s *S)), cell func(s *S, row, col int) int) {
	t.Helper()
	in, err := features.NewInputs(set, features.Design{Variant: variant, Names: []string{set.List[0].Name}, Shapes: shapes})
	if err != nil {
		t.Fatal(err)
	}
	table := randomTable(in.Layout)
	w := in.Weights([][]float64{{0}}, [][]float64{table}, nil)
	l, err := features.NewLinear(set, w)
	if err != nil {
		t.Fatal(err)
	}
	positions := 0
	var row features.Row
	walk(func(s *S) {
		if positions++; t.Failed() {
			return
		}
		at := func(c pattern.Cell) int { return cell(s, c.Row, c.Col) }
		want := sum(in.Layout, table, at)
		if got := l.Score(s); got != int(want*features.Unit) {
			t.Errorf("position %d: score %d, want %d", positions, got, int(want*features.Unit))
		}
		if allocations := testing.AllocsPerRun(1, func() { l.Score(s) }); allocations > 0 {
			t.Errorf("position %d: an evaluation allocates %v times", positions, allocations)
		}
		in.Read(s, &row)
		if got, want := slices.Sorted(slices.Values(row.Entries)), entries(in.Layout, s, cell); !slices.Equal(got, want) {
			t.Errorf("position %d: a learner sees the entries %v, want %v", positions, got, want)
		}
		for i, moved := range bySymmetry(in.Layout, table, at) {
			if moved != want {
				t.Errorf("position %d: %v as it is, %v by the symmetry %+v", positions, want, moved, in.Layout.Geometry.Symmetries[i])
			}
		}
	})
	if positions < 50 {
		t.Errorf("only %d positions", positions)
	}
}

// sum adds up what all places of a layout read off a board, one cell after the
// other.
func sum(l *pattern.Layout, table []float64, state func(pattern.Cell) int) (all float64) {
	for _, p := range l.Places {
		all += table[l.Tables[p.Table].Offset+entry(l.Geometry.States(), p, state)]
	}
	return all
}

// entries lists the entries that all places of a layout read, the lowest first.
func entries[S comparable](l *pattern.Layout, s *S, cell func(s *S, row, col int) int) (list []int32) {
	for _, p := range l.Places {
		read := entry(l.Geometry.States(), p, func(c pattern.Cell) int { return cell(s, c.Row, c.Col) })
		list = append(list, int32(l.Tables[p.Table].Offset+read))
	}
	slices.Sort(list)
	return list
}

func entry(states int, p pattern.Place, state func(pattern.Cell) int) (n int) {
	for i := len(p.Cells) - 1; i >= 0; i-- {
		n = n*states + state(p.Cells[i])
	}
	return n
}

// Tables is weights with random small entries in all tables of a design, those of
// an orbit alike, and some for its features.
func Tables[S comparable](t testing.TB, set features.Set[S], d features.Design) features.Weights {
	t.Helper()
	in, err := features.NewInputs(set, d)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	core, tables := make([][]float64, d.Phases()), make([][]float64, d.Phases())
	for phase := range tables {
		for range d.Names {
			core[phase] = append(core[phase], r.Float64()+.5)
		}
		tables[phase] = make([]float64, in.Layout.Entries())
		for i, canon := range in.Layout.Canon() {
			tables[phase][i] = r.NormFloat64() / 8
			if r.IntN(500) == 0 {
				tables[phase][i] *= 30 // so that some reach either bound
			}
			if int(canon) != i {
				tables[phase][i] = tables[phase][canon]
			}
		}
	}
	return in.Weights(core, tables, nil)
}

// Evaluate measures the evaluation by tables of shapes alone.
func Evaluate[S comparable](b *testing.B, set features.Set[S], d features.Design, s *S) {
	b.Helper()
	in, err := features.NewInputs(set, d)
	if err != nil {
		b.Fatal(err)
	}
	core, tables := make([][]float64, d.Phases()), make([][]float64, d.Phases())
	for i := range core {
		core[i], tables[i] = make([]float64, len(d.Names)), make([]float64, in.Layout.Entries())
	}
	l, err := features.NewLinear(set, in.Weights(core, tables, nil))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l.Score(s)
	}
}

// Start is the usual start of a game.
func Start[S comparable](t testing.TB, rules game.Rules[S], variant string) S {
	t.Helper()
	s, err := rules.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomTable is a table whose entries are alike where the layout has them alike.
func randomTable(l *pattern.Layout) []float64 {
	table := make([]float64, l.Entries())
	r := rand.New(rand.NewPCG(1, 2))
	for i, canon := range l.Canon() {
		table[i] = float64(r.IntN(41)-20) / features.EntryUnit
		if int(canon) != i {
			table[i] = table[canon]
		}
	}
	return table
}

// bySymmetry lists the sums of a board that each symmetry has moved.
func bySymmetry(l *pattern.Layout, table []float64, cell func(c pattern.Cell) int) (sums []float64) {
	for _, symmetry := range l.Geometry.Symmetries {
		sums = append(sums, sum(l, table, func(c pattern.Cell) int { return cell(l.Geometry.Move(symmetry, c)) }))
	}
	return sums
}
