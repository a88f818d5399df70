package lab_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"evolab/lab"
)

// evolve is the program of cmd/evolve, whose main function is this one line. It is
// tested here, as a second program with everything in it would take seconds to link.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"evolve": func() { lab.Main() }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", RequireExplicitExec: true})
}
