package starter

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/game"
	"evolab/host"
	"evolab/internal/tooltest"
)

func TestMain(m *testing.M) {
	host.Supervise()
	os.Exit(m.Run())
}

// tools are what the languages need.
var tools = map[string][]string{"python": {"python3"}, "cpp": {"g++"}, "java": {"javac", "java"}}

// needs skips a test of a language that this machine lacks.
func needs(t *testing.T, language string) {
	t.Helper()
	tooltest.Need(t, tools[language]...)
}

// write writes an agent into a new folder, and returns the folder.
func write(t *testing.T, language, game string) string {
	t.Helper()
	list, err := Files(language, game, "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, Folder), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// special are positions that random games seldom reach: with a ko, with captures in a
// circle, of kings, of a race that is almost won, of the first two removals.
var special = map[string][]string{
	"littlego": {".X.../XO.../.X.../...../....O b 6 -", ".XO../X.XO./.XO../...../..... w 9 .XO../XO.O./.XO../...../....."},
	"checkers": {
		"...W..../b.b.b.../.......w/b.b.b.../......../w...w.w./.w.w.w.w/w....... w",
		".B...B../......../...W...W/......../.B...B../......../...W...W/........ b",
		".b...b../..b...b./.....w.b/....w.../.b....../w...w.w./...B..../......w. b",
	},
	"halma": {
		"WWWWW.........../WWWWW.........../WWW............./WWW.W.........../WW............../................/................/................/" +
			"................/................/................/..........B...BB/.............BBB/.............BBB/...........BBBBB/...........BBBBB w",
		"WWWWW.........../W.W.W.........../WWW............./WW...W........../WW....W........./................/.......W......../................/" +
			"................/.........BW...../...........B..../..............BB/............BBBB/............B.BB/.............BBB/...........BBBBB b",
	},
	"konane": {"XOXOX/OXOXO/XO.OX/OXOXO/XOXOX 2"},
}

// positions are those, and some of random games.
func positions(t *testing.T, g agent.Game) []string {
	t.Helper()
	list := slices.Clone(special[g.Info().Name])
	variant := ""
	if g.Info().Name == "konane" {
		variant = "7x8"
	}
	for seed := range uint64(3) {
		b, err := g.Board(variant, "start")
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(seed)
		for ply := 0; ply < 240 && !b.Outcome().Over(); ply++ {
			if list = append(list, b.Position()); ply > 60 && ply%10 != 0 {
				list = list[:len(list)-1]
			}
			moves := b.Moves(nil)
			b.Play(moves[r.Intn(len(moves))])
		}
	}
	return list
}

// The templates know exactly the legal moves. In Halma a route is one of several to a
// square.
func TestTemplatesKnowTheMoves(t *testing.T) {
	needs(t, "python")
	for _, name := range Games() {
		t.Run(name, func(t *testing.T) {
			g, err := agent.FindGame(name)
			if err != nil {
				t.Fatal(err)
			}
			list := positions(t, g)
			module := sourceName(name, languages()[0])
			answers := answer(t, write(t, "python", name), list, nil, "python3", "-c",
				"import "+strings.TrimSuffix(module, ".py")+" as m, sys\nfor l in sys.stdin: print(*[t for t, _ in m.moves(m.of_line(l.split()))], sep='|')")
			for i, position := range list {
				b, err := g.Board("", position)
				if err != nil {
					b, err = g.Board("7x8", position)
				}
				if err != nil {
					t.Fatal(err)
				}
				var want []string
				for _, m := range b.Moves(nil) {
					if !b.IsPass(m) || len(b.Moves(nil)) == 1 {
						want = append(want, ends(name, b.FormatMove(m)))
					}
				}
				got := strings.Split(answers[i], "|")
				for k := range got {
					got[k] = ends(name, got[k])
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%s:\n%s\nwant\n%s", position, got, want)
				}
			}
		})
	}
}

// ends leaves a move its kind and ends, where routes do not count.
func ends(game, move string) string {
	if words := strings.Fields(move); game == "halma" {
		return words[0] + words[1] + " " + words[len(words)-1]
	}
	return move
}

// answer runs a command in an agent's folder, and returns its lines about positions.
func answer(t *testing.T, dir string, positions []string, weights map[string]float64, command ...string) []string {
	t.Helper()
	dir = filepath.Join(dir, Folder)
	if weights != nil {
		text, err := json.Marshal(weights)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, agent.ParametersFile), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stderr, cmd.Env = dir, os.Stderr, append(os.Environ(), "EVOLAB_PROTOCOL=lines")
	cmd.Stdin = strings.NewReader(strings.Join(positions, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(positions) {
		t.Fatalf("%v: %d answers to %d positions", command, len(lines), len(positions))
	}
	return lines
}

func TestUnknownAgents(t *testing.T) {
	for _, args := range [][2]string{{"pascal", "littlego"}, {"python", "chess"}} {
		if _, err := Files(args[0], args[1], ""); err == nil || !strings.Contains(err.Error(), "allowed: ") {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// The experiments that are written tune what is written.
func TestTuneLoads(t *testing.T) {
	needs(t, "python")
	for _, name := range Games() {
		t.Chdir(write(t, "python", name))
		if _, err := experiment.Load(TuneFile, nil, experiment.CheckNames); err != nil {
			t.Error(name, err)
		}
	}
}
