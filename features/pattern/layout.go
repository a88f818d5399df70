package pattern

import (
	"fmt"
	"slices"
)

const (
	// MaxCells is the largest number of cells of a pattern with three states a
	// cell; with two there may be MaxPairs.
	MaxCells = 10
	MaxPairs = 16
	// MaxPlaces is the largest number of places that a layout may have.
	MaxPlaces = 640
	// MaxEntries is the largest number of entries of all tables of one phase.
	MaxEntries = 1 << 20
)

// Layout is declared patterns on a board.
type Layout struct {
	Geometry Geometry
	Tables   []Table
	Places   []Place
	entries  int
}

// Table is a table of weights that one place reads, or several.
type Table struct {
	Shape  string
	Cells  []Cell // of the first place that reads it
	Alike  bool   // all places of the shape read it, wherever they are
	Offset int    // of its first entry among those of all tables
	Size   int    // entries
}

// Place is one pattern on the board. The state of Cells[i], 0 for an empty cell,
// 1 for an own or any piece and 2 for an enemy one, counts States^i.
type Place struct {
	Table int
	Cells []Cell // in the order of the table's
}

// New lays out shapes. Its errors name the shape and what is wrong with it.
func New(shapes []string, g Geometry) (*Layout, error) {
	l := &Layout{Geometry: g}
	for _, text := range shapes {
		s, err := Parse(text)
		if err != nil {
			return nil, err
		}
		if err := l.add(text, &s); err != nil {
			return nil, fmt.Errorf("%.80q: %w", text, err)
		}
	}
	return l, nil
}

func (l *Layout) add(text string, s *Shape) error {
	first := len(l.Tables)
	places := s.places(&l.Geometry)
	if len(places) == 0 {
		return fmt.Errorf("it does not fit on a board of %dx%d", l.Geometry.Rows, l.Geometry.Cols)
	}
	for _, cells := range places {
		if err := l.check(cells); err != nil {
			return err
		}
		table, ordered := l.shared(first, cells)
		if table < 0 {
			table = len(l.Tables)
			l.Tables = append(l.Tables, Table{Shape: text, Cells: cells, Alike: s.alike, Offset: l.entries, Size: power(l.Geometry.States(), len(cells))})
			l.entries += l.Tables[table].Size
		}
		l.Places = append(l.Places, Place{table, ordered})
	}
	switch {
	case len(l.Places) > MaxPlaces:
		return fmt.Errorf("places with those before: %d (allowed: %d)", len(l.Places), MaxPlaces)
	case l.entries > MaxEntries:
		return fmt.Errorf("entries with those before: %d (allowed: %d)", l.entries, MaxEntries)
	}
	return nil
}

func (l *Layout) check(cells []Cell) error {
	most := MaxCells
	if l.Geometry.Planes == 1 {
		most = MaxPairs
	}
	if len(cells) < 1 || len(cells) > most {
		return fmt.Errorf("cells of a place: %d (allowed: 1..%d)", len(cells), most)
	}
	for i, c := range cells {
		if !l.Geometry.stands(c) {
			return fmt.Errorf("pieces never stand on row %d, column %d", c.Row, c.Col)
		}
		if slices.Contains(cells[:i], c) {
			return fmt.Errorf("row %d, column %d is listed twice", c.Row, c.Col)
		}
	}
	return nil
}

// shared finds a table that a place can read, among those from the number first,
// and the place's cells in the order of that table. Without one it returns -1
// and the cells as they are.
func (l *Layout) shared(first int, cells []Cell) (int, []Cell) {
	for t := first; t < len(l.Tables); t++ {
		for _, s := range l.Geometry.Symmetries {
			image := l.image(&l.Tables[t], s, cells)
			if sameSet(image, cells) {
				return t, image
			}
		}
	}
	return -1, cells
}

// image is where a symmetry moves a table's cells, and from there onto the upper left
// corner of a place if the table is an alike one.
func (l *Layout) image(t *Table, s Symmetry, onto []Cell) []Cell {
	image := make([]Cell, len(t.Cells))
	for i, c := range t.Cells {
		image[i] = l.Geometry.Move(s, c)
	}
	if !t.Alike {
		return image
	}
	from, to := corner(image), corner(onto)
	if l.Geometry.parity(from) == l.Geometry.parity(to) { // else the cells would be the other side's
		for i := range image {
			image[i] = Cell{image[i].Row + to.Row - from.Row, image[i].Col + to.Col - from.Col}
		}
	}
	return image
}

func corner(cells []Cell) Cell {
	c := cells[0]
	for _, other := range cells {
		c.Row, c.Col = min(c.Row, other.Row), min(c.Col, other.Col)
	}
	return c
}

func power(base, exponent int) int {
	n := 1
	for range exponent {
		n *= base
	}
	return n
}

// Entries is the number of entries of all tables, in each phase.
func (l *Layout) Entries() int { return l.entries }

// Canon is, for each entry of the tables, the one that represents its orbit: the
// entries that are equal by a symmetry of the table's own place. An orbit has one
// weight. It is made anew with each call: learning needs it, playing does not.
func (l *Layout) Canon() []int32 {
	canon := make([]int32, 0, l.entries)
	states := l.Geometry.States()
	for i := range l.Tables {
		t := &l.Tables[i]
		steps := l.stabiliser(t)
		images := make([]int, len(steps)) // of the entry, by each symmetry
		digits := make([]int, len(t.Cells))
		for entry := range t.Size {
			least := entry
			for _, image := range images {
				least = min(least, image)
			}
			canon = append(canon, int32(t.Offset+least))
			count(digits, images, steps, states)
		}
	}
	return canon
}

// count adds one to the number that the digits write, and what that changes to its
// images.
func count(digits, images []int, steps [][]int, states int) {
	for i := range digits {
		change := 1
		if digits[i]++; digits[i] == states {
			digits[i], change = 0, 1-states
		}
		for s := range images {
			images[s] += change * steps[s][i]
		}
		if change == 1 {
			return
		}
	}
}

// stabiliser lists the symmetries that map a table's cells onto themselves: what
// each digit of an entry counts in the entry's image.
func (l *Layout) stabiliser(t *Table) (steps [][]int) {
	for _, s := range l.Geometry.Symmetries[1:] {
		step := make([]int, len(t.Cells))
		for i, c := range l.image(t, s, t.Cells) {
			if from := slices.Index(t.Cells, c); from >= 0 {
				step[from] = power(l.Geometry.States(), i)
			}
		}
		if !slices.Contains(step, 0) {
			steps = append(steps, step)
		}
	}
	return steps
}
