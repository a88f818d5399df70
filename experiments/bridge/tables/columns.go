package tables

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// leaf is a column of lines of JSON.
type leaf struct {
	name string
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
	return []leaf{{name, of}}
}

// cell is a value as a table holds it: a list and a map are their JSON.
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
