package sample

type speeds struct{ slow, fast int64 }

func (s *speeds) at(name string) *int64 {
	switch name {
	case "slow":
		return &s.slow
	case "fast":
		return &s.fast
	}
	return nil
}

type node struct {
	value int
	next  *node
}

func push(list *node, value int) *node { return &node{value, list} }

func origin() *point {
	p := point{7, 8}
	p.x++
	return &p
}

// nothing has no fields, only a method.
type nothing struct{}

func (nothing) answer() int { return 42 }

type holder struct {
	inner nothing
	n     int
}

// empty uses structs without fields.
func empty(r *report) {
	a := holder{n: 1}
	b := a
	b.inner = nothing{}
	p := &a
	*p = b
	r.truth("equal", a == b && a.inner == nothing{})
	r.number("answer", int64(b.inner.answer()+a.n))
}

// pointers has pointers to structs and to numbers in them.
func pointers(r *report) {
	var s speeds
	if at := s.at("fast"); at != nil {
		*at = 12
		*at += 3
	}
	*s.at("slow") = 4
	r.number("speeds", s.slow*100+s.fast)
	r.truth("nowhere", s.at("else") == nil)
	var history [2][4]int32
	h := &history[1][2]
	*h = min(*h+5, 100)
	*h++
	r.number("history", int64(history[1][2]))
	var list *node
	for i := range 4 {
		list = push(list, i)
	}
	total := 0
	for at := list; at != nil; at = at.next {
		total = 10*total + at.value
	}
	r.number("list", int64(total))
	total, list = list.value, push(list, 7)
	r.number("both", int64(10*total+list.value))
	p := origin()
	q := p
	q.y = 1
	r.number("shared", int64(10*p.x+p.y))
	fresh := new(point)
	fresh.move(2)
	r.number("new", int64(10*fresh.x+fresh.y))
}

var (
	squaresTo = makeSquares()
	doubled   = [3]int{2 * squaresTo[1], 2 * squaresTo[2], base}
	base      = squaresTo[3] + 1
	calls     int
	low, high = 3, 5
)

func makeSquares() (table [4]int) {
	for i := range table {
		table[i] = i * i
	}
	return table
}

func count() int {
	calls++
	return calls
}

func swap()       { low, high = high, low }
func split(n int) { low, high = divide(n, 10) }

// setup uses package variables, which are initialised in dependency order.
func setup(r *report) {
	r.number("doubled", int64(doubled[0]+10*doubled[1]+100*doubled[2]))
	count()
	r.number("calls", int64(count()))
	swap()
	r.number("swapped", int64(10*low+high))
	split(47)
	r.number("split", int64(10*low+high))
}
