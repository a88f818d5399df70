package lower

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// place is an error with its position.
type place struct {
	pos  token.Pos
	text string
}

// ErrSubset is wrapped by every error about code outside the subset.
var ErrSubset = errors.New("outside of the plain subset of Go that can be shipped")

func (l *lowerer) fail(at ast.Node, format string, args ...any) {
	l.failAt(at.Pos(), format, args...)
}

func (l *lowerer) failAt(pos token.Pos, format string, args ...any) {
	p := place{pos, fmt.Sprintf(format, args...)}
	if !slices.Contains(l.errs, p) {
		l.errs = append(l.errs, p)
	}
}

func (l *lowerer) failure() error {
	const maxErrors = 10
	slices.SortStableFunc(l.errs, func(a, b place) int { return int(a.pos) - int(b.pos) })
	var lines []string
	for i, e := range l.errs {
		if i == maxErrors {
			lines = append(lines, fmt.Sprintf("and %d more", len(l.errs)-i))
			break
		}
		at := l.program.Fset.Position(e.pos)
		lines = append(lines, fmt.Sprintf("%s:%d: %s", at.Filename, at.Line, e.text))
	}
	return fmt.Errorf("ship: %w:\n%s", ErrSubset, strings.Join(lines, "\n"))
}
