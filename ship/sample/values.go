package sample

const size = 4

type point struct{ x, y int }

type box struct {
	low, high point
	cells     [size]int32
	grid      [2][3]uint8
	list      []int
}

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

func (p *point) move(by int) { p.x += by; p.y -= by }

func (b box) changed() box {
	b.cells[0] = 99 // its own copy
	b.low.x = -1
	return b
}

func (b *box) sum() (total int) {
	for _, c := range b.cells {
		total += int(c)
	}
	for i := range b.grid {
		for j, v := range b.grid[i] {
			total += int(v) * (j + 1)
		}
	}
	return total + b.low.x + 10*b.low.y + 100*b.high.x
}

func values(r *report) {
	var a box
	a.cells = [size]int32{1, 2, 3}
	a.grid[1][2] = 7
	a.high = point{x: 5}
	b := a
	b.list = append(b.list, 1, 2)
	r.number("lists", int64(10*len(a.list)+len(b.list)))
	b.cells[1] = 20
	b.grid[1][2]++
	b.high.move(3)
	r.number("a", int64(a.sum()))
	r.number("b", int64(b.sum()))
	c := b.changed()
	r.number("b again", int64(b.sum()))
	r.number("c", int64(c.sum()))
	p := &b.low
	p.move(4)
	r.number("through a pointer", int64(b.sum()))
	b = a
	r.number("the pointer sees it", int64(p.x+b.sum()))
	*p = point{3, 4}.plus(a.high)
	r.number("set through it", int64(b.low.x*10+b.low.y))
	row := b.grid[1]
	row[0] = 200
	r.number("row", int64(row[0])+int64(b.grid[1][0]))
	boxes := [2]box{a, b}
	boxes[0], boxes[1] = boxes[1], boxes[0]
	a.cells[0] = 50
	r.number("boxes", int64(boxes[0].sum()*1000+boxes[1].sum()))
	for _, each := range boxes {
		each.cells[2] = 1000
		r.number("each", int64(each.sum()))
	}
	r.number("unchanged", int64(boxes[0].sum()))
	r.truth("equal", a.low == point{} && a.high == point{5, 0})
	r.truth("arrays equal", a.cells == [size]int32{50, 2, 3})
	r.truth("arrays differ", a.grid != b.grid)
	literals(r)
}

// literals has literals with values left out, and assignments of several values.
func literals(r *report) {
	keyed := [5]int{3: 7, 1: 2}
	r.number("keyed", int64(keyed[0]+10*keyed[1]+100*keyed[3]+len(keyed)))
	x, y := 1, 2
	x, y = y, x+y
	r.number("together", int64(10*x+y))
	q := point{1, 2}
	q.x, q.y = q.y, q.x
	r.number("fields together", int64(10*q.x+q.y))
}
