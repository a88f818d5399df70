package sample

func flow(r *report) {
	total := counted(r)
	for x := uint64(0b101100); x != 0; x &= x - 1 {
		total++
	}
	n := 4
	for i := 0; i < n; i++ {
		n-- // the end moves
		total += 1000
	}
	r.number("moving end", int64(total))
	for {
		total /= 2
		if total < 50 {
			break
		}
	}
	r.number("endless", int64(total))
	for x := -1; x < 6; x++ {
		r.say("switch", kind(x))
		r.number("without a tag", int64(rank(x)))
	}
	if x := total * 2; x > 10 && x < 1000 || x == -1 {
		r.number("if with a value", int64(x))
	} else if y := x + 1; y > 5 {
		r.number("else", int64(y))
	} else {
		r.number("neither", 0)
	}
}

func counted(r *report) int {
	total := 0
	for i := 0; i < 10; i++ {
		if i == 3 {
			continue
		}
		if i == 8 {
			break
		}
		total += i
	}
	r.number("for", int64(total))
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		if i == 1 {
			continue
		}
		total += 100*i + j
	}
	r.number("two variables", int64(total))
	for i := 7; i >= 0; i -= 3 {
		total = total*3 + i
	}
	for n := 5; n > 0; n-- {
		total -= n
	}
	r.number("down", int64(total))
	return total
}

func kind(x int) string {
	switch x {
	case 0:
		return "none"
	case 1, 2:
		return "few"
	case 3:
		// falls out
	default:
		if x < 0 {
			return "negative"
		}
	}
	return "some"
}

func rank(x int) (n int) {
	switch y := x * x; {
	case y > 9:
		n = 1
	case y == 4 && x > 0, x == -1:
		n = 2
	}
	for range 3 {
		n += 10
	}
	return
}

// names has reserved words of other languages, and names that shadow others.
func names(r *report) {
	class, def, double, lambda := 1, 2, 3, 4
	pass, None, self, template := 5, 6, 7, 8
	r.number("reserved", int64(class+def*double-lambda*pass+None*self-template))
	x := 1
	if x := x + 1; x > 1 {
		x := x * 10
		x++
		r.number("inner", int64(x))
	}
	for x := range 2 {
		r.number("loop", int64(x))
	}
	r.number("outer", int64(x))
	sum := sum([]int{x, size})
	r.number("shadow", int64(sum))
	size := sum + size
	r.number("constant", int64(size))
}
