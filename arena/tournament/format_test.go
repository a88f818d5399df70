package tournament

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/agent"
	"evolab/arena"
	"evolab/stats"
)

// roll plays a format to its end with made-up results: lead says by how many
// games a beats b.
func roll(t *testing.T, f format, players int, lead func(round, a, b int) int) (*Book, []string) {
	t.Helper()
	b := &Book{players: players}
	var story []string
	for range 100 {
		pairings := f.Round(b)
		if len(pairings) == 0 {
			return b, story
		}
		var encounters []Encounter
		var names []string
		for _, pairing := range pairings {
			d := lead(len(b.rounds)+1, pairing.A, pairing.B)
			won := (pairing.Games + d) / 2
			encounters = append(encounters, Encounter{pairing, arena.Result{Result: stats.Result{AsFirst: stats.WDL{Wins: won, Losses: pairing.Games - won}}}})
			names = append(names, fmt.Sprintf("%d-%d/%d", pairing.A, pairing.B, pairing.Games))
		}
		b.rounds = append(b.rounds, encounters)
		story = append(story, strings.Join(names, " "))
	}
	t.Fatal("no end:", story)
	return nil, nil
}

// listWins lets the player that stands first in the list win.
func listWins(_, a, b int) int {
	if a < b {
		return 2
	}
	return -2
}

func even(int, int, int) int { return 0 }

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name   string
		format format
		n      int
		lead   func(round, a, b int) int
		story  []string
		places []int
	}{
		{"everybody", &roundRobin{3, 4, 0}, 3, listWins, []string{"0-1/4 0-2/4 1-2/4"}, []int{0, 0, 0}},
		{"with a final", &roundRobin{3, 4, 2}, 3, listWins, []string{"0-1/4 0-2/4 1-2/4", "0-1/2"}, []int{1, 2, 3}},
		{"the final turns it", &roundRobin{3, 2, 4}, 3, func(round, a, b int) int {
			if round == 2 {
				return -4
			}
			return listWins(round, a, b)
		}, []string{"0-1/2 0-2/2 1-2/2", "0-1/4"}, []int{2, 1, 3}},
		{"one against all", &gauntlet{4, 1, 2}, 4, listWins, []string{"0-1/2 0-2/2 0-3/2"}, []int{0, 0, 0, 0}},
		{"two against all", &gauntlet{4, 2, 2}, 4, listWins, []string{"0-2/2 0-3/2 1-2/2 1-3/2"}, []int{0, 0, 0, 0}},
		{"bracket of 4", &knockOut{4, 2, 0, 3}, 4, listWins, []string{"0-3/2 1-2/2", "0-1/2"}, []int{0, 1, 2, 2}},
		{"bracket of 5", &knockOut{5, 4, 6, 3}, 5, listWins, []string{"3-4/4", "0-3/4 1-2/4", "0-1/6"}, []int{0, 1, 2, 2, 3}},
		{"bracket of 7", &knockOut{7, 2, 0, 3}, 7, func(r, a, b int) int { return -listWins(r, a, b) },
			[]string{"1-6/2 2-5/2 3-4/2", "0-6/2 4-5/2", "5-6/2"}, []int{2, 3, 3, 3, 2, 1, 0}},
		{"replays", &knockOut{2, 4, 0, 2}, 2, even, []string{"0-1/4", "0-1/2", "0-1/2"}, []int{0, 1}},
		{"a replay decides", &knockOut{4, 2, 0, 2}, 4, func(round, a, b int) int {
			if round == 1 && a == 0 || round == 3 {
				return 0
			}
			return -2
		}, []string{"0-3/2 1-2/2", "0-3/2", "2-3/2", "2-3/2"}, []int{2, 2, 1, 0}},
		{"ladder of few", &ladder{[]string{"a", "b", "c"}, 4, 1, 1}, 3, listWins, []string{"0-1/4 0-2/4 1-2/4"}, []int{0, 0, 0}},
		{"ladder by lot", &ladder{[]string{"a", "b", "c", "d"}, 2, 1, 1}, 4, listWins, []string{"0-1/2 0-2/2 0-3/2 2-3/2"}, []int{0, 0, 0, 0}},
		{"no replays", &knockOut{2, 4, 0, 0}, 2, even, []string{"0-1/4"}, []int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, story := roll(t, c.format, c.n, c.lead)
			if !slices.Equal(story, c.story) {
				t.Errorf("played %q\nwant   %q", story, c.story)
			}
			if places := c.format.Places(b); !slices.Equal(places, c.places) {
				t.Errorf("places %v, want %v", places, c.places)
			}
		})
	}
}

// In a competition nobody goes out who did not lose more than half, an even
// encounter lets both go on, and one is left over by an odd number.
func TestCompetition(t *testing.T) {
	f := &competition{9, 2, 20, 1}
	b, story := roll(t, f, 9, listWins)
	if places := f.Places(b); places[0] != 0 || slices.Contains(places[1:], 0) {
		t.Errorf("places %v", places)
	}
	if n := len(strings.Fields(story[0])); n != 4 || len(story) < 4 {
		t.Errorf("%d encounters of 9, %d rounds: %q", n, len(story), story)
	}
	f = &competition{4, 2, 5, 1}
	b, story = roll(t, f, 4, even)
	if len(story) != 5 || !slices.Equal(f.Places(b), []int{0, 0, 0, 0}) {
		t.Errorf("even encounters: %q, places %v", story, f.Places(b))
	}
	if _, again := roll(t, f, 4, even); !slices.Equal(again, story) {
		t.Errorf("other lots with the same seed: %q and %q", story, again)
	}
}

// A tournament that an earlier version has played reads without a loss, and
// docs/reference/formats.md has its files.
func TestTournamentsOfEarlierVersions(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/tournament-1.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../../docs/reference/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if !strings.Contains(string(doc), "\n| `"+f.Name+"` |") {
			t.Errorf("docs/reference/formats.md has no %s", f.Name)
		}
	}
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	l, err := openJournal(folder, g)
	if err != nil || len(l.found) != 4 {
		t.Fatalf("%d games, %v", len(l.found), err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	games, err := os.ReadFile(filepath.Join(folder, GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(string(games)) {
		if line, err := arena.ParseLine([]byte(strings.TrimSpace(text))); err != nil || line.Schema != 1 || line.GameName != "tictactoe" {
			t.Errorf("%+v, %v", line, err)
		}
	}
}
