package tournament

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/host"
	"evolab/internal/files"
)

const few = `[{agent: "hand:depth=1,ties=random", name: hand}, {agent: greedy}, {agent: random}, {agent: alphabeta}]`

func load(t *testing.T, overrides ...string) *Config {
	t.Helper()
	c, err := parsed(t, append([]string{"agents=" + few, "games=6"}, overrides...)...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// results are the bytes that have to be the same: all but when it began.
func results(t *testing.T, folder string) string {
	t.Helper()
	var all bytes.Buffer
	for _, name := range []string{GamesFile, "table.json", ConfigFile} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	return regexp.MustCompile(regexp.QuoteMeta(startedComment)+`.*\n`).ReplaceAllString(all.String(), "")
}

func whole(t *testing.T, c *Config, o Options) string {
	t.Helper()
	_, folder, err := Play(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return results(t, folder)
}

// stopper ends a tournament after a number of games.
type stopper struct {
	after  int
	cancel context.CancelFunc
}

func (*stopper) Started(string, int, int) {}
func (s *stopper) Played(arena.Line, func() *Table) {
	if s.after--; s.after == 0 {
		s.cancel()
	}
}

// However often a tournament is cut off, and however many workers play it, it
// ends in the same bytes.
func TestResumedTournamentsEndAlike(t *testing.T) {
	for _, overrides := range [][]string{
		{"format=round-robin", "final_games=4"},
		{"format=gauntlet", "gauntlet.challengers=2"},
		{"format=knock-out", "knock_out.tie_breaks=3", "games=2"},
		{"format=competition", "games=2"},
		{"openings.balanced.games=4", "openings.plies=3"},
	} {
		t.Run(overrides[0], func(t *testing.T) {
			c := load(t, overrides...)
			want := whole(t, c, Options{Root: t.TempDir(), Workers: 1})
			root := t.TempDir()
			for workers := 1; ; workers++ {
				ctx, cancel := context.WithCancel(t.Context())
				table, folder, err := Play(ctx, c, Options{Root: root, Resume: true, Workers: workers, Observer: &stopper{5 * workers, cancel}})
				cancel()
				if err == nil {
					if got := results(t, folder); got != want {
						t.Errorf("the result differs:\n%s\nwant\n%s", got, want)
					}
					if workers < 2 {
						t.Error("was not cut off")
					}
					return
				}
				if !errors.Is(err, context.Canceled) || table == nil {
					t.Fatal(err)
				}
				tear(t, filepath.Join(folder, "journal.jsonl"))
			}
		})
	}
}

// tear leaves half a line at the end of a journal.
func tear(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"game":3,"pa`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// A finished tournament plays nothing again.
func TestFinishedTournamentsStay(t *testing.T) {
	c, root := load(t), t.TempDir()
	want := whole(t, c, Options{Root: root})
	before, _ := filepath.Glob(filepath.Join(root, "*", "journal.jsonl"))
	old, err := os.ReadFile(before[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := whole(t, c, Options{Root: root, Resume: true}); got != want {
		t.Error("the result differs")
	}
	if now, err := os.ReadFile(before[0]); err != nil || !bytes.Equal(now, old) {
		t.Errorf("the journal was changed: %v", err)
	}
}

func TestWhatCannotGoOn(t *testing.T) {
	c, root := load(t), t.TempDir()
	_, folder, err := Play(t.Context(), c, Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Play(t.Context(), load(t, "games=8"), Options{Root: root, Resume: true}); !errors.Is(err, ErrOtherConfig) || !strings.Contains(err.Error(), `"games: 6" there, "games: 8" here`) {
		t.Errorf("another config: %v", err)
	}
	path := filepath.Join(folder, "journal.jsonl")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(good), "\n")
	ending := regexp.MustCompile(`"winner":"[^"]*","reason":"[^"]*"`)
	unfinished := ending.ReplaceAllString(lines[0], `"winner":"none","reason":"unfinished"`)
	for want, text := range map[string]string{
		"is there twice":                    string(good) + lines[0],
		"none of such":                      unfinished + strings.Join(lines[1:], ""),
		"line 1 is none":                    "{}\n" + string(good),
		"is not the one of this tournament": strings.Replace(string(good), `"round":1`, `"round":2`, 1),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Sums(folder).Remove(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Play(t.Context(), c, Options{Root: root, Resume: true}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	lock, _, err := files.OpenJournal(path, func([]byte) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if _, _, err := Play(t.Context(), c, Options{Root: root, Resume: true}); !errors.Is(err, files.ErrLocked) {
		t.Errorf("played twice at a time: %v", err)
	}
}

// The table adds up: every game counts once for either player.
func TestTableAddsUp(t *testing.T) {
	c := load(t)
	table, _, err := Play(t.Context(), c, Options{Root: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	won, lost, first := 0, 0, 0
	for _, r := range table.Rows {
		won, lost, first = won+r.Total.Wins, lost+r.Total.Losses, first+r.AsFirst.Games()
		if r.Games != 18 || r.AsFirst.Games() != 9 || r.AsFirst.Add(r.AsSecond) != r.Total {
			t.Errorf("%+v", r)
		}
	}
	if table.Games != 36 || won != 36 || lost != 36 || first != 36 || len(table.Encounters) != 6 {
		t.Errorf("%d games, %d won, %d lost, %d as first, %d encounters", table.Games, won, lost, first, len(table.Encounters))
	}
	if table.Rows[0].Agent != "alphabeta" || table.Rows[3].Agent != "random" {
		t.Errorf("%+v", table.Rows)
	}
	for _, want := range []string{"fewer than 100 games", "one-sided"} {
		if !strings.Contains(strings.Join(table.Warnings, "\n"), want) {
			t.Errorf("no warning %q in %q", want, table.Warnings)
		}
	}
}

func TestMain(m *testing.M) {
	host.Supervise()
	os.Exit(m.Run())
}

// A program that cannot be given its folder has not lost, and stops nobody: its
// games are void, and the others' count. A resumed tournament ends alike.
func TestBoxesThatCannotBeBuilt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "program")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c, root := load(t, `agents=[{agent: "exec:dir=`+dir+`,cmd=true", name: gone}, {agent: random}, {agent: greedy}]`, "games=2"), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := Options{Root: root, Workers: 1, Env: agent.Env{Programs: agent.Unannounced()}, Observer: &remover{stopper{2, cancel}, dir}}
	if _, _, err := Play(ctx, c, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	o.Resume, o.Observer = true, &remover{stopper{100, cancel}, dir}
	table, _, err := Play(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	if table.Voids != 4 || table.Games != 2 {
		t.Errorf("%d void, %d games", table.Voids, table.Games)
	}
	for _, r := range table.Rows {
		if r.Agent == "gone" && r.Games > 0 || r.Reasons[arena.Void] > 0 {
			t.Errorf("%+v", r)
		}
	}
}

// remover takes a program's folder away before the first game.
type remover struct {
	stopper
	dir string
}

func (r *remover) Started(string, int, int) { os.RemoveAll(r.dir) }

// The journal carries a void game: a tournament that continues leaves its
// pair out, and does not play it again.
func TestVoidGamesSurviveAnInterruption(t *testing.T) {
	c, root := load(t, "openings.plies=4"), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, folder, err := Play(ctx, c, Options{Root: root, Workers: 1, Observer: &stopper{5, cancel}})
	cancel()
	if err == nil {
		t.Fatal("was not cut off")
	}
	path := filepath.Join(folder, "journal.jsonl")
	spoil(t, path)
	table, _, err := Play(t.Context(), c, Options{Root: root, Resume: true})
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, r := range table.Rows {
		played += r.Total.Games()
		if r.Reasons[arena.Void] != 0 {
			t.Errorf("%s lost by a void game", r.Agent)
		}
	}
	if table.Voids != 1 || table.Games != 34 || played != 68 || !strings.HasPrefix(table.Warnings[0], "void games: 1 ") {
		t.Errorf("%d void, %d games, %d played: %q", table.Voids, table.Games, played, table.Warnings)
	}
	games, err := os.ReadFile(filepath.Join(folder, GamesFile))
	if err != nil || bytes.Count(games, []byte("\n")) != 36 || bytes.Count(games, []byte(`"winner":"none","reason":"void"`)) != 1 {
		t.Errorf("%s, %v", games, err)
	}
	before := results(t, folder)
	if again := whole(t, c, Options{Root: root, Resume: true}); again != before {
		t.Error("played again, it ends otherwise")
	}
}

// spoil makes the first game of a journal void.
func spoil(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	line, err := arena.ParseLine(first)
	if err != nil {
		t.Fatal(err)
	}
	line.Winner, line.Reason, line.Detail = arena.NoneName, arena.Void, "no core"
	if first, err = line.Append(nil); err != nil {
		t.Fatal(err)
	}
	err = os.WriteFile(path, append(append(first, '\n'), rest...), 0o644)
	if err = errors.Join(err, Sums(filepath.Dir(path)).Remove()); err != nil {
		t.Fatal(err)
	}
}

// distrusting is a pool that finds a game of a worker to be wrong after others have ended.
type distrusting struct{}

func (distrusting) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	by := []string{"ann", "bob", ""}
	done := r.Done
	r.Done = func(rec arena.Record) {
		rec.By = by[rec.Job%3]
		if rec.Word = rec.By; rec.Word == "ann" {
			rec.Plies++ // it lies
		}
		done(rec)
	}
	if _, err := (arena.Cores{Workers: 1}).Run(ctx, r, jobs[:6]); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("cluster: %w", &arena.Distrusted{Worker: "ann", Cause: "it reports another game", Of: []string{r.Of}})
}

// Of a tournament in which a worker reported a wrong game only those stay that others have
// played; the rest is played again.
func TestDistrustedGamesAreForgotten(t *testing.T) {
	c, root := load(t), t.TempDir()
	_, folder, err := Play(t.Context(), c, Options{Root: root, Pool: distrusting{}})
	if arena.DistrustedIn(err, filepath.Base(folder)) == nil {
		t.Fatal(err)
	}
	kept, err := arena.ReadJournal(filepath.Join(folder, JournalFile))
	if err != nil || len(kept) != 2 || kept[0].By != "bob" || kept[1].By != "bob" {
		t.Errorf("kept: %+v, %v", kept, err)
	}
	table, again, err := Play(t.Context(), c, Options{Root: root, Resume: true})
	if err != nil || again != folder {
		t.Fatalf("resumed in %s: %v", again, err)
	}
	want, _, err := Play(t.Context(), c, Options{Root: t.TempDir()})
	if err != nil || !reflect.DeepEqual(table.Rows, want.Rows) {
		t.Errorf("%+v, want %+v; %v", table.Rows, want.Rows, err)
	}
}
