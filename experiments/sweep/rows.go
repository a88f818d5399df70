package sweep

import (
	"path/filepath"
	"slices"

	"evolab/experiments/run"
)

// Rows sums up the runs of cells over their seeds, in the order of the cells; runs is
// what Run returned. The gains are over the first row of the same game. It calls read
// for each run, which may have losses.
func Rows(cells []Cell, runs []string, root string, read func(*run.Report)) ([]run.Group, error) {
	var rows []run.Group
	var members []*run.Report
	first := map[string]int{}
	for i, c := range cells {
		r, err := run.Read(c.Config.Games, filepath.Join(root, runs[i]))
		if err != nil {
			return nil, err
		}
		read(r)
		members = append(members, r)
		if i+1 == len(cells) || !slices.Equal(c.Settings, cells[i+1].Settings) {
			row, game := run.NewGroup(append([]string{}, c.Settings...), members), r.GameName()
			if k, known := first[game]; known {
				row.CompareTo(&rows[k])
			} else {
				first[game] = len(rows)
			}
			rows, members = append(rows, row), nil
		}
	}
	return rows, nil
}
