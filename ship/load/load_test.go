package load_test

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
	"testing/fstest"

	"evolab/ship/load"
)

// tree is the sources of a module: file names with their text.
func tree(files map[string]string) fstest.MapFS {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fs
}

// A package stands after those that it imports, each once.
func TestOrderOfPackages(t *testing.T) {
	p, err := load.Load(load.Options{Sources: tree(map[string]string{
		"a/a.go": "package a\nimport (\"evolab/b\"; \"evolab/c\")\nconst A = b.B + c.C",
		"b/b.go": "package b\nimport \"evolab/c\"\nconst B = c.C",
		"c/c.go": "package c\nconst C = 1",
		"d/d.go": "package d // nobody imports it",
	})}, "evolab/a")
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, pkg := range p.Packages {
		order = append(order, strings.TrimPrefix(pkg.Path, load.Module))
	}
	if got := strings.Join(order, " "); got != "c b a" {
		t.Errorf("packages %s (expected: c b a)", got)
	}
	if p.Package("evolab/d") != nil {
		t.Error("a package that nobody imports was read")
	}
}

// Where the text of a package comes from.
func TestSourcesOfAPackage(t *testing.T) {
	sources := tree(map[string]string{
		"x/x.go":      "package x\nimport (\"math/bits\"; \"evolab/y\")\nvar _ = bits.Len64\nconst Where = y.Where",
		"x/x_test.go": "package x\nconst Where = 0",
		"y/y.go":      "package y\nconst Where = \"the module\"",
	})
	for name, c := range map[string]struct {
		overlay map[string]string
		want    string
	}{
		"the module's own file": {nil, "the module"},
		"an overlay":            {map[string]string{"evolab/y": "package y\nconst Where = \"the overlay\""}, "the overlay"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := load.Load(load.Options{Sources: sources, Overlay: c.overlay}, "evolab/x")
			if err != nil {
				t.Fatal(err)
			}
			if got := constant(p, "evolab/x", "Where"); got != fmt.Sprintf("%q", c.want) {
				t.Errorf("Where is %s (expected: %q)", got, c.want)
			}
			if errs := p.Package("evolab/x").Errors; len(errs) > 0 {
				t.Errorf("errors %v (expected: none, as the test file is not read)", errs)
			}
			if decl := p.Package("math/bits").Files[0]; !strings.HasPrefix(p.Fset.Position(decl.Pos()).Filename, "_std/") {
				t.Error("math/bits is not the one in _std")
			}
		})
	}
}

// constant is the value of a package's constant.
func constant(p *load.Program, path, name string) string {
	c, ok := p.Package(path).Types.Scope().Lookup(name).(*types.Const)
	if !ok {
		return "no constant"
	}
	return c.Val().ExactString()
}

// What does not type-check is noted, as it may never be reached.
func TestTypeErrorsAreCollected(t *testing.T) {
	p, err := load.Load(load.Options{Sources: tree(map[string]string{
		"x/x.go": "package x\nimport \"os\"\nfunc f() { os.Exit(1) }",
	})}, "evolab/x")
	if err != nil {
		t.Fatal(err)
	}
	if errs := p.Package("evolab/x").Errors; len(errs) != 1 || errs[0].Msg != "undefined: os.Exit" {
		t.Errorf("errors %v (expected: undefined: os.Exit)", errs)
	}
}

func TestUnreadableSources(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a circle": {map[string]string{
			"x/x.go": "package x\nimport \"evolab/y\"\nvar _ = y.Y", "y/y.go": "package y\nimport \"evolab/x\"\nvar Y = x.X",
		}, ""},
		"no Go": {map[string]string{"x/x.go": "package x\nfunc {"}, "x/x.go:2:6"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := load.Load(load.Options{Sources: tree(c.files)}, "evolab/x")
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v (expected: ...%s...)", err, c.want)
			}
			if c.want == "" && (err != nil || len(p.Package("evolab/y").Errors) == 0) {
				t.Errorf("error %v, and none in the package that closes the circle", err)
			}
		})
	}
}
