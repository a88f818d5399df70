package arena

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/quantity"
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

func (l *Line) nameOf(r game.Result) string {
	switch r {
	case game.FirstWins:
		return l.First
	case game.SecondWins:
		return l.Second
	}
	return DrawName
}

// judgeJournal judges the games of a journal, a line each. The error is a *files.Changed
// with every place.
func judgeJournal(path string, lines []Line, g agent.Game, eitherSide ...string) error {
	var list []files.Change
	for i := range lines {
		if err := lines[i].Judge(g, eitherSide...); err != nil {
			list = append(list, misjudged(filepath.Base(path), i, &lines[i], err))
		}
	}
	if len(list) > 0 {
		return &files.Changed{Folder: filepath.Dir(path), Changes: list}
	}
	return nil
}

func misjudged(name string, i int, l *Line, err error) files.Change {
	return files.Change{File: name, Line: i + 1, What: fmt.Sprintf("game %d, replayed: %v", l.Game, err)}
}

// Examined is what is known of a record by its sums and its games.
type Examined struct {
	Finished bool // it has sums, which were compared with its files
	Changes  []files.Change
	// Words are the games of its last journal that nobody can play again, by the workers on
	// whose word they rest.
	Words map[string]int
	Note  string // what could not be checked, and why; "" for nothing
}

// Examine compares the files of a finished record with its sums, and replays the games of
// the journals in its folder, whose games a table has; nil: the lab's. Of a record that is not
// finished, a torn last line does not count.
func Examine(folder string, sums files.Sums, table agent.Table, journals []string, eitherSide ...string) (*Examined, error) {
	if table == nil {
		table = agent.Games()
	}
	r := &Examined{Finished: sums.Exist()}
	var err error
	if r.Changes, err = sums.Check(); err != nil {
		return nil, err
	}
	named := func(name string) bool {
		return slices.ContainsFunc(r.Changes, func(c files.Change) bool { return c.File == name })
	}
	for _, name := range journals {
		path := filepath.Join(folder, filepath.FromSlash(name))
		lines, err := ReadJournal(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil && named(name):
			continue
		case err != nil:
			c := files.Change{File: name, What: err.Error()}
			if bad := (*lineError)(nil); errors.As(err, &bad) {
				c.Line, c.What = bad.line, bad.err.Error()
			}
			r.Changes = append(r.Changes, c)
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
