package sample

func lists(r *report) {
	var a []int
	for i := range 5 {
		a = append(a, i*i)
	}
	a = append(a, 100, 200)
	r.number("length", int64(len(a)))
	r.number("sum", int64(sum(a)))
	r.number("part", int64(sum(a[2:4])))
	r.number("rest", int64(sum(a[5:])))
	a = a[:3]
	a = appendSquares(a, 3)
	r.number("more", int64(sum(a)))
	b := make([]int, 3, 10)
	b = append(b, a...)
	r.number("made", int64(sum(b)*10+len(b)))
	copy(b[1:], a)
	r.number("copied", int64(sum(b)))
	copy(b[1:4], b[:3])
	r.number("over itself", int64(1000*b[0]+100*b[1]+10*b[2]+b[3]))
	for i, v := range b {
		if i > 0 {
			b[i-1] = v // what comes later stays as it is
		}
	}
	r.number("moved", int64(sum(b)))
	unpackedInto(r)
	points := []point{{1, 2}, {3, 4}}
	for i := range points {
		points[i].move(i + 1)
	}
	p := points[0]
	p.x = 500
	points = append(points, p)
	r.number("points", int64(points[0].x*100+points[1].x*10+points[2].x))
	lines := [][]byte{[]byte("ab"), []byte("c")}
	lines[1] = append(lines[1], lines[0]...)
	r.say("lines", string(lines[1]))
	r.number("none", int64(len(none())))
}

// unpackedInto assigns elements of an array while it ranges over it: Go ranges
// over a copy.
func unpackedInto(r *report) {
	digits, total := [3]int{1, 2, 3}, 0
	for _, d := range digits {
		digits[2], digits[1] = divide(d+90, 10)
		total = 10*total + d
	}
	r.number("as it was", int64(total*100+digits[1]*10+digits[2]))
}

func none() []point { return nil }

func sum(list []int) int {
	total := 0
	for _, v := range list {
		total += v
	}
	return total
}

func appendSquares(dst []int, n int) []int {
	for i := n; i > 0; i-- {
		dst = append(dst, i*i)
	}
	return dst
}

func windows(r *report) {
	var table [3][4]uint64
	fill(table[1][:], 5)
	var flat [10]uint64
	fill(flat[2:6], 100)
	bucket := flat[6:8]
	bucket[1] = 77
	words := make([]uint64, 8)
	put(words, 4, 9)
	put(words, 4, 10)
	r.unsigned("table", table[1][0]+table[1][3]*1000+table[0][0])
	r.unsigned("flat", flat[1]+flat[2]+flat[5]*1000+flat[6]+flat[7])
	r.unsigned("words", words[4]*100+words[5]*10+words[6])
	copy(table[2][1:], flat[2:4])
	r.unsigned("copied", table[2][0]+table[2][1]*10+table[2][2]*100+table[2][3])
}

func fill(list []uint64, from uint64) {
	for i := range list {
		list[i] = from + uint64(i)
	}
}

func put(words []uint64, at int, value uint64) {
	part := words[at : at+2]
	for i := range part {
		if part[i] == 0 {
			part[i] = value
			return
		}
	}
}

// appendedTo appends to the lists of a list and of an array, each its own.
func appendedTo(r *report) {
	rows, columns := make([][]int, 2), [2][]int{}
	for i := range 3 {
		rows[i%2] = append(rows[i%2], i)
		columns[i%2] = append(columns[i%2], i)
	}
	r.number("rows", int64(len(rows[0])*1000+len(rows[1])*100+len(columns[0])*10+len(columns[1])))
}
