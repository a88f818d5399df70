package arena

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/seal"
)

// Judge replays a game by its rules and fails if it cannot have ended as the line says.
// The winner of a game that the rules did not end is the side that was not to move,
// unless the reason is one of those that either side can cause. Void and unfinished games
// are not judged, nor are those of old lines, which do not name their game.
func (l *Line) Judge(g agent.Game, eitherSide ...string) error {
	if l.Schema == 0 || l.Open() {
		return nil
	}
	b, err := l.Start(g, l.Variant)
	if err != nil {
		return err
	}
	switch early, err := l.Replay(b); {
	case early != nil:
		return fmt.Errorf("%s after the end (%s after ply %d)", quantity.Of(len(l.Moves)-early.Ply, "move"), early.Reason, early.Ply)
	case err != nil:
		return err
	}
	end, ended := b.Ended(l.Rules.PlyCap)
	reason, result := end.Reason, end.Result
	switch {
	case ended && result == game.Draw && l.Rules.DrawOnTime && l.CPU != [2]float64{}:
		result = lessTime(l.CPU)
	case ended && result == game.Draw && l.Rules.DrawOnTime: // without times nobody knows who won
		result = l.Result()
	case ended:
	case slices.Contains([]string{Normal, PlyLimit, Repetition, g.Info().DrawReason}, l.Reason):
		return fmt.Errorf("the reason is %q, but the game is not over after its %s", l.Reason, quantity.Of(len(l.Moves), "move"))
	case slices.Contains(eitherSide, l.Reason):
		return nil
	default:
		reason, result = l.Reason, game.Win(b.Turn().Other())
	}
	if l.Reason != reason {
		return fmt.Errorf("the reason is %q, by the rules %q", l.Reason, reason)
	}
	if l.Result() != result {
		return fmt.Errorf("the winner is %q, by the moves %q", l.Winner, l.nameOf(result))
	}
	return nil
}

// nameOf is the winner of a result.
func (l *Line) nameOf(r game.Result) string {
	switch r {
	case game.FirstWins:
		return l.First
	case game.SecondWins:
		return l.Second
	}
	return DrawName
}

// judgeJournal judges the games of a journal, a line each. The error is a *seal.Changed
// with every place.
func judgeJournal(folder, name string, lines []Line, g agent.Game, eitherSide ...string) error {
	var list []seal.Change
	for i := range lines {
		if err := lines[i].Judge(g, eitherSide...); err != nil {
			list = append(list, misjudged(name, i, &lines[i], err))
		}
	}
	if len(list) > 0 {
		return &seal.Changed{Folder: folder, Changes: list}
	}
	return nil
}

func misjudged(name string, i int, l *Line, err error) seal.Change {
	return seal.Change{File: name, Line: i + 1, What: fmt.Sprintf("game %d, replayed: %v", l.Game, err)}
}

// Examined is what is known of a record by its seal and its games.
type Examined struct {
	*seal.Report
	// Words are the games of its last journal that nobody can play again, by the workers on
	// whose word they rest.
	Words map[string]int
	Note  string // what could not be checked, and why; "" for nothing
}

// Examine compares the files of a place with its seal, and replays the games of its
// journals, which are those of a table; nil: of the lab. A place of either may be named.
func Examine(p seal.Place, d seal.Demand, table agent.Table, journals []string, eitherSide ...string) (*Examined, error) {
	if table == nil {
		table = agent.Games()
	}
	found, err := seal.Inspect(p, d)
	if err != nil {
		return nil, err
	}
	r := &Examined{Report: found}
	named := func(name string) bool {
		return slices.ContainsFunc(r.Changes, func(c seal.Change) bool { return c.File == name })
	}
	for _, name := range journals {
		path := filepath.Join(p.Folder, filepath.FromSlash(name))
		lines, err := ReadJournal(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil && named(name):
			continue
		case err != nil:
			r.Changes = append(r.Changes, seal.Change{File: name, What: strings.TrimPrefix(err.Error(), path+":")})
			continue
		}
		r.Words = Words(lines)
		for i := range lines {
			if lines[i].GameName == "" {
				continue
			}
			g, err := table.Find(lines[i].GameName)
			if err == nil {
				err = lines[i].Judge(g, eitherSide...)
			}
			if err != nil {
				r.Changes = append(r.Changes, misjudged(name, i, &lines[i], err))
			}
		}
	}
	return r, nil
}
