package evolab

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// namedFunction is a function as CONTRIBUTING.md names it.
var namedFunction = regexp.MustCompile("`([a-z][a-z0-9_/]*\\.go):\\s+([A-Za-z]+)`")

// roads are the sections of CONTRIBUTING.md that follow a job through the code.
var roads = regexp.MustCompile(`(?s)\n## Five roads through the code\n(.*?)\n## `)

// The functions that a road through the code names are where the road says, and calls
// lead from one to all others, forwards or backwards: calls of the functions themselves, or of
// others of their packages on their behalf.
func TestRoadsLeadSomewhere(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	section := roads.FindSubmatch(text)
	if section == nil {
		t.Fatal("CONTRIBUTING.md has no roads")
	}
	stops, packages := 0, map[string]sourcePackage{}
	for _, road := range regexp.MustCompile(`(?m)^[^\d\s].*:$`).Split(string(section[1]), -1) {
		var unmet []stop
		for _, m := range namedFunction.FindAllStringSubmatch(road, -1) {
			s := stop{file: m[1], dir: filepath.Dir(m[1]), name: m[2]}
			if packages[s.dir] == nil {
				packages[s.dir] = parsePackage(t, s.dir)
			}
			if !packages[s.dir].declares(s) {
				t.Errorf("%s: no function %s", s.file, s.name)
			}
			unmet = append(unmet, s)
			stops++
		}
		met := unmet[:min(1, len(unmet))]
		unmet = unmet[len(met):]
		for i := 0; i < len(met); i++ {
			at := met[i]
			for _, s := range slices.Clone(unmet) {
				if packages[at.dir].reaches(at.name, s.name) || packages[s.dir].reaches(s.name, at.name) {
					met = append(met, s)
					unmet = slices.DeleteFunc(unmet, func(u stop) bool { return u == s })
				}
			}
		}
		for _, s := range unmet {
			t.Errorf("%s: no calls lead from %s to %s, nor back", s.file, met[0].name, s.name)
		}
	}
	if stops < 20 {
		t.Errorf("only %d functions are named", stops)
	}
}

// stop is a function on a road.
type stop struct{ file, dir, name string }

// sourcePackage is the functions and methods of a package by their names.
type sourcePackage map[string][]sourceFunction

// sourceFunction is where a function is and which names it mentions.
type sourceFunction struct {
	file  string
	names map[string]bool
}

func parsePackage(t *testing.T, dir string) sourcePackage {
	t.Helper()
	p := sourcePackage{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			names := map[string]bool{}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					names[id.Name] = true
				}
				return true
			})
			p[f.Name.Name] = append(p[f.Name.Name], sourceFunction{filepath.ToSlash(file), names})
		}
	}
	return p
}

func (p sourcePackage) declares(s stop) bool {
	return slices.ContainsFunc(p[s.name], func(f sourceFunction) bool { return f.file == s.file })
}

// reaches reports whether a function mentions another one, or does so through
// functions of its package.
func (p sourcePackage) reaches(from, to string) bool {
	seen, next := map[string]bool{}, []string{from}
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, f := range p[name] {
			if f.names[to] {
				return true
			}
			for n := range f.names {
				next = append(next, n)
			}
		}
	}
	return false
}

// sourceFile is a Go file that a page names by its path.
var sourceFile = regexp.MustCompile("`([a-z][a-z0-9_]*/[a-z0-9_/]*\\.go)[`:]")

// The Go files that pages name are there.
func TestPagesNameFilesThatExist(t *testing.T) {
	pages, err := filepath.Glob("docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, page := range append(pages, "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range sourceFile.FindAllStringSubmatch(string(text), -1) {
			files++
			if _, err := os.Stat(file[1]); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
	if files < 40 {
		t.Errorf("only %d files are named", files)
	}
}
