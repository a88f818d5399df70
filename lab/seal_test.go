package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/game"
	"evolab/internal/longtest"
	"evolab/internal/seal"
	"evolab/internal/seal/sealtest"
)

// sealedKinds are the kinds of records with the commands that make one of each.
func sealedKinds() []sealedKind {
	return []sealedKind{
		{"run", "runs/*", map[string]string{"small.yaml": smallRun}, [][]string{{"run", "small.yaml"}, {"tag", "last", "good"}}},
		{"tournament", "tournaments/[0-9]*", map[string]string{"t.yaml": smallTournament}, [][]string{{"tournament", "t.yaml"}}},
		{"event", "event", map[string]string{"event/none": ""}, nil},
	}
}

// sealedKind is a kind of records; course/class tests that of a class in the same way.
type sealedKind struct {
	name     string
	folder   string // a pattern
	files    map[string]string
	commands [][]string
}

// playEvent plays a Konane event with a journal in the folder event.
func playEvent(t *testing.T) {
	t.Helper()
	if err := os.Remove("event/none"); err != nil {
		t.Fatal(err)
	}
	var key seal.Key
	var err error
	if path := os.Getenv(keyVariable); path != "" {
		if key, err = seal.ReadKey(path); err != nil {
			t.Fatal(err)
		}
	}
	g, err := agent.FindGame("konane")
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Board("6x6", "start")
	if err != nil {
		t.Fatal(err)
	}
	e, err := event.Open(event.Plan{Users: []int{1, 2, 3}, Opening: start.Position(), Seed: 3}, "event/games.jsonl", key)
	if err != nil {
		t.Fatal(err)
	}
	for !e.Done() {
		next := e.Due()[0]
		b, err := g.Board("6x6", "start")
		if err != nil {
			t.Fatal(err)
		}
		for n := next.Number; ; n++ {
			if end, over := b.Ended(0); over {
				winner := next.First
				if end.Result == game.SecondWins {
					winner = next.Second
				}
				if _, err := e.Finish(next, winner, arena.Normal, "", b.PlayedText()); err != nil {
					t.Fatal(err)
				}
				break
			}
			legal := b.Moves(nil)
			b.Play(legal[7*n%len(legal)])
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
}

const smallRun = `name: small
game: tictactoe
generations: 2
ga: {population: 6, elites: 2}
player: {depth: 1}
fitness: {pairs: 6, rounds: 2, opening_plies: 2}
validation: {games: 20, candidates: 2, candidate_games: 20}
test: {games: 8, opening_plies: [2]}
`

const smallTournament = `game: tictactoe
agents: [{agent: random}, {agent: greedy}, {agent: minimax}]
games: 6
`

// make makes one in the current folder.
func (k *sealedKind) make(t *testing.T) (folder string) {
	t.Helper()
	for name, text := range k.files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range k.commands {
		if code, _, message := said(t, command...); code != exitDone {
			t.Fatalf("%q: %s", command, message)
		}
	}
	if k.name == "event" {
		playEvent(t)
	}
	list, err := filepath.Glob(k.folder)
	if err != nil || len(list) != 1 {
		t.Fatalf("%s: %q, %v", k.folder, list, err)
	}
	return list[0]
}

// Each removed file and each random damage of a finished run, tournament, class and event
// is named by doctor; 300 damages of each with -long.
func TestEveryDamageIsNamed(t *testing.T) {
	times := 30
	if longtest.Enabled() {
		times = 300
	}
	for _, k := range sealedKinds() {
		t.Run(k.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			folder := k.make(t)
			sealtest.EachDamage(t, folder, times, func() string {
				code, out, message := said(t, "doctor", "--runs", folder)
				if code == exitDone && strings.Contains(out, "all runs are intact") {
					return ""
				}
				return out + message
			})
		})
	}
}

// Whoever rewrites everything goes unseen without a key, and is found with it.
func TestForgedRecords(t *testing.T) {
	for _, k := range sealedKinds() {
		t.Run(k.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			if err := os.WriteFile("key", []byte("a key that nobody can guess\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			forged := k.make(t)
			mine := filepath.Join(t.TempDir(), "mine")
			if err := os.Mkdir(mine, 0o755); err != nil {
				t.Fatal(err)
			}
			t.Chdir(mine)
			t.Setenv(keyVariable, filepath.Join(dir, "key"))
			folder := k.make(t)
			if code, out, _ := said(t, "doctor", "--runs", folder); code != exitDone || !strings.Contains(out, "sealed with key ") {
				t.Errorf("mine: %s", out)
			}
			t.Setenv(keyVariable, "")
			if code, out, _ := said(t, "doctor", "--runs", folder); code != exitDone || !strings.Contains(out, "which is not given: damage is found, forgery is not") {
				t.Errorf("without the key: %s", out)
			}
			t.Setenv(keyVariable, filepath.Join(dir, "key"))
			if code, out, _ := said(t, "doctor", "--runs", filepath.Join(dir, forged)); code != exitFailed || !strings.Contains(out, "it was sealed without a key") {
				t.Errorf("a whole record that was made without the key: %d %s", code, out)
			}
		})
	}
}
