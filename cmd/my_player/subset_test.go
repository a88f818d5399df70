package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// plainFolders hold what is shipped to graders in other languages. It is to be
// translated mechanically, so it keeps to a plain subset of Go.
var plainFolders = []string{"game", "game/littlego", "features", "features/littlego", "search", "search/littlego", "protocol/littlego", "protocol/lines",
	"game/checkers", "features/checkers", "protocol/checkers", "game/konane", "features/konane",
	"game/halma", "features/halma", "protocol/halma", "game/tictactoe", "features/tictactoe",
	"search/halma", "search/decide", "search/budget", "search/think", "protocol/sealed", "protocol/playdata", "protocol/calibration", "ship/player",
	"protocol/artemis", "ship/player/probe", "ship/player/program", "ship/player/program/littlego", "ship/player/program/checkers", "ship/player/program/halma",
	"ship/player/program/konane", "ship/player/program/self",
}

// forPeople are the files there that only read and write text for people, or
// describe a game to the lab, the server's side of Artemis, and those that touch
// the system, which every language does in its own way; they need not be
// translated.
var forPeople = []string{
	"game/rules.go", "game/position.go", "game/text.go", "search/decide/knower.go",
	"game/littlego/notation.go", "game/littlego/rules.go", "game/littlego/setup.go",
	"game/checkers/notation.go", "game/checkers/rules.go", "game/checkers/setup.go",
	"game/konane/notation.go", "game/konane/rules.go", "game/konane/draw.go",
	"game/checkers/pack.go", "game/littlego/pack.go", "game/konane/pack.go", "game/halma/pack.go", "game/tictactoe/pack.go",
	"game/halma/notation.go", "game/halma/draw.go", "game/halma/rules.go", "game/tictactoe/notation.go", "game/tictactoe/rules.go",
	"features/checkers/tactics.go", "features/halma/tactics.go", "features/konane/tactics.go", "features/littlego/tactics.go", "features/tictactoe/tactics.go",
	"features/weights.go", "features/weights_file.go", "features/leave.go", "features/connective_name.go", "features/explain.go", "features/explain_places.go", "features/heaviest.go", "features/phases.go",
	"features/blend.go", "features/tables.go", "features/place_numbers.go", "features/inputs.go", "features/inputs_values.go", "features/quantise.go", "features/numbers_of.go",
	"features/littlego/geometry.go", "features/checkers/geometry.go", "features/konane/geometry.go", "features/halma/geometry.go", "features/tictactoe/geometry.go", "ship/player/files.go",
	"protocol/artemis/login.go", "protocol/artemis/lobby.go", "protocol/artemis/match.go", "protocol/artemis/run.go", "protocol/artemis/seat.go",
}

// plainImports are the packages that a translation has to have.
var plainImports = []string{"errors", "fmt", "math", "math/bits", "strconv", "strings", "time", "unicode", "unicode/utf8"}

func TestShippedCodeIsPlain(t *testing.T) {
	files := 0
	for _, folder := range plainFolders {
		names, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			short := folder + "/" + filepath.Base(name)
			if strings.HasSuffix(name, "_test.go") || slices.Contains(forPeople, short) {
				continue
			}
			files++
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for at, what := range notPlain(file) {
				t.Errorf("%s: %s", set.Position(at), what)
			}
		}
	}
	if files < 25 {
		t.Errorf("only %d files were read", files)
	}
}

// notPlain tells what a file holds beyond the subset, and where.
func notPlain(file *ast.File) map[token.Pos]string {
	found := map[token.Pos]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.MapType:
			found[n.Pos()] = "a map"
		case *ast.FuncLit:
			found[n.Pos()] = "a closure"
		case *ast.ChanType, *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
			found[n.Pos()] = "concurrency"
		case *ast.DeferStmt:
			found[n.Pos()] = "a deferred call"
		case *ast.InterfaceType:
			found[n.Pos()] = "an interface value"
		case *ast.TypeAssertExpr:
			found[n.Pos()] = "a type assertion"
		case *ast.ImportSpec:
			path := strings.Trim(n.Path.Value, `"`)
			if !strings.HasPrefix(path, "evolab/") && !slices.Contains(plainImports, path) {
				found[n.Pos()] = "the import of " + path
			}
		}
		return true
	})
	return found
}

func TestNotPlainIsFound(t *testing.T) {
	const source = `package x
import "reflect"
var m map[int]int
func f(c chan int) { defer f(c); go func() { c <- 1 }() }
`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if found := notPlain(file); len(found) != 7 {
		t.Errorf("%v", found)
	}
}
