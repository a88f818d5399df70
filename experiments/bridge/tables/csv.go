package tables

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"evolab/internal/untrusted"
)

// CSV writes a table as text. No text in it can be taken for a formula.
func CSV(w io.Writer, t Table) error {
	out := csv.NewWriter(w)
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = untrusted.Cell(c.Name)
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
		return untrusted.Cell(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}
