// Package tables writes runs as tables with typed columns, in CSV or Parquet: one of
// generations, one of candidates and one of games. A column's name is its path in the
// lines of the run's files, as in validated.value.
package tables

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strconv"

	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/internal/untrusted"
)

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

// Write writes the tables of runs to a folder, as csv or parquet, and returns the
// files. It replaces those of an earlier call.
func Write(dir, format string, runs []*run.Run) (paths []string, err error) {
	write := CSV
	if format == "parquet" {
		write = Parquet
	}
	if err := files.MakeFolder(dir); err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	for _, t := range Of(runs) {
		var b bytes.Buffer
		if err := write(&b, t); err != nil {
			return paths, err
		}
		path := filepath.Join(dir, t.Name+"."+format)
		if err := files.Replace(path, b.Bytes()); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// WriteFile writes the table of generations as Parquet.
func WriteFile(path string, runs []*run.Run) error {
	var b bytes.Buffer
	if err := Parquet(&b, generations(runs)); err != nil {
		return err
	}
	return files.Replace(path, b.Bytes())
}

// CSV writes a table as text. A spreadsheet keeps all texts in it as they are.
func CSV(w io.Writer, t Table) error {
	out := csv.NewWriter(w)
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = untrusted.Literal(c.Name)
	}
	// The writer keeps its errors for the end.
	_ = out.Write(head)
	for row := range t.Rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = plain(v)
		}
		_ = out.Write(line)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	return nil
}

// plain is a cell as text.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return untrusted.Literal(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}
