package run

import (
	"slices"
	"strings"

	"evolab/internal/sums"
)

// Decisive fails if a file has changed that decides how the rest of the run comes
// out. The error is a *sums.Changed.
func Decisive(folder string) error {
	return sums.Require(folder, func(name string) bool {
		return slices.Contains([]string{CheckpointFile, StartFile, EnvironmentFile, MetricsFile}, name) || strings.HasPrefix(name, RoundsFolder+"/")
	})
}

// compare notes which of some files have changed since they were written, unless
// that is known already.
func (c *Contents) compare(names ...string) {
	changes, err := sums.Check(c.Folder, func(name string) bool { return slices.Contains(names, name) })
	c.check(ChecksumsFile, err, "whether the files have changed is not known")
	for _, change := range changes {
		known := slices.ContainsFunc(c.Losses, func(l Loss) bool {
			return l.File == change.File && l.Line <= change.Line && change.Line <= max(l.Line, l.Through) || l.File == change.File && l.Line == 0
		})
		if !known {
			c.Lose(Loss{File: change.File, Line: change.Line, What: change.What, Lost: "what it says may be wrong"})
		}
	}
}
