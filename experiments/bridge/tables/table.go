// Package tables writes runs as CSV: a table of generations, one of candidates and one
// of games. A column's name is its path in the lines of the run's files, as in
// validated.value.
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

// Table is a table whose rows are read when they are asked for.
type Table struct {
	Name    string
	Columns []string        // no two are the same
	Rows    iter.Seq[[]any] // a nil cell is empty; the next row reuses the slice
}

// Write writes the tables of runs to a folder and returns the files. It replaces those
// of an earlier call.
func Write(dir string, runs []*run.Run) (paths []string, err error) {
	if err := files.MakeFolder(dir); err != nil {
		return nil, err
	}
	for _, t := range Of(runs) {
		var b bytes.Buffer
		if err := CSV(&b, t); err != nil {
			return paths, err
		}
		path := filepath.Join(dir, t.Name+".csv")
		if err := files.Replace(path, b.Bytes()); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// CSV writes a table as text. A spreadsheet keeps all texts in it as they are.
func CSV(w io.Writer, t Table) error {
	out := csv.NewWriter(w)
	head := make([]string, len(t.Columns))
	for i, name := range t.Columns {
		head[i] = untrusted.Literal(name)
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
	return out.Error()
}

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
