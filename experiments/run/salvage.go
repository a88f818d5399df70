package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"evolab/arena"
	"evolab/internal/files"
)

// salvage reads the good lines of a file. The others are losses, and so is a missing
// file if it is expected. A running process may have half written the last line.
func salvage[T any](c *Contents, name, lost string, expected bool, decode func(line []byte) (T, error)) []T {
	data, err := files.Read(filepath.Join(c.Folder, name), maxLines)
	if err != nil {
		if expected || !isMissing(err) {
			c.check(name, err, lost)
		}
		return nil
	}
	var list []T
	number := 0
	for line := range bytes.Lines(data) {
		number++
		v, err := decode(line)
		if err == nil {
			list = append(list, v)
			continue
		}
		if whole := bytes.HasSuffix(line, []byte("\n")); whole || c.State.Status != IsRunning {
			_, what := explained(name, err)
			c.Lose(Loss{File: name, Line: number, What: what, Lost: lost})
		}
	}
	return list
}

// decodeLine reads a line that has to be an object.
func decodeLine[T any](line []byte) (T, error) {
	var v T
	err := files.DecodeJSON(line, &v)
	if err == nil && !bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		err = errors.New("it is null (expected: an object)")
	}
	return v, err
}

// Matches reads the lines of matches.jsonl.
func (c *Contents) Matches() []MatchLine {
	defer c.compare(MatchesFile)
	return salvage(c, MatchesFile, "those matches are not counted", len(c.Metrics) > 0 && !c.early, func(line []byte) (MatchLine, error) {
		m, err := decodeLine[MatchLine](line)
		if err == nil && (m.Purpose == "" || m.Opponent == "") {
			err = errors.New("a match without purpose or opponent")
		}
		return m, err
	})
}

// Individuals reads the candidates of all generations.
func (c *Contents) Individuals() []IndividualLine {
	defer c.compare(IndividualsFile)
	return salvage(c, IndividualsFile, "the candidate is left out", false, func(line []byte) (IndividualLine, error) {
		i, err := decodeLine[IndividualLine](line)
		if err == nil && len(i.Genome) != len(c.genes) {
			err = fmt.Errorf("%d genes (expected: %d, those of the config's features)", len(i.Genome), len(c.genes))
		}
		return i, err
	})
}

// TestGames reads the recorded games of the champion's test.
func (c *Contents) TestGames() []arena.Line {
	defer c.compare(TestGamesPath)
	tested := c.Evidence != nil && len(c.Evidence.Test) > 0
	return salvage(c, TestGamesPath, "the game is not shown", tested && !c.early, func(line []byte) (arena.Line, error) {
		var any json.RawMessage
		if err := files.DecodeJSON(line, &any); err != nil {
			return arena.Line{}, err
		}
		return arena.ParseLine(line)
	})
}

// spans names the missing generations below n: "generations 2, 5-7".
func spans(have map[int]bool, n int) string {
	var parts []string
	for from := 0; from < n; from++ {
		if have[from] {
			continue
		}
		to := from
		for to+1 < n && !have[to+1] {
			to++
		}
		if parts = append(parts, fmt.Sprint(from)); to > from {
			parts[len(parts)-1] = fmt.Sprintf("%d-%d", from, to)
		}
		from = to
	}
	return "generations " + strings.Join(parts, ", ")
}

// isMissing reports whether an error is about a file that is not there.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
