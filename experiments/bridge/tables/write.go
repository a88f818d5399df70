package tables

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"evolab/experiments/run"
	"evolab/internal/files"
)

// Write writes the tables of runs to a folder, as csv or parquet, and returns the
// files. It replaces those of an earlier call.
func Write(dir, format string, runs []*run.Report) (paths []string, err error) {
	write := CSV
	if format == "parquet" {
		write = Parquet
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
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
