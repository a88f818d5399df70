package tables

import (
	"fmt"
	"io"
	"slices"

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
