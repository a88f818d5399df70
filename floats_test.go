package evolab

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"evolab/internal/longtest"
)

// exact lists what package math computes to the last bit on every processor.
const exact = "Abs Ceil Copysign Float32bits Float32frombits Float64bits Float64frombits Floor Frexp FMA Inf IsInf IsNaN " +
	"Ldexp Max Min Modf NaN Nextafter Round RoundToEven Signbit Sqrt Trunc"

// constants begins the names of package math that are no functions.
var constants = regexp.MustCompile(`^(Max|Min|Smallest)[A-Z]|^(E|Pi|Phi|Sqrt.+|Ln.+|Log2E|Log10E)$`)

// drawn are places whose floating-point numbers only become pictures, which are not the
// same on all processors.
var drawn = []string{"plots/"}

// Numbers that reach a file or a decision come from internal/float, not from functions
// of package math, package rand or gonum that differ from processor to processor.
func TestFloatsAreTheSameEverywhere(t *testing.T) {
	allowed := []string{
		"course/rubric/report.go: gonum.org/v1/gonum/stat/distuv", // the risk of taking too long, from times that differ anyway
		"features/featurestest/patterns.go: NormFloat64",          // weights of tests
	}
	var found []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "dist" || d.Name() == "_std") {
			return filepath.SkipDir
		}
		path = filepath.ToSlash(path)
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || isDrawn(path) {
			return nil
		}
		list, err := floatsOf(path)
		found = append(found, list...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if !slices.Contains(allowed, f) {
			t.Errorf("%s: differs from processor to processor (package internal/float has what does not)", f)
		}
	}
	for _, f := range allowed {
		if !slices.Contains(found, f) {
			t.Errorf("%s is allowed and not used", f)
		}
	}
}

func isDrawn(path string) bool {
	return slices.ContainsFunc(drawn, func(folder string) bool { return strings.HasPrefix(path, folder) })
}

// floatsOf lists what a file uses of those functions.
func floatsOf(path string) (found []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := map[string]bool{}
	for _, spec := range file.Imports {
		name := strings.Trim(spec.Path.Value, `"`)
		imports[name] = true
		if strings.HasPrefix(name, "gonum.org/v1/gonum/") || spec.Name != nil && name == "math" {
			found = append(found, path+": "+name)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, _ := s.X.(*ast.Ident)
		ofMath := x != nil && x.Name == "math" && imports["math"]
		if ofMath && !constants.MatchString(s.Sel.Name) && !slices.Contains(strings.Fields(exact), s.Sel.Name) ||
			s.Sel.Name == "NormFloat64" || s.Sel.Name == "ExpFloat64" {
			found = append(found, path+": "+s.Sel.Name)
		}
		return true
	})
	return found, nil
}

// The compiler has fused no product with a sum. On arm64 it fuses all that it can, so
// one program shows it for all processors.
func TestNothingIsFused(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("builds evolve for arm64; run with -long")
	}
	program := filepath.Join(t.TempDir(), "evolve")
	build := exec.Command("go", "build", "-o", program, "./cmd/evolve")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command("go", "tool", "objdump", "-s", "^evolab/", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	for fused := range fusedOf(string(out)) {
		t.Errorf("%s: a product and a sum are one instruction where a processor has it: convert the product, float64(x*y) + z", fused)
	}
}

// fusedOf returns the lines whose code is fused, as package and line. Only Exp asks for it.
func fusedOf(code string) map[string]bool {
	function := regexp.MustCompile(`^TEXT (evolab/[^.]+)\.(\S+)`)
	fused := regexp.MustCompile(`^\s+(\S+:\d+)\s.*\bFN?M(ADD|SUB)[SD]\b`)
	found := map[string]bool{}
	var of, name string
	for line := range strings.Lines(code) {
		if m := function.FindStringSubmatch(line); m != nil {
			of, name = strings.TrimPrefix(m[1], "evolab/"), m[2]
		} else if m := fused.FindStringSubmatch(line); m != nil && !isDrawn(of+"/") && of+"."+name != "internal/float.Exp(SB)" {
			found[of+"/"+m[1]] = true
		}
	}
	return found
}

func TestFusedCodeIsFound(t *testing.T) {
	code := "TEXT evolab/stats.wilson(SB) /src/stats/interval.go\n" +
		"  interval.go:22\t0x100\t1f420041\t\tFMADDD F1, F0, F2, F1\n" +
		"  interval.go:23\t0x104\t1f420041\t\tFMULD F1, F0, F2\n" +
		"TEXT evolab/plots.(*Figure).draw(SB) /src/plots/figure.go\n" +
		"  figure.go:9\t0x108\t1f420041\t\tFMSUBD F1, F0, F2, F1\n"
	if found := fusedOf(code); len(found) != 1 || !found["stats/interval.go:22"] {
		t.Errorf("found %v (expected: stats/interval.go:22)", found)
	}
}
