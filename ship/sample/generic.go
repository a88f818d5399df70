package sample

// shape is the constraint of the generic code.
type shape[T comparable] interface {
	*T
	Area() int
	Grow(by int)
}

type square struct{ side int }

func (s *square) Area() int   { return s.side * s.side }
func (s *square) Grow(by int) { s.side += by }

type line struct{ from, to uint8 }

func (l *line) Area() int   { return int(l.to) - int(l.from) }
func (l *line) Grow(by int) { l.to += uint8(by) }

// dot has no fields.
type dot struct{}

func (d *dot) Area() int   { return 1 }
func (d *dot) Grow(by int) {}

// stack holds shapes of one type.
type stack[T comparable, P shape[T]] struct {
	items [3]T
	n     int
	best  func(*T) int
}

func (s *stack[T, P]) push(item T) {
	s.items[s.n] = item
	s.n++
}

func (s *stack[T, P]) area() int {
	total := 0
	for i := 0; i < s.n; i++ {
		total += P(&s.items[i]).Area()
	}
	if s.best != nil {
		total += 1000 * s.best(&s.items[0])
	}
	return total
}

func grown[T comparable, P shape[T]](s *stack[T, P], by int) *stack[T, P] {
	bigger := &stack[T, P]{best: s.best}
	for i := 0; i < s.n; i++ {
		item := s.items[i]
		P(&item).Grow(by)
		bigger.push(item)
	}
	return bigger
}

func largest[T int | uint8](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func generics(r *report) {
	squares := stack[square, *square]{best: (*square).Area}
	squares.push(square{2})
	squares.push(square{3})
	var lines stack[line, *line]
	lines.push(line{10, 250})
	r.number("squares", int64(squares.area()))
	r.number("lines", int64(lines.area()))
	dots := &stack[dot, *dot]{}
	dots.push(dot{})
	dots = grown(dots, 2)
	r.number("dots", int64(dots.area()))
	more, longer := grown(&squares, 1), grown(&lines, 9)
	area := more.area()
	r.number("grown", int64(area+longer.area()))
	r.number("not grown", int64(squares.area()))
	r.number("largest", int64(largest(3, 4))+int64(largest(uint8(9), 7)))
}

type operation func(a, b int) int

func plus(a, b int) int  { return a + b }
func times(a, b int) int { return a * b }

func pick(product bool) operation {
	if product {
		return times
	}
	return plus
}

type counter struct {
	inner point
	apply operation
}

// embedded has the fields and methods of another struct.
type embedded struct {
	point
	weight int
}

func divide(a, b int) (quotient, rest int) { return a / b, a % b }

func variadic(first int, rest ...int) int { return first*100 + sum(rest) }

// functions has function values, several results and variadic parameters.
func functions(r *report) {
	c := counter{apply: pick(true)}
	r.number("times", int64(c.apply(6, 7)))
	c.apply = plus
	c.inner.move(2)
	r.number("plus", int64(c.apply(6, 7)+c.inner.x))
	q, rest := divide(-17, 5)
	r.number("divided", int64(10*q+rest))
	q, _ = divide(99, 10)
	r.number("again", int64(q))
	r.number("variadic", int64(variadic(1)+variadic(2, 3, 4)+variadic(5, []int{6}...)))
	e := embedded{point{1, 2}, 3}
	e.move(5)
	e.x *= 2
	r.number("embedded", int64(e.x*100+e.y*10+e.plus(point{1, 1}).x+e.weight))
	r.number("fibonacci", int64(fibonacci(15)))
}

func fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}
