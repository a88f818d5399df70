package pattern

import "slices"

// Canon is, for each entry of the tables, the one that represents its orbit: the
// entries that are equal by a symmetry of the table's own place. An orbit has one
// weight.
func (l *Layout) Canon() []int32 { return l.canon }

// fold joins the entries of one table.
func (l *Layout) fold(t *Table) {
	orders := l.stabiliser(t)
	states := l.Geometry.States()
	digits := make([]int, len(t.Cells))
	for entry := range t.Size {
		rest := entry
		for i := range digits {
			digits[i], rest = rest%states, rest/states
		}
		least := entry
		for _, order := range orders {
			least = min(least, index(digits, order, states))
		}
		l.canon[t.Offset+entry] = int32(t.Offset + least)
	}
}

// stabiliser lists how the symmetries that map a table's cells onto themselves
// permute them.
func (l *Layout) stabiliser(t *Table) (orders [][]int) {
	for _, s := range l.Geometry.Symmetries[1:] {
		var order []int
		for _, c := range l.image(t, s, t.Cells) {
			order = append(order, slices.Index(t.Cells, c))
		}
		if !slices.Contains(order, -1) {
			orders = append(orders, order)
		}
	}
	return orders
}

// index is the entry of an arrangement whose cells are read in another order.
func index(digits, order []int, states int) (n int) {
	for i := len(order) - 1; i >= 0; i-- {
		n = n*states + digits[order[i]]
	}
	return n
}
