package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evolab/arena"
	"evolab/internal/sums"
)

// AppendMatches writes the matches after the last generation, at which the files had
// the given sizes.
func AppendMatches(folder string, sizes map[string]int64, list []MatchLine) (err error) {
	f, err := openLines(folder, MatchesFile, sizes[MatchesFile])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	lines, err := encodeLines(list...)
	if err == nil {
		err = f.append(lines)
	}
	if err == nil {
		err = f.sync()
	}
	if err == nil {
		err = sums.Write(folder, f.notes()...)
	}
	return err
}

// WriteTestGames writes some games of the champion.
func WriteTestGames(folder string, lines []arena.Line) error {
	for i := range lines {
		lines[i].Game, lines[i].Pair = i, i/2
		lines[i].CPU = [2]float64{} // the only figures that differ when they are played again
	}
	text, err := encodeLines(lines...)
	if err != nil {
		return err
	}
	into := filepath.Join(folder, GamesFolder)
	if err := os.MkdirAll(into, 0o755); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return sums.Replace(folder, TestGamesPath, text)
}

// ForgetTest removes the games and figures of an earlier champion of a run that has
// grown.
func ForgetTest(folder string) error {
	return errors.Join(os.RemoveAll(filepath.Join(folder, GamesFolder)), os.RemoveAll(filepath.Join(folder, PlotsFolder)))
}
