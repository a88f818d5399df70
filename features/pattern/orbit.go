package pattern

import "slices"

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
