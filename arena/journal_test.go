package arena

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A journal holds the games of an interrupted round, and its reader leaves an
// unfinished line for later.
func TestJournals(t *testing.T) {
	g := littlego(t)
	path := filepath.Join(t.TempDir(), "games.jsonl")
	jobs, err := Match{Games: 4, Seed: 1, Keep: true}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	roster := Roster{Info: g.Info(), Names: []string{"a", "b"}, Specs: []string{"greedy", "random"}}
	round := Round{Game: g, Agents: agents(t, "greedy", "random")}
	j, lines, err := OpenJournal(path, nil)
	if err != nil || len(lines) != 0 {
		t.Fatal(lines, err)
	}
	line := func(rec Record) Line { return roster.Line(jobs[rec.Job], rec) }
	var added []Line
	err = j.Play(context.Background(), Cores{Workers: 1}, round, jobs[:3], line, func(_ Record, l Line, at int) {
		if at != len(added) {
			t.Errorf("game %d is number %d of the file", len(added), at)
		}
		added = append(added, l)
	})
	if err := errors.Join(err, j.Close()); err != nil || len(added) != 3 {
		t.Fatal(added, err)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(`{"game":3,`)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if lines, err = ReadJournal(path); err != nil || cmp.Diff(added, lines) != "" {
		t.Error(err, cmp.Diff(added, lines))
	}
	j, lines, err = OpenJournal(path, nil)
	if err != nil || cmp.Diff(added, lines) != "" {
		t.Fatal(err, cmp.Diff(added, lines))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// A game that cannot be written ends the round with the journal's error.
func TestJournalThatFails(t *testing.T) {
	g := littlego(t)
	j, _, err := OpenJournal(filepath.Join(t.TempDir(), "games.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	jobs, err := Match{Games: 4, Seed: 1}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	round := Round{Game: g, Agents: agents(t, "random", "random")}
	err = j.Play(context.Background(), Cores{Workers: 1}, round, jobs, func(Record) Line { return Line{} }, func(Record, Line, int) { t.Error("a game was added") })
	if err == nil || !strings.Contains(err.Error(), "journal") {
		t.Error(err)
	}
}

// Replays stop at the move that cannot be played, with the board before it.
func TestReplays(t *testing.T) {
	b, err := littlego(t).Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	var plies []Ply
	err = Replay(b, []string{"2,2", "1,1", "2,2"}, func(p Ply) error {
		plies = append(plies, p)
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "ply 3: 2,2: the point is taken") {
		t.Error(err)
	}
	if len(plies) != 2 || plies[1].Number != 2 || plies[1].Move != "1,1" || cmp.Diff([]string{"2,2", "1,1"}, b.PlayedText()) != "" {
		t.Errorf("%+v, %v", plies, b.PlayedText())
	}
	if err := Replay(b, []string{"x"}, nil); err == nil || !strings.HasPrefix(err.Error(), "ply 1: ") {
		t.Error(err)
	}
	refused := errors.New("refused")
	if err := Replay(b, []string{"3,3"}, func(Ply) error { return refused }); !errors.Is(err, refused) {
		t.Error(err)
	}
}
