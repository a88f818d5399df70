package run

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Filter is a condition on runs, an expression of expr-lang such as
//
//	ga.sigma > .3 and (game == "checkers" or "good" in tags)
//
// whose names are fields. A number that is not known is NaN, which fulfils only !=; a text
// that is not known is empty. The functions are known, len and lower.
type Filter struct {
	Text    string
	program *vm.Program // nil: it holds for all runs
	fields  []Field     // that it asks for
}

// FilterError is the error of a text that is no filter, at its place.
type FilterError struct {
	Text       string
	Start, End int // bytes of the text that are wrong; equal at its end
	What       string
}

func (e *FilterError) Error() string {
	return fmt.Sprintf("filter %q, character %d: %s", e.Text, utf8.RuneCountInString(e.Text[:e.Start])+1, e.What)
}

// Before, Wrong and After are the text in its parts.
func (e *FilterError) Before() string { return e.Text[:e.Start] }
func (e *FilterError) Wrong() string  { return e.Text[e.Start:e.End] }
func (e *FilterError) After() string  { return e.Text[e.End:] }

const maxFilter = 4000 // bytes

// ParseFilter reads a filter; the empty one holds for all runs. The error is a
// *[FilterError].
func ParseFilter(text string) (Filter, error) {
	if len(text) > maxFilter {
		return Filter{}, &FilterError{text, 0, 0, fmt.Sprintf("it has %s (allowed: %d)", quantity.Of(len(text), "byte"), maxFilter)}
	}
	if strings.TrimSpace(text) == "" {
		return Filter{Text: text}, nil
	}
	if err := refuseLoops(text); err != nil {
		return Filter{}, err
	}
	names := fieldNames{}
	program, err := expr.Compile(text, expr.Env(filterTypes()), expr.Patch(&names), expr.AsBool(),
		expr.DisableAllBuiltins(), expr.EnableBuiltin("len"), expr.EnableBuiltin("lower"), expr.Function("known", known, new(func(any) bool)))
	if err != nil {
		return Filter{}, filterError(text, err)
	}
	f := Filter{Text: text, program: program}
	for name := range names {
		if field, ok := FindField(name); ok {
			f.fields = append(f.fields, field)
		}
	}
	return f, nil
}

// loops finds what could take any time or memory, as all(1..900000, ...) does: predicates,
// variables, sequences and ranges.
type loops struct{ first ast.Node }

// Visit implements [ast.Visitor].
func (l *loops) Visit(node *ast.Node) {
	loop := false
	switch n := (*node).(type) {
	case *ast.BuiltinNode:
		loop = n.Name != "len" && n.Name != "lower"
	case *ast.BinaryNode:
		loop = n.Operator == ".."
	case *ast.PredicateNode, *ast.PointerNode, *ast.VariableDeclaratorNode, *ast.SequenceNode:
		loop = true
	}
	if loop && (l.first == nil || (*node).Location().From < l.first.Location().From) {
		l.first = *node
	}
}

// refuseLoops refuses them, with a *[FilterError]. What cannot be parsed is left to the compiler.
func refuseLoops(text string) error {
	tree, err := parser.Parse(text)
	if err != nil {
		return nil
	}
	var l loops
	ast.Walk(&tree.Node, &l)
	if l.first == nil {
		return nil
	}
	at := l.first.Location()
	return &FilterError{text, offset(text, at.From), offset(text, max(at.From, at.To)), "conditions have no loops, ranges or variables (expected: such as game == \"halma\" or test > .6)"}
}

// Holds reports whether a run fulfils the filter.
func (f *Filter) Holds(s *Summary) bool {
	if f.program == nil {
		return true
	}
	values := make(map[string]any, len(f.fields))
	for i := range f.fields {
		values[f.fields[i].Name] = f.fields[i].value(s)
	}
	holds, err := expr.Run(f.program, values)
	return err == nil && holds == true
}

// Condition is the filter that finds the runs with a value of a field, as groups have it.
func Condition(field, value string) string {
	f, _ := FindField(field)
	switch {
	case f.Kind == TagsField && value != "":
		return strconv.Quote(value) + " in " + field
	case f.Kind == TimeField && value != "":
		return field + " startsWith " + strconv.Quote(value)
	case f.Kind != TextField && value == "":
		return "not known(" + field + ")"
	case f.Kind == NumberField && len(value) > 15 && !strings.ContainsAny(value, ".e"):
		return field + " == " + value + ".0" // of a seed, which may be too large for a whole number
	case f.Kind == NumberField || f.Kind == BoolField:
		return field + " == " + value
	}
	return field + " == " + strconv.Quote(value)
}

// known is the function of filters that reports whether a value is known.
func known(args ...any) (any, error) {
	switch value := args[0].(type) {
	case float64:
		return !math.IsNaN(value), nil
	case string:
		return value != "", nil
	case []string:
		return len(value) > 0, nil
	}
	return true, nil
}

func (f *Field) value(s *Summary) any {
	switch f.Kind {
	case NumberField:
		if x, known := f.number(s); known {
			return x
		}
		return math.NaN()
	case BoolField:
		return f.text(s) == "true"
	case TagsField:
		return s.Tags
	}
	return f.text(s)
}

// filterTypes are the types of all names of filters.
func filterTypes() types.Map {
	of := map[FieldKind]types.Type{NumberField: types.Float64, BoolField: types.Bool, TagsField: types.TypeOf([]string{})}
	list := types.Map{}
	for name, f := range fields().byName {
		if list[name] = types.String; of[f.Kind] != nil {
			list[name] = of[f.Kind]
		}
	}
	return list
}

// fieldNames makes one name of a path such as ga.sigma, since test is a fact and test.games
// a setting, and collects the names.
type fieldNames map[string]bool

// Visit implements [ast.Visitor]. The parts of a node come before it.
func (n fieldNames) Visit(node *ast.Node) {
	if m, ok := (*node).(*ast.MemberNode); ok {
		of, isName := m.Node.(*ast.IdentifierNode)
		part, isPart := m.Property.(*ast.StringNode)
		if isName && isPart {
			path := &ast.IdentifierNode{Value: of.Value + "." + part.Value}
			path.SetLocation(file.Location{From: of.Location().From, To: m.Location().To})
			*node = path
		}
	}
	if name, ok := (*node).(*ast.IdentifierNode); ok {
		n[name.Value] = true
	}
}

// filterError puts an error of the compiler into our words, at its place.
func filterError(text string, err error) error {
	e := &FilterError{Text: text, End: len(text), What: err.Error()}
	var at *file.Error
	if !errors.As(err, &at) { // of the whole
		if what, is := strings.CutPrefix(e.What, "expected bool, but got "); is {
			e.What = `it is no condition but a ` + what + ` (expected: such as game == "halma" or test > .6)`
		}
		return e
	}
	e.Start, e.End, e.What = offset(text, at.From), offset(text, at.To), at.Message
	name, unknown := strings.CutPrefix(at.Message, "unknown name ")
	switch {
	case unknown:
		e.What = "neither a fact nor a key of configs" + config.DidYouMean(name, FieldNames())
	case strings.HasPrefix(at.Message, "unexpected token EOF"):
		e.Start, e.End, e.What = len(text), len(text), "it ends too early"
	case e.Wrong() == "=":
		e.What = "expected: == to compare"
	}
	return e
}

// offset is the byte at which a character of a text begins.
func offset(text string, characters int) int {
	for i := range text {
		if characters == 0 {
			return i
		}
		characters--
	}
	return len(text)
}
