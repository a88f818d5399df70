package ir_test

import (
	"fmt"
	"testing"

	"evolab/ship/ir"
	"evolab/ship/shiptest"
)

// effects are functions f and what a call of them changes: what their parameters
// point to, by number, or something outside.
var effects = []struct{ name, source, want string }{
	{"nothing", "func f(a int) int { return a + 1 }", "[]"},
	{"a variable of its own", "func f(a int) int { a++; b := a; b = 2; return b }", "[]"},
	{"an array of its own", "func f(a int) int { var b [3]int; b[a] = 1; return b[0] }", "[]"},
	{"a struct behind a parameter", "func f(a int, p *t) { p.n = a }", "[1]"},
	{"an array behind a parameter", "func f(a int, p *[3]int) { p[a] = 1 }", "[1]"},
	{"an element of a slice", "func f(a int, list []int) { list[a] = 1 }", "[1]"},
	{"a struct that is a copy", "func f(v t) int { v.n = 1; return v.n }", "[]"},
	{"a list inside a copy", "func f(v t) { v.list[0] = 1 }", "[0]"},
	{"a part of a slice", "func f(a int, list []int) { copy(list[1:], list) }", "[1]"},
	{"an append, which may write behind the end", "func f(a int, list []int) []int { return append(list, a) }", "[1]"},
	{"a list of its own", "func f(a int) []int { return append(make([]int, 0, 3), a) }", "[]"},
	{"a parameter by another name", "func f(a int, p *t) { q := p; q.n = 1 }", "[1]"},
	{"a variable of the package", "var g int\nfunc f(a int) { g = a }", "outside []"},
	{"what a variable of the package points to", "var g *t\nfunc f(a int) { g.n = a }", "outside []"},
	{"through a call", "func inner(p *t, a int) { p.n = a }\nfunc f(a int, p *t) { inner(p, a) }", "[1]"},
	{"its own variable through a call", "func inner(p *t) { p.n = 1 }\nfunc f(a int) int { var v t; inner(&v); return v.n }", "[]"},
	{"a call of itself", "func f(a int, p *t) { p.n = 1; f(a, p) }", "[1]"},
	{"a call of one that calls it", "func inner(a int, p *t) { f(a, p) }\nfunc f(a int, p *t) { inner(a, p); p.n = a }", "[1]"},
	{"a function that is a value", "func f(h func()) { h() }", "outside []"},
	{"the system", "import \"evolab/ship/player/system\"\nfunc f() { system.Warn(\"\") }", "outside []"},
	{"a function of the standard library", "import \"math\"\nfunc f(x float64) float64 { return math.Sqrt(x) }", "[]"},
	{"a panic", "func f(a int) { panic(\"\") }", "outside []"},
}

// Purity finds what a call changes.
func TestEffects(t *testing.T) {
	for _, test := range effects {
		t.Run(test.name, func(t *testing.T) {
			// The types of a source follow its imports.
			p := shiptest.Lowered(t, test.source+"\ntype t struct { n int; list []int }\nvar h = f\nfunc Run() { h2 := h; _ = h2 }")
			got := ""
			for _, f := range p.Parts[len(p.Parts)-1].Funcs {
				if f.Name != "f" {
					continue
				}
				e := ir.NewPurity().Func(f)
				list := []int{}
				for i := range f.Params {
					if e.Params[i] {
						list = append(list, i)
					}
				}
				if got = fmt.Sprint(list); e.Outside {
					got = "outside " + got
				}
			}
			if got != test.want {
				t.Errorf("%s\nchanges %s (expected: %s)", test.source, got, test.want)
			}
		})
	}
}
