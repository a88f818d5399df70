package lab

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/record"
	"evolab/internal/files"
	"evolab/internal/float"
	"evolab/internal/quantity"
	"evolab/stats"
)

// matchFile keeps the games of a match that is being played. Its file, that of
// --games-out, is written when the match ends or is interrupted; until then a journal
// beside it has the games, so that a kill loses none.
type matchFile struct {
	journal *arena.Journal // nil: no games are kept
	path    string         // of the journal
	games   int            // in the journal
	whole   bool           // the file has all games
}

// playingSuffix ends the name of the journal.
const playingSuffix = ".playing"

// journalOf is the journal beside a file of games; "" if a path names no file, but a pipe or a
// device.
func journalOf(path string) string {
	file, stream, err := files.Destination(path)
	if stream || err != nil {
		return ""
	}
	return file + playingSuffix
}

// checkResume completes the flags of a match that is continued.
func (f *matchFlags) checkResume(c *cobra.Command) error {
	path, err := outPath(c, "resume")
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return badInput(fmt.Errorf("--resume %s is a folder", path), "FILE holds the games of --games-out, one on each line")
	}
	if _, stream, err := files.Destination(path); err == nil && stream && f.gamesOut == "" {
		return badInput(fmt.Errorf("--resume %s is a pipe or a device", path), "--games-out FILE names the file for all games")
	}
	f.gamesOut = cmp.Or(f.gamesOut, path)
	if record.NotationOf(path) != nil {
		return badInput(fmt.Errorf("--resume %s: this notation does not keep what a match needs", path), "JSON lines do: --games-out games.jsonl")
	}
	return nil
}

// openGames reads the games that --resume names, and opens the journal of --games-out.
func (f *matchFlags) openGames(a *app, g agent.Game, names []string, play *arena.Sequential) (*matchFile, error) {
	if f.Resume != "" {
		if err := f.readKnown(a, g, names, play); err != nil {
			return nil, err
		}
	}
	path := journalOf(f.gamesOut)
	if path == "" || record.NotationOf(f.gamesOut) != nil {
		return &matchFile{}, nil
	}
	if f.Resume == "" && len(firstBytes(f.gamesOut)) > 0 {
		fmt.Fprintf(a.err, "note: %s has games, which those of this match will replace (--resume %s would have continued theirs)\n", f.gamesOut, f.gamesOut)
	}
	m := &matchFile{path: path}
	journal, lines, err := arena.OpenJournal(m.path, nil)
	if err != nil {
		hint := "name another file, in a folder that can be written to"
		if errors.Is(err, files.ErrLocked) {
			hint = "a match that writes this file is being played; name another one"
		}
		return nil, badInput(fmt.Errorf("--games-out: %w", err), hint)
	}
	m.journal, m.games = journal, len(lines)
	if m.games > 0 && m.path != journalOf(f.Resume) {
		fmt.Fprintf(a.err, "note: %s had games of a match that was killed; this is a new match (--resume %s would have continued that one)\n", m.path, f.gamesOut)
		if err := journal.Clear(); err != nil {
			return nil, errors.Join(fmt.Errorf("--games-out: %w", err), journal.Close())
		}
		m.games = 0
	}
	roster := matchRoster(g, names)
	play.Save = func(job arena.Job, rec arena.Record) error {
		line := roster.Line(job, rec)
		m.games++
		if err := m.journal.Add(&line); err != nil {
			return fmt.Errorf("--games-out: %w", err)
		}
		return nil
	}
	return m, nil
}

// readKnown reads the games that were played before: those of the file, and those of the
// journal that a kill leaves beside it.
func (f *matchFlags) readKnown(a *app, g agent.Game, names []string, play *arena.Sequential) error {
	play.Known, f.waits = map[int]arena.Record{}, map[string]agent.Waits{}
	found := false
	for _, path := range []string{f.Resume, journalOf(f.Resume)} {
		data, err := files.ReadArgument(path, 1<<32)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return badInput(fmt.Errorf("--resume: %w", err), "FILE holds the games of --games-out")
		}
		found = true
		lines, torn, err := record.ParseTorn(data)
		if err != nil {
			return badInput(fmt.Errorf("--resume %s: %w", path, err), "FILE holds the games of --games-out, one on each line")
		}
		if torn {
			fmt.Fprintf(a.err, "note: the last line of %s is cut off; its game is played again\n", path)
		}
		arena.AddWaits(f.waits, lines)
		known, err := play.Match.Known(g, matchRoster(g, names), lines)
		var foreign *arena.Foreign
		switch {
		case errors.As(err, &foreign):
			return badInput(fmt.Errorf("--resume %s: line %d is not of this match: %w", path, foreign.Index+1, foreign),
				"repeat the arguments of the first part: agents, --game, --variant, --seed, openings and limits, and at least as many --games")
		case err != nil:
			return err
		}
		for id, rec := range known {
			play.Known[id] = rec
		}
	}
	if !found {
		return badInput(fmt.Errorf("--resume %s: there is no such file", f.Resume), "--games-out "+shellWord(f.Resume)+" begins a match that can be continued")
	}
	a.remark("%s has %s of this match\n", f.Resume, quantity.Of(len(play.Known), "game"))
	return nil
}

// close closes the journal, and removes it if it has no games, or the file has them all.
func (m *matchFile) close() error {
	if m.journal == nil {
		return nil
	}
	end := m.journal.Close
	if m.whole || m.games == 0 {
		end = m.journal.Remove
	}
	if err := end(); err != nil {
		return fmt.Errorf("--games-out: %w", err)
	}
	return nil
}

// evenMatch is what is known of the pairs of a match before it begins: the spread of even
// games without draws, the largest that there is.
var evenMatch = stats.Pentanomial{1 << 38, 0, 1 << 39, 0, 1 << 38}.Sample()

// maxGames is the limit of --games.
const maxGames = 10_000_000

// mostGames is the largest number of games of a test that plays until it decides: four
// times what it takes on average where it takes longest, which one test in a hundred
// there exceeds.
func mostGames(test *stats.SPRT) int {
	_, _, between := test.Expected(evenMatch)
	return int(min(maxGames, max(1000, rounded(4*2*between))))
}

// rounded rounds up to two digits; the result is even.
func rounded(games float64) float64 {
	unit := math.Max(2, float.Pow(10, math.Floor(float.Log10(math.Max(1, games)))-1))
	return unit * math.Ceil(games/unit)
}

// announce says how many games a test may take.
func (a *app) announce(f *matchFlags, play *arena.Sequential) {
	if play.Test == nil {
		return
	}
	elo0, elo1, between := play.Test.Expected(evenMatch)
	text := fmt.Sprintf("the test takes about %.0f games if %s Elo is true, %.0f if %s is, %.0f halfway between, and fewer with draws",
		rounded(2*elo0), quantity.Plain(play.Test.Elo0), rounded(2*elo1), quantity.Plain(play.Test.Elo1), rounded(2*between))
	switch {
	case f.open:
		a.remark("%s; it plays until it decides, at most %s\n", text, quantity.Of(f.Games, "game"))
	case float64(f.Games) < 2*between:
		a.remark("%s; --games allows %d\n", text, f.Games)
	}
}

// remarkUndecided says how to continue a test that has not decided.
func (a *app) remarkUndecided(f *matchFlags, test *stats.SPRT, res arena.Result) {
	if test == nil || test.Verdict(res.Pairs.Sample()) != stats.Undecided {
		return
	}
	text := "undecided"
	if res.Pairs.Pairs() > 0 {
		_, _, between := test.Expected(res.Pairs.Sample())
		text += fmt.Sprintf(": with such games it takes up to %.0f on average", rounded(2*between))
	}
	a.remark("%s\nhint: %s\n", text, f.howToContinue(false))
}

func (f *matchFlags) howToContinue(interrupted bool) string {
	more := ""
	switch {
	case interrupted:
	case !f.open:
		more = ", and without --games until the test decides"
	case f.Games < maxGames:
		more = fmt.Sprintf(", with more --games than %d", f.Games)
	}
	switch {
	case journalOf(f.gamesOut) == "":
		return "with --games-out FILE a match can be continued by --resume FILE" + more
	case record.NotationOf(f.gamesOut) != nil:
		return "a match can be continued if --games-out FILE is written as JSON lines (games.jsonl)" + more
	}
	return "the same command with --resume " + shellWord(f.gamesOut) + " instead of --games-out continues it" + more
}
