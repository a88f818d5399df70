package lower_test

import (
	"strings"
	"testing"

	"evolab/ship/shiptest"
)

// constructs are sources and what they become: a statement a line, in the words
// of shiptest.Text.
var constructs = []struct{ name, source, want string }{
	{"an increment is an update", "func Run(x int) { x++ }", `
func Run x
  update + x 1
`},
	{"constants take the type of their place", "func Run(x uint8) { x = 7; x = 1<<3 | x }", `
func Run x
  assign x 7:u8
  assign x (binary:u8 | 8:u8 x)
`},
	{"a constant of the package keeps its name, any other is its value",
		"const Size = 5\nfunc Run(x int) { const two = 2; x = Size; x = Size + 1; x = two }", `
func Run x
  assign x Size
  assign x 6
  assign x 2
`},
	{"places that do not meet are set one after the other", "func Run(x, y int) { x, y = 1, 2 }", `
func Run x y
  assign x 1
  assign y 2
`},
	{"a swap is set together", "func Run(x, y int) { x, y = y, x }", `
func Run x y
  together [x y] [y x]
`},
	{":= sets what is there after all values are known", "func Run(x int) int { x, y := 1, x; return y + x }", `
func Run x
  declare next 1
  declare y x
  assign x next
  return [(binary + y x)]
`},
	{"several results are unpacked, unwanted ones left out",
		"func two() (a, b int) { return }\nfunc Run(x int) { x, _ = two(); _, y := two(); y++ }", `
func two
  return [a b]
func Run x
  unpack [x _] [_ _] (call two [])
  unpack [_ y] [_ y] (call two [])
  update + y 1
`},
	{"a call whose result is dropped is made", "func one() int { return 1 }\nfunc Run(x int) { y, _ := x, one(); y++ }", `
func one
  return [1]
func Run x
  declare y x
  callstmt (call one [])
  update + y 1
`},
	{"what a constant rules out is left out", "const on = false\nfunc f()\nfunc Run(x int) int { if on { f() }; return x }", `
func Run x
  return [x]
`},
	{"an if with a value is a block", "func Run(x int) { if y := x; y > 1 { x = 2 } else if x < 0 { x = 3 } }", `
func Run x
  block
    declare y x
    if (binary > y 1)
      assign x 2
    else
      if (binary < x 0)
        assign x 3
`},
	{"a loop has its step", "func Run(x int) { for i := 0; i < 3; i++ { x++ } }", `
func Run x
  block
    declare i 0
    loop (binary < i 3)
      update + x 1
    post
      update + i 1
`},
	{"a range over a number counts", "func Run(x int) { for range x { x-- } }", `
func Run x
  count i x
    update - x 1
`},
	{"a range over a list goes through it", "func Run(list []int) { for i, v := range list { list[i] = v } }", `
func Run list_
  each i v list_
    assign (indexof list_ i) v
`},
	{"a switch is a chain of ifs", "func Run(x int) { switch x { case 1, 2: x = 9; default: x = 8 } }", `
func Run x
  if (binary || (binary == x 1) (binary == x 2))
    assign x 9
  else
    assign x 8
`},
	{"what a switch calls, it calls once", "func f() int { return 1 }\nfunc Run() { switch f() { case 1: case 2: } }", `
func f
  return [1]
func Run
  block
    declare value (call f [])
    if (binary == value 1)
    else
      if (binary == value 2)
`},
	{"a method is a function of its receiver", "type t struct{ n int }\nfunc (p *t) m(x int) { p.n = x }\nfunc Run(p *t) { var v t; v.m(1); p.m(2) }", `
func t_m p x
  assign (fieldof p n) x
func Run p
  declare v _
  callstmt (call t_m [(addressof v) 1])
  callstmt (call t_m [p 2])
`},
	{"an embedded struct is a field", "type in struct{ n int }\ntype out struct{ in }\nfunc Run(o *out) int { return o.n }", `
func Run o
  return [(fieldof (fieldof o in_) n)]
`},
	{"a generic function has an instance for each type", "func f[T int | uint8](x T) T { return x + 1 }\nfunc Run() int { return f(2) + int(f(uint8(3))) }", `
func f x
  return [(binary + x 1)]
func x_f x
  return [(binary:u8 + x 1:u8)]
func Run
  return [(binary + (call f [2]) (convert (call:u8 x_f [3:u8])))]
`},
	{"the rest of the arguments is a list", "func f(list ...int) int { return len(list) }\nfunc Run() int { return f(1, 2) }", `
func f list_
  return [(builtin len [list_])]
func Run
  return [(call f [(listlit [1 2])])]
`},
	{"the fields of a literal stand in order, left out ones are empty", "type t struct{ a, b, c int }\nfunc Run() t { return t{c: 3, a: 1} }", `
func Run
  return [(structlit [1 _ 3])]
`},
	{"the elements of a literal stand at their places", "func Run() [4]int { return [4]int{2: 7} }", `
func Run
  return [(listlit [_ _ 7 _])]
`},
	{"the address of a literal is a new place", "type t struct{ n int }\nfunc Run() *t { return &t{1} }", `
func Run
  return [(new (structlit [1]))]
`},
	{"a local variable whose address is returned gets a new place", "type t struct{ n int }\nfunc Run() *t { var v t; return &v }", `
func Run
  declare v _
  return [(new v)]
`},
	{"nil has the type of its place", "func Run(p *[2]int) bool { return p == nil }", `
func Run p
  return [(binary == p zero)]
`},
	{"a format is taken apart", "import \"fmt\"\nfunc Run(n int, s string) string { return fmt.Sprintf(\"%d%%: %s %q\", n, s, s) }", `
func Run n s
  return [(builtin join [(builtin decimal [n]) "%" ": " s " " (builtin quoted [s])])]
`},
	{"a function of the standard library is an operation", "import \"math/bits\"\nfunc Run(x uint64) int { return bits.Len64(x) }", `
func Run x
  return [(builtin math/bits.Len64 [x])]
`},
	{"variables of a package stand in the order of their values", "var a = b + 1\nvar b = 2\nfunc Run() int { return a }", `
var b 2
var a (binary + b 1)
func Run
  return [a]
`},
	{"reserved words and names that are taken get others", "func list() int { return 1 }\nfunc Run(double int) int { x := double; { x := list(); double = x }; return x }", `
func x_list
  return [1]
func Run double_
  declare x double_
  block
    declare x2 (call x_list [])
    assign double_ x2
  return [x]
`},
	{"comments stay before their statements", "func Run(x int) {\n// why\nx++\n}", `
func Run x
  comment why
  update + x 1
`},
}

// Each construct of Go becomes what stands beside it.
func TestConstructs(t *testing.T) {
	for _, test := range constructs {
		t.Run(test.name, func(t *testing.T) {
			if got := shiptest.Text(shiptest.Lowered(t, test.source)); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("%s\nbecomes\n%sexpected:%s", test.source, got, test.want)
			}
		})
	}
}
