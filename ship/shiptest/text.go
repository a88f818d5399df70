package shiptest

import (
	"fmt"
	"go/constant"
	"reflect"
	"strings"

	"evolab/ship/ir"
)

// Text is the functions of a program in words: a statement a line, its operands
// in parentheses after its name, "_" for what is left out.
func Text(p *ir.Program) string {
	var b strings.Builder
	for _, v := range p.Vars {
		fmt.Fprintf(&b, "var %s %s\n", v.Name, expr(v.Init))
	}
	for _, part := range p.Parts {
		for _, f := range part.Funcs {
			b.WriteString("func " + f.Name)
			for _, v := range f.Params {
				b.WriteString(" " + v.Name)
			}
			b.WriteString("\n")
			stmts(&b, f.Body, "  ")
		}
	}
	return b.String()
}

func stmts(b *strings.Builder, list []ir.Stmt, indent string) {
	for _, s := range list {
		v := reflect.ValueOf(s).Elem()
		line, body, rest := strings.ToLower(v.Type().Name()), "", ""
		for i := range v.NumField() {
			name, field := v.Type().Field(i).Name, v.Field(i).Interface()
			inner, isBlock := field.([]ir.Stmt)
			switch {
			case name == "Results" || name == "List": // temporaries of the languages
			case !isBlock:
				line += " " + word(field)
			case len(inner) > 0 && (name == "Else" || name == "Post"):
				rest += indent + strings.ToLower(name) + "\n" + block(inner, indent)
			default:
				body += block(inner, indent)
			}
		}
		b.WriteString(indent + line + "\n" + body + rest)
	}
}

func block(list []ir.Stmt, indent string) string {
	var b strings.Builder
	stmts(&b, list, indent+"  ")
	return b.String()
}

func word(x any) string {
	switch x := x.(type) {
	case nil:
		return "_"
	case *ir.Var:
		if x == nil {
			return "_"
		}
		return x.Name
	case *ir.Func:
		return x.Name
	case *ir.Field:
		return x.Name
	case []*ir.Var:
		return words(x)
	case []ir.Expr:
		return words(x)
	case ir.Expr:
		return expr(x)
	}
	return fmt.Sprint(x)
}

func words[T any](list []T) string {
	var out []string
	for _, x := range list {
		out = append(out, word(x))
	}
	return "[" + strings.Join(out, " ") + "]"
}

func expr(x ir.Expr) string {
	switch x := x.(type) {
	case nil:
		return "_"
	case *ir.Lit:
		if x.Value.Kind() == constant.String {
			return x.Value.ExactString()
		}
		return x.Value.ExactString() + typed(x.Type())
	case *ir.ConstRef:
		return x.Const.Name
	case *ir.VarRef:
		return x.Var.Name
	case *ir.FuncRef:
		return x.Func.Name
	case *ir.Zero:
		return "zero" + typed(x.Type())
	}
	v := reflect.ValueOf(x).Elem()
	out := []string{strings.ToLower(v.Type().Name()) + typed(x.Type())}
	for i := range v.NumField() {
		if v.Type().Field(i).Name != "Typed" {
			out = append(out, word(v.Field(i).Interface()))
		}
	}
	return "(" + strings.Join(out, " ") + ")"
}

// numbers are the short names of the types of numbers.
var numbers = map[ir.Kind]string{
	ir.Int8: ":i8", ir.Int16: ":i16", ir.Int32: ":i32",
	ir.Uint8: ":u8", ir.Uint16: ":u16", ir.Uint32: ":u32", ir.Uint64: ":u64", ir.Float64: ":f64",
}

// typed is the type of a number that is no int.
func typed(t ir.Type) string { return numbers[ir.KindOf(t)] }
