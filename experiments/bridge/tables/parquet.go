package tables

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"evolab/internal/untrusted"
)

// Parquet writes a table with the types of its columns.
func Parquet(w io.Writer, t Table) error {
	root := ordered{parquet.Group{}, make([]string, len(t.Columns))}
	for i, c := range t.Columns {
		root.Group[c.Name], root.names[i] = parquet.Optional(node(c.Kind)), c.Name
	}
	const rows = 1 << 14 // held in memory at a time
	out := parquet.NewGenericWriter[any](w, parquet.NewSchema(t.Name, root),
		parquet.Compression(&parquet.Snappy), parquet.CreatedBy("evolab", "", ""), parquet.MaxRowsPerRowGroup(rows))
	for row := range t.Rows {
		line := make(parquet.Row, len(row))
		for i, v := range row {
			line[i] = value(v, i)
		}
		if _, err := out.WriteRows([]parquet.Row{line}); err != nil {
			return fmt.Errorf("tables: parquet: %w", err)
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("tables: parquet: %w", err)
	}
	return nil
}

// value is a cell of a column.
func value(v any, column int) parquet.Value {
	if v == nil {
		return parquet.NullValue().Level(0, 0, column)
	}
	if text, ok := v.(string); ok {
		v = untrusted.Text(text)
	}
	return parquet.ValueOf(v).Level(0, 1, column)
}

func node(k Kind) parquet.Node {
	switch k {
	case Whole:
		return parquet.Int(64)
	case Natural:
		return parquet.Uint(64)
	case Number:
		return parquet.Leaf(parquet.DoubleType)
	case Logic:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.String()
}

// ordered keeps the order of the columns, which a group sorts by name.
type ordered struct {
	parquet.Group
	names []string
}

func (o ordered) Fields() []parquet.Field {
	list := o.Group.Fields()
	at := make(map[string]int, len(o.names))
	for i, name := range o.names {
		at[name] = i
	}
	slices.SortFunc(list, func(a, b parquet.Field) int { return at[a.Name()] - at[b.Name()] })
	return list
}

// leaf is a column of lines of JSON.
type leaf struct {
	Column
	from place
}

// place finds a value in a line; false if the line does not have it.
type place func(line reflect.Value) (reflect.Value, bool)

// leavesOf lists the columns of lines of type T. Their names begin with a prefix;
// fields that are left out are named as in JSON.
func leavesOf[T any](prefix string, without ...string) []leaf {
	whole := func(line reflect.Value) (reflect.Value, bool) { return line, true }
	return fields(reflect.TypeFor[T](), prefix, whole, without)
}

// fields lists the columns of a struct.
func fields(t reflect.Type, prefix string, of place, without []string) []leaf {
	var list []leaf
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		own := func(line reflect.Value) (reflect.Value, bool) {
			v, ok := of(line)
			if !ok {
				return v, false
			}
			return v.Field(i), true
		}
		switch {
		case !f.IsExported() || name == "-" || slices.Contains(without, name):
		case f.Anonymous && name == "":
			list = append(list, fields(f.Type, prefix, own, without)...)
		default:
			list = append(list, columns(f.Type, prefix+name, own)...)
		}
	}
	return list
}

// columns lists those of a value: one of a number or a text, more of a struct.
func columns(t reflect.Type, name string, of place) []leaf {
	switch t.Kind() {
	case reflect.Pointer:
		return columns(t.Elem(), name, func(line reflect.Value) (reflect.Value, bool) {
			v, ok := of(line)
			if !ok || v.IsNil() {
				return v, false
			}
			return v.Elem(), true
		})
	case reflect.Struct:
		return fields(t, name+".", of, nil)
	case reflect.Array: // of two players
		var list []leaf
		for i, player := range []string{"first", "second"} {
			list = append(list, columns(t.Elem(), name+"."+player, func(line reflect.Value) (reflect.Value, bool) {
				v, ok := of(line)
				if !ok {
					return v, false
				}
				return v.Index(i), true
			})...)
		}
		return list
	}
	return []leaf{{Column{name, kindOf(cell(reflect.Zero(t)))}, of}}
}

// cell is a value as a table holds it. A list and a map are their JSON.
func cell(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Int:
		return v.Int()
	case reflect.Uint64:
		return v.Uint()
	case reflect.Float64:
		return v.Float()
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	}
	text, err := json.Marshal(v.Interface())
	if err != nil || string(text) == "null" {
		return ""
	}
	return string(text)
}

// cells appends those of a line.
func cells[T any](row []any, leaves []leaf, line *T) []any {
	for _, l := range leaves {
		v, ok := reflect.Value{}, false
		if line != nil {
			v, ok = l.from(reflect.ValueOf(line).Elem())
		}
		if !ok {
			row = append(row, nil)
			continue
		}
		row = append(row, cell(v))
	}
	return row
}
