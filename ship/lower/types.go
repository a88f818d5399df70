package lower

import (
	"go/ast"
	"go/types"

	"evolab/ship/ir"
)

// env maps the type parameters of an instance to concrete types.
type env map[*types.TypeParam]types.Type

// concrete is a type with its type parameters replaced.
func (l *lowerer) concrete(t types.Type, e env) types.Type {
	switch t := t.(type) {
	case *types.TypeParam:
		if c, ok := e[t]; ok {
			return c
		}
	case *types.Alias:
		return l.concrete(types.Unalias(t), e)
	case *types.Pointer:
		return types.NewPointer(l.concrete(t.Elem(), e))
	case *types.Slice:
		return types.NewSlice(l.concrete(t.Elem(), e))
	case *types.Array:
		return types.NewArray(l.concrete(t.Elem(), e), t.Len())
	case *types.Named:
		return l.concreteNamed(t, e)
	case *types.Tuple:
		return l.concreteTuple(t, e)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, l.concreteTuple(t.Params(), e), l.concreteTuple(t.Results(), e), t.Variadic())
	}
	return t
}

func (l *lowerer) concreteNamed(t *types.Named, e env) types.Type {
	if t.TypeArgs().Len() == 0 {
		return t
	}
	done, err := types.Instantiate(l.context, t.Origin(), l.concreteList(t.TypeArgs(), e), false)
	if err != nil {
		return t
	}
	return done
}

func (l *lowerer) concreteList(list *types.TypeList, e env) []types.Type {
	var args []types.Type
	for i := range list.Len() {
		args = append(args, l.concrete(list.At(i), e))
	}
	return args
}

func (l *lowerer) concreteTuple(t *types.Tuple, e env) *types.Tuple {
	var vars []*types.Var
	for i := range t.Len() {
		v := t.At(i)
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), v.Name(), l.concrete(v.Type(), e)))
	}
	return types.NewTuple(vars...)
}

// basics maps Go's basic types to kinds; int and uint have 64 bits.
var basics = map[types.BasicKind]ir.Kind{
	types.Bool: ir.Bool, types.UntypedBool: ir.Bool,
	types.Int: ir.Int64, types.Int8: ir.Int8, types.Int16: ir.Int16, types.Int32: ir.Int32, types.Int64: ir.Int64,
	types.Uint: ir.Uint64, types.Uint8: ir.Uint8, types.Uint16: ir.Uint16, types.Uint32: ir.Uint32, types.Uint64: ir.Uint64,
	types.UntypedInt: ir.Int64, types.UntypedRune: ir.Int32,
	types.Float64: ir.Float64, types.UntypedFloat: ir.Float64,
	types.String: ir.String, types.UntypedString: ir.String, types.UntypedNil: ir.Error,
}

// typ translates a concrete type that is used at a node.
func (l *lowerer) typ(t types.Type, at ast.Node) ir.Type {
	key := types.TypeString(t, nil)
	if known, ok := l.types[key]; ok {
		return known
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if kind, ok := basics[t.Kind()]; ok {
			return l.keep(key, &ir.Basic{Kind: kind})
		}
	case *types.Pointer:
		p := &ir.Pointer{}
		l.types[key] = p
		p.Elem = l.typ(t.Elem(), at)
		return p
	case *types.Slice:
		return l.keep(key, &ir.Slice{Elem: l.typ(t.Elem(), at)})
	case *types.Array:
		return l.keep(key, &ir.Array{Elem: l.typ(t.Elem(), at), Len: t.Len()})
	case *types.Signature:
		return l.keep(key, l.signature(t, at))
	case *types.Named:
		return l.named(t, key, at)
	case *types.Tuple:
		return l.keep(key, l.result(t, at))
	}
	l.fail(at, "the type %s", types.TypeString(t, types.RelativeTo(nil)))
	return l.keep(key, &ir.Basic{Kind: ir.Void})
}

func (l *lowerer) keep(key string, t ir.Type) ir.Type {
	l.types[key] = t
	return t
}

func (l *lowerer) signature(t *types.Signature, at ast.Node) ir.Type {
	s := &ir.Signature{Result: l.result(t.Results(), at)}
	for i := range t.Params().Len() {
		s.Params = append(s.Params, l.typ(t.Params().At(i).Type(), at))
	}
	return s
}

// result translates the type of no result, of one or of several.
func (l *lowerer) result(t *types.Tuple, at ast.Node) ir.Type {
	switch t.Len() {
	case 0:
		return &ir.Basic{Kind: ir.Void}
	case 1:
		return l.typ(t.At(0).Type(), at)
	}
	tuple := &ir.Tuple{}
	for i := range t.Len() {
		tuple.List = append(tuple.List, l.typ(t.At(i).Type(), at))
	}
	return tuple
}

func (l *lowerer) named(t *types.Named, key string, at ast.Node) ir.Type {
	obj := t.Obj()
	if obj.Pkg() == nil { // error, comparable
		if obj.Name() == "error" {
			return l.keep(key, &ir.Basic{Kind: ir.Error})
		}
		l.fail(at, "the type %s", obj.Name())
		return l.keep(key, &ir.Basic{Kind: ir.Void})
	}
	part := l.part(obj.Pkg())
	if fields, ok := t.Underlying().(*types.Struct); ok {
		s := &ir.Struct{Name: obj.Name(), Doc: l.docs[obj]}
		l.types[key] = s
		l.order[s] = obj.Pos()
		for i := range fields.NumFields() {
			f := fields.Field(i)
			s.Fields = append(s.Fields, &ir.Field{Name: f.Name(), Doc: l.fieldDocs[f.Pos()], Type: l.typ(f.Type(), at)})
		}
		part.Structs = append(part.Structs, s)
		return s
	}
	n := &ir.Named{Name: obj.Name(), Doc: l.docs[obj]}
	l.types[key] = n
	l.order[n] = obj.Pos()
	n.Under = l.typ(t.Underlying(), at)
	part.Named = append(part.Named, n)
	return n
}
