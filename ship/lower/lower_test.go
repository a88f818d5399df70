package lower_test

import (
	"errors"
	"strings"
	"testing"

	"evolab/ship/lower"
	"evolab/ship/shiptest"
)

// What cannot be translated is an error with its place.
func TestOutsideOfTheSubset(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"func Run() int {\n m := map[int]int{}\n return m[1]\n}", "x/x.go:3: the type map[int]int"},
		{"func Run() int {\n f := func() int { return 1 }\n return f()\n}", "x/x.go:3: a function inside a function"},
		{"func Run() int {\n go f()\n return 1\n}\nfunc f() {}", "x/x.go:3: a goroutine"},
		{"func Run() int {\n defer f()\n return 1\n}\nfunc f() {}", "x/x.go:3: a deferred call"},
		{"func Run() int {\n c := make(chan int)\n c <- 1\n return 1\n}", "x/x.go:4: a channel"},
		{"func Run() int {\n var x any = 1\n return x.(int)\n}", "x/x.go:3: the type any"},
		{"type i interface{ M() int }\nfunc Run() int {\n return f(nil)\n}\nfunc f(x i) int {\n return x.M()\n}", "x/x.go:7: the method M of an interface value"},
		{"func Run() int {\nl:\n for {\n  break l\n }\n return 1\n}", "x/x.go:3: a label"},
		{"func Run() int {\n for {\n  switch {\n  default:\n   break\n  }\n }\n}", "x/x.go:6: break inside a switch"},
		{"func Run() int {\n switch {\n case true:\n  fallthrough\n default:\n }\n return 1\n}", "x/x.go:5: fallthrough"},
		{"func Run() int {\n x := 1\n p := &x\n return *p\n}", "x/x.go:4: the address of the variable x, which is no struct and no array"},
		{"func Run() int {\n return len(f())\n}\nfunc f() []int {\n var a [3]int\n return a[:]\n}", "x/x.go:7: a pointer into the variable a that outlives it"},
		{"type s struct{ n int }\nfunc Run() int {\n var p *s\n if a := (s{1}); a.n > 0 {\n  p = &a\n }\n return p.n\n}", "x/x.go:6: a pointer into the variable a that outlives it"},
		{"type s struct{ n int }\nfunc (p *s) inc() int { p.n++; return p.n }\nfunc Run() int {\n var a s\n return a.inc() - a.inc()\n}", "x/x.go:6: two calls in one expression"},
		{"type s struct{ n int }\nfunc (p *s) inc() int { p.n++; return p.n }\nfunc (p *s) at() int { return p.n }\nfunc two(p *s) (int, int) {\n return p.inc(), p.inc()\n}\nfunc Run() int {\n var a s\n x, y := two(&a)\n return x - y\n}", "x/x.go:6: two calls in one expression"},
		{"type s struct{ n int }\nfunc (p *s) inc() int { p.n++; return p.n }\nfunc (p *s) at() int { return p.n }\nfunc Run() int {\n var a s\n b := make([]int, 3)\n b[a.inc()] = a.inc()\n return b[1]\n}", "x/x.go:8: two calls in one expression"},
		{"type s struct{ n int }\nfunc (p *s) inc() int { p.n++; return p.n }\nfunc (p *s) at() int { return p.n }\ntype u struct{ b, a int }\nfunc Run() int {\n var a s\n x := u{a: a.inc(), b: a.inc()}\n return x.a\n}", "x/x.go:8: two calls in one expression"},
		{"type s struct{ n int }\nfunc (p *s) inc() int { p.n++; return p.n }\nfunc (p *s) at() int { return p.n }\nfunc Run() int {\n var a s\n x := []int{1: a.inc(), 0: a.inc()}\n return x[0]\n}", "x/x.go:7: two calls in one expression"},
		{"type s struct{ n int }\nfunc (p *s) inc() int { p.n++; return p.n }\nfunc (p *s) at() int { return p.n }\nfunc add(a, b int) int { return a + b }\nfunc Run() int {\n var a s\n return add(a.inc(), a.at())\n}", "x/x.go:8: a call beside one that may change what it is given"},
		{"func Run() int {\n i, a := 0, [3]int{}\n i, a[i] = 2, 7\n return a[0] + i\n}", "x/x.go:4: a place that depends on what the same statement assigns"},
		{"type s struct{ n int }\nfunc (p *s) inc() int { p.n++; return p.n }\nfunc (p *s) at() int { return p.n }\nfunc Run() int {\n var a s\n _ = a.inc() + 1\n return a.n\n}", "x/x.go:7: a call in a value that is dropped"},
		{"type s struct{}\nfunc (s) m() int { return 1 }\nfunc Run() int {\n var a s\n f := a.m\n return f()\n}", "x/x.go:6: the method m as a value"},
		{"func Run() int {\n var a []int\n if a == nil {\n }\n return 1\n}", "x/x.go:4: a slice compared with nil"},
		{"func Run() int {\n a := make([]int, 3)\n return len(a[:1:2])\n}", "x/x.go:4: a slice with three indices"},
		{"func two() (int, int) { return 1, 2 }\nfunc add(a, b int) int { return a + b }\nfunc Run() int {\n return add(two())\n}", "x/x.go:5: the results of one call as the arguments of another"},
		{"import \"os\"\nfunc Run() int {\n return os.Getpid()\n}", "x/x.go:4: undefined: os.Getpid"},
		{"import \"fmt\"\nfunc Run() int {\n fmt.Println(1)\n return 1\n}", "x/x.go:4: undefined: fmt.Println"},
		{"import \"fmt\"\nfunc Run() int {\n return len(fmt.Sprintf(\"%x\", 1))\n}", "x/x.go:4: the verb %x for int"},
		{"func Run() int {\n type t struct{}\n return 1\n}", "x/x.go:3: a type inside a function"},
		{"func Run() int {\n n := 0\n for _, c := range \"abc\" {\n  n += int(c)\n }\n return n\n}", "x/x.go:4: range over untyped string"},
		{"func f() int\nfunc Run() int {\n return f()\n}", "x/x.go:4: the function evolab/x.f, which has no body"},
		{"import \"fmt\"\nfunc Run() int {\n f := fmt.Sprintf\n return len(f(\"\"))\n}", "x/x.go:4: the function fmt.Sprintf, which has no body"},
	} {
		_, err := shiptest.Lower(test.source)
		if !errors.Is(err, lower.ErrSubset) || !strings.Contains(err.Error(), "\n"+test.want) {
			t.Errorf("%s\ngives %v\nwant ...%s...", test.source, err, test.want)
		}
	}
}

// What is not reached is not looked at.
func TestOnlyWhatIsReached(t *testing.T) {
	p, err := shiptest.Lower("import \"reflect\"\nvar unused = map[int]int{}\nfunc other() { reflect.TypeOf(1); go other() }\nfunc used() int { return 2 }\nfunc Run() int { return used() }")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(p.Parts[0].Funcs); n != 2 || len(p.Vars) != 0 {
		t.Errorf("%d functions and %d variables (expected: 2 and 0)", n, len(p.Vars))
	}
}

func TestNoSuchFunction(t *testing.T) {
	if _, err := shiptest.Lower("func other() {}"); err == nil {
		t.Error("a program without Run is accepted")
	}
}
