package tournament

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/provenance"
)

// The files of a tournament's folder. The journal has the games in the order in which
// they ended, with their CPU times, and SHA256SUMS covers all files. The
// others have the same bytes for any number of workers and after any interruptions.
const (
	ConfigFile  = "config.yaml"
	JournalFile = "journal.jsonl"
	GamesFile   = "games.jsonl" // all games, in their order
	tableFile   = "table.json"
)

// maxConfig bounds the config of a folder, in bytes.
const maxConfig = 1 << 24

// ErrOtherConfig is the error of a tournament that began with another config.
var ErrOtherConfig = errors.New("the tournament began with another config")

// headComment is the first line of the config in a tournament's folder.
const headComment = "# The resolved config of this tournament.\n"

// startedComment begins the comment of a config that says when the tournament began.
const startedComment = "# started: "

func newFolder(root, name string, resolved []byte, overrides []string) (folder string, err error) {
	now := time.Now()
	if name, err = files.NewFolder(root, name, now); err != nil {
		return "", err
	}
	folder = filepath.Join(root, name)
	return folder, files.Replace(filepath.Join(folder, ConfigFile), configText(resolved, overrides, now))
}

// foldersLock is held, in the folder of the tournaments, while one is looked for or made: of
// two commands at once the second finds what the first has made.
const foldersLock = ".tournaments.lock"

// openFolder opens the folder that find returns, or makes one if it returns "".
func openFolder(o *Options, name string, resolved []byte, find func() (string, error)) (folder string, err error) {
	if err := files.MakeFolder(o.Root); err != nil {
		return "", err
	}
	lock, err := files.WaitLock(context.Background(), filepath.Join(o.Root, foldersLock))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	switch folder, err = find(); {
	case err != nil:
		return "", err
	case folder == "":
		return newFolder(o.Root, name, resolved, o.Overrides)
	}
	if err := Sums(folder).Require(nil); err != nil {
		return "", err
	}
	return folder, nil
}

// configText is a config as a folder keeps it.
func configText(resolved []byte, overrides []string, started time.Time) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, headComment+"# overrides: %q\n", overrides)
	fmt.Fprintf(&b, "%s%s\n", startedComment, started.Format(startedForm))
	for _, line := range provenance.Versions() {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	b.Write(resolved)
	return b.Bytes()
}

const startedForm = "2006-01-02T15:04:05.000Z07:00"

// Began is when a tournament began: by its config, else by the config's time.
func Began(folder string) time.Time {
	path := filepath.Join(folder, ConfigFile)
	text, _ := files.Read(path, maxConfig)
	for line := range strings.Lines(string(text)) {
		at, found := strings.CutPrefix(line, startedComment)
		if t, err := time.Parse(startedForm, strings.TrimSpace(at)); found && err == nil {
			return t
		}
		if !strings.HasPrefix(line, "#") {
			break
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime().Truncate(time.Second)
}

// IsFolder reports whether a folder is that of a tournament, which may have just begun. A
// run, too, has a config of that name.
func IsFolder(folder string) bool {
	name := filepath.Join(folder, ConfigFile)
	f, err := files.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(headComment))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == headComment
}

// Sums returns the sums that a tournament has at its end.
func Sums(folder string) files.Sums { return files.SumsOf(folder) }

// closeFolder closes a journal and writes the sums of a tournament that has come to its end.
func closeFolder(folder string, j *arena.Journal, played error) error {
	err := errors.Join(j.Flush(), arena.DistrustedIn(played, filepath.Base(folder)).Forget(filepath.Join(folder, JournalFile)))
	if err == nil && played == nil {
		err = Sums(folder).Write()
	}
	return errors.Join(err, j.Close()) // the lock is held to the end
}

// findFolder returns the newest tournament with a name and config, "" if there is
// none of that name. If all of them began with other configs, the error says how
// the newest differs. What is the same for all is left out of the configs.
func findFolder(root, name string, resolved []byte, leaveOut func(*Config)) (string, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	form := regexp.MustCompile(`^\d{4}-\d\d-\d\d-\d{6}-` + regexp.QuoteMeta(name) + `(-\d+)?$`)
	began := map[string]time.Time{}
	for _, e := range entries {
		if form.MatchString(e.Name()) {
			began[e.Name()] = Began(filepath.Join(root, e.Name()))
		}
	}
	var difference error
	for _, name := range slices.SortedFunc(maps.Keys(began), func(a, b string) int { return cmp.Or(began[b].Compare(began[a]), strings.Compare(b, a)) }) {
		folder := filepath.Join(root, name)
		text, err := files.Read(filepath.Join(folder, ConfigFile), maxConfig)
		if err != nil {
			continue // a folder gets its config before anything is played
		}
		there, here := firstDifference(complete(text, leaveOut), resolved)
		if there == here {
			return folder, nil
		}
		if difference == nil {
			difference = fmt.Errorf("%s: %w: %q there, %q here", folder, ErrOtherConfig, there, here)
		}
	}
	return "", difference
}

// complete is a folder's config with the keys that it lacks, since an earlier version
// wrote it; as it is, if it cannot be read.
func complete(text []byte, leaveOut func(*Config)) []byte {
	var c Config
	if err := config.ParseInto(&c, ConfigFile, text, nil); err != nil {
		return text
	}
	leaveOut(&c)
	if full, err := config.YAML(&c); err == nil {
		return full
	}
	return text
}

// firstDifference returns the first lines that differ, comments aside.
func firstDifference(a, b []byte) (string, string) {
	x, y := append(settings(a), ""), append(settings(b), "")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i], y[i]
		}
	}
	return "", ""
}

func settings(config []byte) []string {
	var list []string
	for line := range strings.Lines(string(config)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

func (t *play) finish(table *Table) error {
	var games []byte
	for _, line := range t.lines {
		line.CPU, line.Waited = [2]float64{}, [2]float64{} // the only figures that differ when it is played again
		text, err := line.Append(games)
		if err != nil {
			return err
		}
		games = append(text, '\n')
	}
	result, err := table.JSON()
	if err == nil {
		err = files.Replace(filepath.Join(t.folder, GamesFile), games)
	}
	if err == nil {
		err = files.Replace(filepath.Join(t.folder, tableFile), result)
	}
	return err
}

// journal holds the games of a tournament.
type journal struct {
	*arena.Journal
	found map[int]heldGame // by game, what was played before
	path  string
}

type heldGame struct {
	line arena.Line
	at   int // the journal's line, from 1
}

// openJournal opens the journal and reads the games in it.
func openJournal(folder string, g agent.Game) (*journal, error) {
	path := filepath.Join(folder, JournalFile)
	file, lines, err := arena.OpenJudgedJournal(path, g, func(l *arena.Line) bool { return l.Reason != arena.Unfinished }) // no tournament leaves such a game
	if err != nil {
		return nil, err
	}
	j := &journal{file, map[int]heldGame{}, path}
	for i, line := range lines {
		if twice, ok := j.found[line.Game]; ok {
			err := fmt.Errorf("%s:%d: game %d is there twice, first in line %d", path, i+1, line.Game, twice.at)
			return nil, errors.Join(err, file.Close())
		}
		j.found[line.Game] = heldGame{line, i + 1}
	}
	return j, nil
}

// waits are how long each player has waited in the games before.
func (j *journal) waits() map[string]agent.Waits {
	sums := map[string]agent.Waits{}
	for _, held := range j.found {
		arena.AddWaits(sums, []arena.Line{held.line})
	}
	return sums
}

// take returns the record of a game, nil if it has not been played. A game that
// differs from the schedule's is an error.
func (j *journal) take(want arena.Line) (*arena.Line, error) {
	have, ok := j.found[want.Game]
	if !ok {
		return nil, nil
	}
	got := have.line
	if got.Round != want.Round || got.Pair != want.Pair || got.Seed != want.Seed || got.Opening != want.Opening || got.First != want.First || got.Second != want.Second {
		return nil, fmt.Errorf("%s:%d: game %d is not the one of this tournament", j.path, have.at, want.Game)
	}
	return &got, nil
}

// refuseForeign fails if the journal holds a game that does not belong to the
// tournament.
func (j *journal) refuseForeign(games int) error {
	for game, f := range j.found {
		if game >= games {
			return fmt.Errorf("%s:%d: game %d is not the one of this tournament", j.path, f.at, game)
		}
	}
	return nil
}
