package java

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"evolab/ship/ir"
	"evolab/ship/shiptest"
)

// Each construct of Go becomes the Java beside it in ship/testdata.
//
//	go test ./ship/java -update    writes what it becomes now
func TestExamples(t *testing.T) {
	shiptest.Examples(t, "java", func(p *ir.Program) (string, error) {
		text, err := Source(p, "", "program")
		_, program, _ := strings.Cut(text, "  // ---- "+shiptest.Path+"\n")
		program, _, _ = strings.Cut(program, "\n  public static void main")
		return strings.TrimSpace(program) + "\n", err
	})
}

// There is Java for every operation.
func TestOperations(t *testing.T) {
	written := map[ir.Op]bool{
		ir.OpLen: true, ir.OpCap: true, ir.OpMin: true, ir.OpMax: true, ir.OpAppend: true, ir.OpAppendAll: true,
		ir.OpCopy: true, ir.OpMake: true, ir.OpJoin: true, ir.OpJoinError: true, ir.OpDecimal: true,
		ir.OpPrefetch: true, ir.OpAddLanes: true, // no program of this language has it
	}
	library := regexp.MustCompile(`^(Math|Long|Integer|Double)\.\w+$`)
	for _, op := range ir.Ops() {
		if op.Java() == "" != written[op] && op != ir.OpHex8 {
			t.Errorf("%v: no method in op.go, or one that nothing uses", op)
			continue
		}
		if name := op.Java(); !written[op] && !library.MatchString(name) && !strings.Contains(runtime+network, " "+name+"(") {
			t.Errorf("%v: %s is in neither runtime", op, name)
		}
	}
}

// A program gets the runtime of programs on a network, and the classes of slices,
// only if it uses them.
func TestRuntime(t *testing.T) {
	for source, want := range map[string][2]bool{
		"import \"evolab/ship/player/system\"\nfunc Run() int { system.Warn(\"\"); return 0 }":               {},
		"import \"evolab/ship/player/network\"\nfunc Run() int { network.Close(network.Line(1)); return 0 }": {true, false},
		"func Run() int { var a []int32; a = append(a, 1); return len(a) }":                                  {false, true},
	} {
		text, err := Source(shiptest.Lowered(t, source), "", "program")
		if err != nil {
			t.Fatal(err)
		}
		got := [2]bool{strings.Contains(text, "closeLine("), strings.Contains(text, "class Ints ")}
		if got != want {
			t.Errorf("%s\nthe runtime of networks, slices of ints: %v (expected: %v)", source, got, want)
		}
	}
}

// Comments hold nothing that Java takes for an escape or that its compiler may not
// be able to read.
func TestComments(t *testing.T) {
	const source = "import \"evolab/ship/player/system\"\n// Run: \\u000a \u2265 100 %.\nfunc Run() int { system.Warn(\"\\\\u0041\"); return 0 }"
	text, err := Source(shiptest.Lowered(t, source), "// caf\u00e9 \\u0022\n", "program")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"// Run: /u000a ? 100 %.", "// caf? /u0022\n", `"\\u0041"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// Names that are Java's, or another class's on systems that take capitals for small
// letters, get others.
func TestNames(t *testing.T) {
	const source = `
type program struct{ native int }
type Line struct{ a program }
type line struct{ b Line }
func Math(l *line) int { return l.b.a.native }
func Run() int { l := line{}; boolean := 3; return Math(&l) + boolean }`
	text, err := Source(shiptest.Lowered(t, source), "", "program")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"class program__ ", "class Line ", "class line_ ", "int native__;", "int Math__(line_ l)", "int boolean__ = 3"} {
		if !strings.Contains(strings.ReplaceAll(text, "long", "int"), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// No function of a program has the name of anything that the runtimes declare.
func TestNamesOfRuntimes(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^  (?:abstract )?static (?:final )?(?:<T> )?(?:[\w.<>\[\]]+ )?(\w+)(?:<T>)?(?:\(| =| \{|;)`)
	names := map[string]bool{}
	for _, found := range declared.FindAllStringSubmatch(runtime+network, -1) {
		names[found[1]] = true
	}
	for _, some := range []string{"Value", "Slice", "LongRef", "cloned", "filled", "argumentList", "Clock", "lines", "closeQuietly"} {
		if !names[some] {
			t.Errorf("%s is not among the runtimes' names %v", some, names)
		}
	}
	var funcs, sum strings.Builder
	for name := range names {
		fmt.Fprintf(&funcs, "func %s() int { return 1 }\n", name)
		fmt.Fprintf(&sum, " + %s()", name)
	}
	text, err := Source(shiptest.Lowered(t, funcs.String()+"func Run() int { return 0"+sum.String()+" }"), "", "program")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(text, "  // ---- "+shiptest.Path+"\n")
	for _, found := range regexp.MustCompile(`static long (\w+)\(`).FindAllStringSubmatch(program, -1) {
		if names[found[1]] {
			t.Errorf("the program has a function %s, as the runtimes have", found[1])
		}
	}
}
