package lower

import (
	"fmt"
	"go/types"
	"path"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/load"
)

// reserved are keywords and library names of C++ and Python, and the names of
// the runtimes.
var reserved = strings.Fields(`
alignas alignof and asm auto bitand bitor bool break case catch char class compl const constexpr const_cast continue
decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
long mutable namespace new noexcept not nullptr operator or private protected public register reinterpret_cast return
short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor
False None True as assert async await def del elif except finally from global import in is lambda nonlocal pass raise
with yield self
abs bytes chr dict enumerate float int len list max min object ord print range repr round set slice sorted str sum tuple
type zip sys os math time std main index near far read write open errno stdin stdout stderr signal time exp log pow y0 y1 j0 j1 yn jn
Error FieldRef hexadecimal8 ItemRef Window Slice append appendAll appended argument argumentCount argumentList bitLength byteText bytesOf bytes_of copy
copyTo copy_into cpuTime cpu_time ctz16 ctz32 ctz64 ctz8 cut decimal each errorOf finish floor isInfinite is_infinite
listOf makeSlice parseFloat parse_float popcount popcount32 popcount64 printOut print_out quoted quotedByte
quoted_byte quotient readAll readFile readInput read_file read_input remainder replaceFile replace_file
round_half_away rt_arguments set shl shr sign_bit signed16 signed32 signed64 signed8 textOf text_of warn withRoom
writeFile write_file isRegular stat S_ISREG count_digits
askPassword ask_password closeLine close_line connectTo openLine open_line patience pauseFor pause_for realTime receiveBytes
receive_bytes restoreTerminal sendText send_text terminalBefore waitFor
accept bind close connect kill listen pause poll recv select send sleep socket
`)

// namer gives out each name once.
type namer struct{ taken map[string]bool }

// pick takes the first name that is free, or the last one with a number.
func (n *namer) pick(names ...string) string {
	for _, name := range names {
		if !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
	for i := 2; ; i++ {
		name := fmt.Sprintf("%s_%d", names[len(names)-1], i)
		if !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
}

// name gives everything in the program a unique name.
func (l *lowerer) name(p *ir.Program) {
	n := &namer{map[string]bool{}}
	for _, word := range reserved {
		n.taken[word] = true
	}
	for _, part := range p.Parts {
		tag := path.Base(path.Dir(part.Name))
		if tag+"/" == load.Module || tag == "." {
			tag = path.Base(part.Name)
		}
		for _, t := range part.Structs {
			t.Name = n.pick(t.Name, tag+"_"+t.Name)
		}
		for _, t := range part.Named {
			t.Name = n.pick(t.Name, tag+"_"+t.Name)
		}
		for _, f := range part.Funcs {
			f.Name = n.pick(f.Name, tag+"_"+f.Name)
		}
		for _, c := range part.Consts {
			c.Name = n.pick(c.Name, tag+"_"+c.Name)
		}
	}
	for _, v := range p.Vars {
		v.Name = n.pick(v.Name, v.Name+"_table")
	}
	for _, f := range l.funcs {
		f.nameLocals(n)
	}
	for _, part := range p.Parts {
		for _, t := range part.Structs {
			nameFields(t, n)
		}
	}
}

// nameFields gives the fields of a struct lower-case names that nothing else
// has.
func nameFields(t *ir.Struct, globals *namer) {
	own := map[string]bool{}
	for _, field := range t.Fields {
		name := strings.ToLower(field.Name[:1]) + field.Name[1:]
		if strings.ToUpper(field.Name) == field.Name { // such as PV
			name = strings.ToLower(field.Name)
		}
		for globals.taken[name] || own[name] {
			name += "_"
		}
		own[name] = true
		field.Name = name
	}
}

// nameLocals gives each local variable a name that neither the program nor a
// variable in an overlapping scope has.
func (f *function) nameLocals(globals *namer) {
	used := map[string][]*ir.Var{}
	for _, v := range f.declared {
		base := v.Name
		for i := 1; ; i++ {
			name := base
			if i > 1 {
				name = fmt.Sprintf("%s%d", base, i)
			} else if globals.taken[name] {
				name = base + "_"
			}
			if !globals.taken[name] && !f.clashes(used[name], v) {
				v.Name = name
				used[name] = append(used[name], v)
				break
			}
		}
	}
}

// clashes reports whether the scope of v overlaps that of one of the variables.
func (f *function) clashes(list []*ir.Var, v *ir.Var) bool {
	scope := f.scopes[v]
	for _, other := range list {
		o := f.scopes[other]
		if scope == nil || o == nil || inside(scope, o) || inside(o, scope) {
			return true
		}
	}
	return false
}

func inside(in, out *types.Scope) bool {
	for ; in != nil; in = in.Parent() {
		if in == out {
			return true
		}
	}
	return false
}
