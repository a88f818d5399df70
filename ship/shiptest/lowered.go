package shiptest

import (
	"testing"
	"testing/fstest"

	"evolab/ship/ir"
	"evolab/ship/load"
	"evolab/ship/lower"
)

// Path is the import path of a source.
const Path = "evolab/x"

// Lower translates the function Run of a source, which begins without its
// package clause, and what it reaches.
func Lower(source string) (*ir.Program, error) {
	files := fstest.MapFS{"x/x.go": {Data: []byte("package x\n" + source)}}
	p, err := load.Load(load.Options{Sources: files}, Path)
	if err != nil {
		return nil, err
	}
	return lower.Program(p, Path, "Run")
}

// Lowered is Lower for a source that is in the subset.
func Lowered(t *testing.T, source string) *ir.Program {
	t.Helper()
	p, err := Lower(source)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
