package tables

import "iter"

// Kind is the type of a column.
type Kind int

// The kinds, with the Go types of their cells.
const (
	Text    Kind = iota // string
	Whole               // int64
	Natural             // uint64
	Number              // float64
	Logic               // bool
)

// Column has a name that no other column of the table has.
type Column struct {
	Name string
	Kind Kind
}

// Table is a table whose rows are read when they are asked for.
type Table struct {
	Name    string
	Columns []Column
	Rows    iter.Seq[[]any] // a nil cell is empty; the next row reuses the slice
}

// kindOf is the kind of a cell.
func kindOf(cell any) Kind {
	switch cell.(type) {
	case int64:
		return Whole
	case uint64:
		return Natural
	case float64:
		return Number
	case bool:
		return Logic
	}
	return Text
}
