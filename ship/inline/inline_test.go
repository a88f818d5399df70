package inline_test

import (
	"strings"
	"testing"

	"evolab/ship/inline"
	"evolab/ship/shiptest"
)

// programs are a function f, a line that calls it, and what is left of both.
var programs = []struct{ name, f, line, want string }{
	{"one returned expression", "func f(a int) int { return a + 1 }", "x = f(2)", `
func Run x p
  assign x (binary + 2 1)
`},
	{"calls in what was put in", "func f(a int) int { return g(a) * 2 }\nfunc g(a int) int { return a + 1 }", "x = f(x)", `
func Run x p
  assign x (binary * (binary + x 1) 2)
`},
	{"a method", "func (p *t) f() int { return p.n }", "x = p.f()", `
func Run x p
  assign x (fieldof p n)
`},
	{"comments do not matter", "func f(a int) int {\n// why\nreturn a\n}", "x = f(2)", `
func Run x p
  assign x 2
`},
	{"a function of several statements stays", "func f(a int) int { a++; return a }", "x = f(2)", `
func f a
  update + a 1
  return [a]
func Run x p
  assign x (call f [2])
`},
	{"one that calls itself stays", "func f(a int) int { return f(a - 1) }", "x = f(2)", `
func f a
  return [(call f [(binary - a 1)])]
func Run x p
  assign x (call f [2])
`},
	{"an argument that is costly is not written twice", "func f(a int) int { return a * a }", "x = f(x + 1)", `
func f a
  return [(binary * a a)]
func Run x p
  assign x (call f [(binary + x 1)])
`},
	{"a cheap one is", "func f(a int) int { return a * a }", "x = f(p.n)", `
func Run x p
  assign x (binary * (fieldof p n) (fieldof p n))
`},
	{"an argument that changes something is computed in its turn", "func f(a int) int { return 1 }\nfunc (p *t) inc() int { p.n++; return p.n }", "x = f(p.inc())", `
func f a
  return [1]
func t_inc p
  update + (fieldof p n) 1
  return [(fieldof p n)]
func Run x p
  assign x (call f [(call t_inc [p])])
`},
	{"a call for its effect stays a call", "func f(a int) int { return a }", "f(g(2))\n}\nfunc g(a int) int {\nreturn a + 1", `
func f a
  return [a]
func Run x p
  callstmt (call f [(binary + 2 1)])
`},
	{"a function as a value stays", "func f(a int) int { return a }", "h := f\nx = h(f(3))", `
func f a
  return [a]
func Run x p
  declare h f
  assign x (callvalue h [3])
`},
}

// Calls of small functions go, in Run(x int, p *t) with one line in it.
func TestProgram(t *testing.T) {
	for _, test := range programs {
		t.Run(test.name, func(t *testing.T) {
			p := shiptest.Lowered(t, "type t struct{ n int }\n"+test.f+"\nfunc Run(x int, p *t) {\n"+test.line+"\n}")
			inline.Program(p)
			if got := shiptest.Text(p); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("%s ... %s\nbecomes\n%sexpected:%s", test.f, test.line, got, test.want)
			}
		})
	}
}
