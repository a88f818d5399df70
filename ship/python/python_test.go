package python

import (
	"regexp"
	"strings"
	"testing"

	"evolab/ship/ir"
	"evolab/ship/shiptest"
)

// Each construct of Go becomes the Python beside it in ship/testdata.
//
//	go test ./ship/python -update    writes what it becomes now
func TestExamples(t *testing.T) {
	shiptest.Examples(t, "python", func(p *ir.Program) (string, error) {
		text, err := Source(p, "")
		_, program, _ := strings.Cut(text, "# ---- "+shiptest.Path+"\n")
		program, _, _ = strings.Cut(program, "\nif __name__")
		return strings.TrimSpace(strings.TrimSuffix(program, "\n# ---- what is set up once\n\n")) + "\n", err
	})
}

// There is Python for every operation.
func TestOperations(t *testing.T) {
	written := map[ir.Op]bool{
		ir.OpLen: true, ir.OpCap: true, ir.OpAppend: true, ir.OpAppendAll: true, ir.OpCopy: true, ir.OpMake: true,
		ir.OpJoin: true, ir.OpJoinError: true,
		ir.OpPrefetch: true, ir.OpAddLanes: true, // no program of this language has it
	}
	builtin := regexp.MustCompile(`^(min|max|abs|chr|str|int\.\w+|math\.\w+|time\.\w+)$`)
	for _, op := range ir.Ops() {
		if op.Python() == "" != written[op] {
			t.Errorf("%v: no function in op.go, or one that nothing uses", op)
			continue
		}
		if name := op.Python(); !written[op] && !builtin.MatchString(name) && !regexp.MustCompile(`(?m)\b(def )?`+name+`( = |\()`).MatchString(runtime) {
			t.Errorf("%v: the runtime has no %s", op, name)
		}
	}
}

// Of the runtime a program gets the blocks that it names, and those that they
// name in turn.
func TestNeeded(t *testing.T) {
	const blocks = "import sys\n\n\ndef a():\n    b()\n\n\ndef b():\n    pass\n\n\ndef c():\n    pass\n"
	for text, want := range map[string]string{
		"":      "import sys",
		"b()":   "import sys|def b():",
		"a()":   "import sys|def a():|def b():",
		"abc()": "import sys",
	} {
		var got []string
		for _, line := range strings.Split(needed(blocks, text), "\n") {
			if line != "" && line[0] != ' ' {
				got = append(got, line)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q needs %q (expected: %q)", text, got, want)
		}
	}
}
