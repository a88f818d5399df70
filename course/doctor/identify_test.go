package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/course"
	"evolab/protocol/calibration"
	"evolab/protocol/playdata"
)

// What a folder holds identifies the game; signs of two games are an error.
func TestIdentify(t *testing.T) {
	const nothing = "print()\n"
	var halma, two calibration.Speeds
	halma.Set("halma", 100_000)
	two.Set("halma", 100_000)
	two.Set("checkers", 100_000)
	record := playdata.Record{Game: "halma"}
	foreign := playdata.Record{Game: "5x5"}
	board := strings.Repeat("........\n", 8)
	for name, c := range map[string]struct {
		files map[string]string
		game  string // "": an error
		why   string
	}{
		"a name":              {map[string]string{"my_player3.py": nothing}, "littlego", "my_player3.py is a name of littlego"},
		"another number":      {map[string]string{"my_player.cpp": ""}, "littlego", "my_player.cpp is a name of littlego"},
		"two courses' name":   {map[string]string{"homework.py": nothing}, "", "homework.py is a name of checkers and halma, and neither the source"},
		"their C++":           {map[string]string{"homework11.cpp": ""}, "", "homework11.cpp is a name of checkers and halma"},
		"README of ship":      {map[string]string{"homework.py": nothing, "README.txt": "homework.py plays halma. Hand it in under this name, alone.\n"}, "halma", "README.txt says that it plays halma"},
		"README of another":   {map[string]string{"homework.py": nothing, "README.txt": "my_player3.py plays littlego. Hand it in.\n"}, "", ""},
		"head of ship":        {map[string]string{"homework11.cpp": "// homework11.cpp: a program that plays checkers.\n"}, "checkers", "homework11.cpp begins as a program of evolve ship for checkers"},
		"over the network":    {map[string]string{"konane.py": "# konane.py: a program that plays konane.\n"}, "konane", "evolve ship for konane"},
		"calibration":         {map[string]string{"homework.py": nothing, "calibration.txt": string(halma.Append(nil))}, "halma", "calibration.txt holds the speed of halma"},
		"calibration of all":  {map[string]string{"homework.py": nothing, "calibration.txt": string(two.Append(nil))}, "", ""},
		"data of a game":      {map[string]string{"homework.py": nothing, "playdata.txt": string(record.Append(nil))}, "halma", "playdata.txt is of a game of halma"},
		"data of no game":     {map[string]string{"homework.py": "# king", "playdata.txt": string(foreign.Append(nil))}, "checkers", ""},
		"foreign data":        {map[string]string{"homework.py": "# king", "playdata.txt": "game halma\n"}, "checkers", ""},
		"an old ply":          {map[string]string{"homework.py": nothing, "input.txt": "GAME\nWHITE\n100.0\n" + strings.Replace(board, "........", ".b......", 1)[:len(board)-9] + "w.......\n"}, "checkers", "input.txt asks for a move of checkers"},
		"a ply record":        {map[string]string{"agent.py": nothing, "my_player_ply.txt": "1"}, "littlego", "my_player_ply.txt is a file of littlego"},
		"words of checkers":   {map[string]string{"homework.py": "def is_king(p): pass\n"}, "checkers", `the source says "_king" (checkers)`},
		"words of halma":      {map[string]string{"homework3.py": "# pieces leave the camp first\n"}, "halma", `the source says "camp" (halma)`},
		"words of both":       {map[string]string{"homework3.py": "# the king's camp\n"}, "", `the source says "king" (checkers); the source says "camp" (halma)`},
		"words, other name":   {map[string]string{"agent.py": "liberties = 4\n"}, "littlego", `the source says "liberties" (littlego)`},
		"nothing at all":      {map[string]string{"agent.py": nothing}, "littlego", ""},
		"two programs":        {map[string]string{"my_player3.py": nothing, "homework.py": nothing}, "", "my_player3.py is a name of littlego; homework.py is a name of checkers"},
		"README against name": {map[string]string{"my_player3.py": nothing, "input.txt": "GAME\n"}, "littlego", "my_player3.py is a name of littlego"},
		"two that are sure":   {map[string]string{"homework.py": "# homework.py: a program that plays halma.\n", "littlego-book.txt": ""}, "", "littlego-book.txt is a file of littlego"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, err := Identify(dir)
			said := got.Why
			if err != nil {
				said = err.Error()
			}
			if got.Game != c.game || !strings.Contains(said, c.why) || (c.game == "") != errors.Is(err, ErrUnclear) {
				t.Errorf("%q, %q, %v", got.Game, got.Why, err)
			}
		})
	}
}

// Every accepted name leads to its course, or is known to be another's, too.
func TestIdentifyAcceptedNames(t *testing.T) {
	for _, n := range course.All() {
		for _, name := range n.Files.Sources {
			dir := t.TempDir()
			word := map[string]string{"littlego": "komi", "checkers": "checkers", "halma": "halma"}[n.Game]
			if err := os.WriteFile(filepath.Join(dir, name), []byte("# "+word+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if got, err := Identify(filepath.Join(dir, name)); err != nil || got.Game != n.Game {
				t.Errorf("%s, %s: %q, %v", n.Game, name, got.Game, err)
			}
		}
	}
}
