package lower

import (
	"go/ast"
	"go/constant"

	"evolab/ship/ir"
)

// composite translates a struct, array or slice literal.
func (f *function) composite(x *ast.CompositeLit) ir.Expr {
	t := f.typeOf(x)
	switch under := ir.Under(t).(type) {
	case *ir.Struct:
		return f.structLit(x, t, under)
	case *ir.Array:
		elems := f.elems(x, under.Elem)
		for int64(len(elems)) < under.Len {
			elems = append(elems, nil)
		}
		return &ir.ListLit{Typed: ir.Of(t), Elems: elems}
	case *ir.Slice:
		return &ir.ListLit{Typed: ir.Of(t), Elems: f.elems(x, under.Elem)}
	case *ir.Pointer: // an elided &T
		f.fail(x, "a literal behind a pointer that is left out")
		return bad()
	}
	f.fail(x, "a value of the type %s", f.goType(x))
	return bad()
}

func (f *function) structLit(x *ast.CompositeLit, t ir.Type, s *ir.Struct) ir.Expr {
	out := &ir.StructLit{Typed: ir.Of(t), Fields: make([]ir.Expr, len(s.Fields))}
	for i, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			for j, field := range s.Fields {
				if field.Name == kv.Key.(*ast.Ident).Name {
					out.Fields[j] = f.exprAs(kv.Value, field.Type)
				}
			}
			continue
		}
		out.Fields[i] = f.exprAs(e, s.Fields[i].Type)
	}
	for _, e := range out.Fields {
		f.kept(x, e)
	}
	return out
}

// elems are the values of a list literal by index.
func (f *function) elems(x *ast.CompositeLit, t ir.Type) []ir.Expr {
	var out []ir.Expr
	at := 0
	for _, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			n, _ := constant.Int64Val(constant.ToInt(f.pkg.Info.Types[kv.Key].Value))
			at, e = int(n), kv.Value
		}
		for len(out) <= at {
			out = append(out, nil)
		}
		out[at] = f.exprAs(e, t)
		at++
	}
	return out
}
