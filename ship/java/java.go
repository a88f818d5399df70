// Package java writes the program of package ir as Java 8: one file that needs
// nothing but the standard library.
//
// Structs become objects, arrays become arrays, and pointers to either become
// references; values that Go copies are copied unless they were just made. A slice
// is a small object that refers to its array, as in Go. Starting the machine is a
// part of every move's time, so the program uses neither lambdas nor formats nor
// regular expressions, whose classes take long to load.
//
// Unsigned numbers are kept in signed ones: those of 64 and 32 bits as the same
// bits, narrower ones as their value. A whole number that is known to fit an int is
// one, as indices are.
package java

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

//go:embed runtime.java.txt
var runtime string

//go:embed slice.java.txt
var slice string

//go:embed network.java.txt
var network string

// Source is the whole file. It begins with head, a comment; class is the name of
// the file without its ending.
func Source(p *ir.Program, head, class string) (string, error) {
	w := newWriter(class, ir.NewRanges())
	// Writing a program finds what its structs need: it is written until nothing is
	// new.
	for known := -1; known < w.known() && len(w.Errs) == 0; {
		known = w.known()
		w.Reset()
		w.program(p)
	}
	body := w.String()
	var b strings.Builder
	b.WriteString(head + imports)
	if w.networked {
		b.WriteString(networkImports)
	}
	fmt.Fprintf(&b, "\n@SuppressWarnings({\"unchecked\", \"rawtypes\"})\npublic final class %s {\n", class)
	b.WriteString(runtime)
	for _, l := range lists {
		if w.lists[l.name] {
			b.WriteString(l.source())
		}
	}
	if w.networked {
		b.WriteString(network)
	}
	fmt.Fprintf(&b, "%s\n  public static void main(String[] args) {\n    argumentList = args;\n    finish(%s());\n  }\n}\n", body, w.id(p.Entry.Name))
	return plain(b.String()), w.Err("java")
}

const (
	imports = `
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
`
	networkImports = `import java.io.Console;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
`
)

// plain replaces what Java would not take for a comment: its escapes, and what is
// not ASCII, which a compiler reads as its system's settings say.
func plain(source string) string {
	return comments.ReplaceAllStringFunc(source, func(line string) string {
		return strings.Map(func(r rune) rune {
			if r > '~' {
				return '?'
			}
			return r
		}, strings.ReplaceAll(line, `\`, "/"))
	})
}

var comments = regexp.MustCompile(`(?m)^ *//.*$`)

func (w *writer) program(p *ir.Program) {
	w.labels = 0
	for _, part := range p.Parts {
		w.part(part)
	}
	if len(p.Vars) > 0 {
		w.WriteString("\n")
		w.Line("// ---- what is set up once\n")
	}
	for _, v := range p.Vars {
		w.global(v)
	}
	w.functionClasses()
	w.tupleClasses()
}

func (w *writer) part(p *ir.Part) {
	if len(p.Structs)+len(p.Consts)+len(p.Funcs) == 0 {
		return
	}
	w.WriteString("\n")
	w.Title(p)
	for _, c := range p.Consts {
		w.Comment(c.Doc)
		w.Line("static final %s %s = %s;", w.constType(c), w.id(c.Name), w.literal(c.Value, c.Type).text)
	}
	for _, s := range p.Structs {
		w.class(s)
	}
	for _, f := range p.Funcs {
		w.function(f)
	}
}

// global writes a package variable. The value of a large one gets a method of its
// own: Java limits the size of each.
func (w *writer) global(v *ir.Var) {
	w.Comment(v.Doc)
	modifiers := "static "
	if v.Sets == 0 || ir.IsAggregate(v.Type) {
		modifiers = "static final "
	}
	value := w.zero(v.Type)
	if v.Init != nil {
		value = w.value(v.Init)
	}
	const long = 300
	if len(value) < long {
		w.Line("%s%s %s = %s;", modifiers, w.typ(v.Type), w.id(v.Name), value)
		return
	}
	w.Line("%s%s %s = make_%s();\n", modifiers, w.typ(v.Type), w.id(v.Name), v.Name)
	w.Line("static %s make_%s() {", w.typ(v.Type), v.Name)
	w.Line("  return %s;", value)
	w.Line("}\n")
}

// writer writes the program.
type writer struct {
	text.Braces
	className string
	ranges    *ir.Ranges
	networked bool              // the program plays over a network
	lists     map[string]bool   // the classes of slices that are used
	tuples    map[string]string // classes of several results: their fields, by their names
	functions []*functions
	arrays    map[*ir.Struct]int // the dimensions of the arrays of structs that are made
	classes   map[string]string  // the names of classes in lower case, as some file systems compare them
	names     map[string]string

	// Of the function that is being written:
	small   map[*ir.Var]bool // whole numbers that are ints
	growing map[*ir.Var]bool // slices that are appended to in place
	params  map[*ir.Var]bool
	aliases map[*ir.Var]bool // see ir.Aliases
	loops   []loop           // innermost last
	labels  int
}

func newWriter(class string, r *ir.Ranges) *writer {
	w := &writer{
		className: class, ranges: r, lists: map[string]bool{"Bytes": true}, tuples: map[string]string{}, arrays: map[*ir.Struct]int{},
		classes: map[string]string{strings.ToLower(class): ""}, names: map[string]string{}, small: map[*ir.Var]bool{},
	}
	w.Braces = text.Braces{Writer: text.Writer{Indent: "  ", Sign: "//", Depth: 1}, Expr: w.expr, Stmt: w.stmt}
	return w
}

// known counts what has been found out about the program.
func (w *writer) known() int {
	n := len(w.lists) + len(w.tuples) + len(w.names)
	for _, f := range w.functions {
		n += 1 + len(f.list)
	}
	for _, dimensions := range w.arrays {
		n += dimensions
	}
	return n
}

func (w *writer) function(f *ir.Func) {
	w.WriteString("\n")
	w.Comment(f.Doc)
	w.params, w.aliases, w.growing = map[*ir.Var]bool{}, ir.Aliases(f), growing(f)
	var params []string
	for i, p := range f.Params {
		w.params[p] = true
		if p.Name == "unused" {
			p.Name = fmt.Sprintf("unused%d", i)
		}
		params = append(params, w.typ(p.Type)+" "+w.id(p.Name))
	}
	w.Line("static %s %s(%s) {", w.typ(f.Result), w.id(f.Name), strings.Join(params, ", "))
	w.Depth++
	for _, p := range f.Params {
		name := w.id(p.Name)
		if ir.IsAggregate(p.Type) && (p.Sets > 0 || p.Addressed) {
			w.Line("%s = %s;", name, w.copyOf(name, p.Type))
		}
		if w.growing[p] {
			w.Line("%s = %s.copy();", name, name)
		}
	}
	for _, r := range f.Results {
		w.declare(r, nil)
	}
	w.Stmts(f.Body)
	w.Depth--
	w.Line("}")
}

func (w *writer) class(s *ir.Struct) {
	w.WriteString("\n")
	w.Comment(s.Doc)
	name := w.classID(s.Name)
	w.Line("static final class %s extends Value<%s> {", name, name)
	w.Depth++
	for _, f := range s.Fields {
		w.Comment(f.Doc)
		w.Line("%s %s;", w.stored(f.Type), w.id(f.Name))
	}
	if len(s.Fields) > 0 {
		w.WriteString("\n")
		w.Line("%s() {", name)
		for _, f := range s.Fields {
			if zero := w.zero(f.Type); !slices.Contains([]string{"0", "0.0", "false", "null"}, strings.TrimPrefix(strings.TrimPrefix(zero, "(byte) "), "(short) ")) {
				w.Line("  %s = %s;", w.id(f.Name), zero)
			}
		}
		w.Line("}\n")
		w.Line("%s(%s) {", name, text.List(s.Fields, func(f *ir.Field) string { return w.typ(f.Type) + " " + w.id(f.Name) }))
		for _, f := range s.Fields {
			w.Line("  this.%s = %s;", w.id(f.Name), w.narrowed(w.id(f.Name), f.Type))
		}
		w.Line("}")
	}
	w.WriteString("\n")
	w.Line("%s copy() {", name)
	w.Line("  return new %s(%s);", name, text.List(s.Fields, func(f *ir.Field) string { return w.copyOf(w.id(f.Name), f.Type) }))
	w.Line("}\n")
	w.Line("void set(%s other_) {", name)
	w.Depth++
	for _, f := range s.Fields {
		w.setPlace(w.id(f.Name), "other_."+w.id(f.Name), f.Type)
	}
	w.Depth--
	w.Line("}")
	if s.Compared {
		same := text.Each(s.Fields, func(f *ir.Field) string { return w.same(w.id(f.Name), "other_."+w.id(f.Name), f.Type) })
		w.WriteString("\n")
		w.Line("boolean same(%s other_) {", name)
		w.Line("  return %s;", strings.Join(append(same, "true")[:max(1, len(same))], " && "))
		w.Line("}")
	}
	w.arraysOf(s, name)
	w.Depth--
	w.Line("}")
}

// arraysOf writes what makes arrays of a struct, and arrays of those.
func (w *writer) arraysOf(s *ir.Struct, name string) {
	made, params, args := "new "+name+"()", "int n1", ""
	for dimensions := range w.arrays[s] {
		brackets := strings.Repeat("[]", dimensions)
		w.WriteString("\n")
		w.Line("static %s[]%s zeros(%s) {", name, brackets, params)
		w.Line("  %s[]%s list = new %s[n1]%s;", name, brackets, name, brackets)
		w.Line("  for (int i = 0; i < n1; i++) list[i] = %s;", made)
		w.Line("  return list;")
		w.Line("}")
		next := fmt.Sprintf("n%d", dimensions+2)
		params, args = params+", int "+next, strings.TrimPrefix(args+", "+next, ", ")
		made = "zeros(" + args + ")"
	}
}

func (w *writer) tupleClasses() {
	for _, name := range sortedKeys(w.tuples) {
		if strings.Contains(runtime, "class "+name+" ") || strings.Contains(network, "class "+name+" ") && w.networked {
			continue
		}
		fields := strings.Split(w.tuples[name], "; ")
		w.WriteString("\n")
		w.Line("static final class %s {", name)
		w.Depth++
		for _, f := range fields {
			w.Line("final %s;", f)
		}
		w.WriteString("\n")
		w.Line("%s(%s) {", name, strings.Join(fields, ", "))
		for i := range fields {
			w.Line("  this.%s = %s;", resultName(i), resultName(i))
		}
		w.Line("}")
		w.Depth--
		w.Line("}")
	}
}

func resultName(i int) string { return fmt.Sprintf("r%d", i) }

func sortedKeys(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// functions are the functions that are values of one type. A class whose objects
// are numbers of functions starts faster than one class for each.
type functions struct {
	name string
	typ  *ir.Signature
	list []*ir.Func
}

func (w *writer) functionsOf(t *ir.Signature) *functions {
	key := w.typ(t.Result) + "(" + text.List(t.Params, w.typ) + ")"
	for _, f := range w.functions {
		if w.typ(f.typ.Result)+"("+text.List(f.typ.Params, w.typ)+")" == key {
			return f
		}
	}
	f := &functions{name: fmt.Sprintf("Function%d", len(w.functions)+1), typ: t}
	w.functions = append(w.functions, f)
	return f
}

func (w *writer) reference(f *ir.Func, t ir.Type) string {
	all := w.functionsOf(ir.Under(t).(*ir.Signature))
	if !slices.Contains(all.list, f) {
		all.list = append(all.list, f)
	}
	return fmt.Sprintf("%s.%s", all.name, w.called(f))
}

// called is the name of a function, or of the operation that it is.
func (w *writer) called(f *ir.Func) string {
	if f.Op != ir.NoOp {
		return w.operation(f.Op)
	}
	return w.id(f.Name)
}

func (w *writer) functionClasses() {
	for _, f := range w.functions {
		w.WriteString("\n")
		w.Line("// One of the functions below.")
		w.Line("static final class %s {", f.name)
		w.Depth++
		for i, fn := range f.list {
			w.Line("static final %s %s = new %s(%d);", f.name, w.called(fn), f.name, i)
		}
		w.Line("final int which;\n")
		w.Line("%s(int which) {\n      this.which = which;\n    }\n", f.name)
		var params, args []string
		for i, p := range f.typ.Params {
			args = append(args, fmt.Sprintf("p%d", i))
			params = append(params, w.typ(p)+" "+args[i])
		}
		w.Line("%s call(%s) {", w.typ(f.typ.Result), strings.Join(params, ", "))
		w.Depth++
		w.Line("switch (which) {")
		for i, fn := range f.list {
			w.Line("  case %d:", i)
			call := fmt.Sprintf("%s.%s(%s)", w.className, w.called(fn), strings.Join(args, ", "))
			if w.typ(f.typ.Result) == "void" {
				w.Line("    %s;\n        return;", call)
			} else {
				w.Line("    return %s;", call)
			}
		}
		w.Line("  default:\n        throw new IllegalStateException(\"no function\");")
		w.Line("}")
		w.Depth--
		w.Line("}")
		w.Depth--
		w.Line("}")
	}
}

// reserved are Java's words that are not the other languages', and the names of
// its classes and of the runtime's that no class, variable or method may hide.
var reserved = strings.Fields(`
abstract boolean byte extends final implements import instanceof interface native package null strictfp super synchronized
throws transient var record yield sealed permits
wait notify notifyAll getClass clone finalize hashCode toString equals
Arrays Boolean Byte Character Double Exception File FileDescriptor FileInputStream FileOutputStream IOException
IllegalStateException InputStream Integer Long Math Object Override RandomAccessFile Runtime Short StandardCharsets String
StringBuilder System Thread Throwable
Value Longs Ints Shorts Chars Bytes Bools Doubles LongRef IntRef ByteRef ShortRef BooleanRef DoubleRef StringRef
Clock Console Elsewhere InetAddress InetSocketAddress Socket SocketTimeoutException
closeQuietly cloned copied filled lines setAll sameAll messageOf roundHalfAway signBit shl64 shr64 ushr64 shl32 shr32 ushr32 unsignedToDouble minUnsigned maxUnsigned
`)

// tuplePrefix begins the names of classes of several results.
const tuplePrefix = "Results_"

func (w *writer) id(name string) string {
	if slices.Contains(reserved, name) || name == w.className || strings.HasPrefix(name, tuplePrefix) {
		return name + "__"
	}
	return name
}

// classID is the name of a class. Each becomes a file, and some systems take names
// that differ in capitals for the same.
func (w *writer) classID(name string) string {
	if known, ok := w.names[name]; ok {
		return known
	}
	id := w.id(name)
	for {
		if _, taken := w.classes[strings.ToLower(id)]; !taken {
			break
		}
		id += "_"
	}
	w.classes[strings.ToLower(id)] = name
	w.names[name] = id
	return id
}
