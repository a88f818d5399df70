package cpp

import (
	"strings"
	"testing"

	"evolab/ship/ir"
	"evolab/ship/shiptest"
)

// Each construct of Go becomes the C++ beside it in ship/testdata.
//
//	go test ./ship/cpp -update    writes what it becomes now
func TestExamples(t *testing.T) {
	shiptest.Examples(t, "cpp", func(p *ir.Program) (string, error) {
		text, err := Source(p, "")
		_, program, _ := strings.Cut(text, "// ---- the program\n\nnamespace {\n\n")
		program, _, _ = strings.Cut(program, "}  // namespace\n")
		return strings.TrimSpace(program) + "\n", err
	})
}

// There is C++ for every operation.
func TestOperations(t *testing.T) {
	written := map[ir.Op]bool{
		ir.OpLen: true, ir.OpCap: true, ir.OpMin: true, ir.OpMax: true, ir.OpAppend: true, ir.OpAppendAll: true,
		ir.OpCopy: true, ir.OpMake: true, ir.OpJoin: true, ir.OpJoinError: true,
	}
	for _, op := range ir.Ops() {
		if op.CPP() == "" != written[op] {
			t.Errorf("%v: no function in op.go, or one that nothing uses", op)
			continue
		}
		if name := op.CPP(); !written[op] && !strings.HasPrefix(name, "std::") && !strings.Contains(runtime+network, " "+name+"(") {
			t.Errorf("%v: %s is in neither runtime", op, name)
		}
	}
}

// A program gets the runtime of programs on a network only if it calls it.
func TestRuntime(t *testing.T) {
	for source, want := range map[string]bool{
		"import \"evolab/ship/player/system\"\nfunc Run() int { system.Warn(\"\"); return 0 }":               false,
		"import \"evolab/ship/player/network\"\nfunc Run() int { network.Close(network.Line(1)); return 0 }": true,
	} {
		text, err := Source(shiptest.Lowered(t, source), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(text, "closeLine("); got != want {
			t.Errorf("%s\nthe runtime of networks: %v (expected: %v)", source, got, want)
		}
	}
}
