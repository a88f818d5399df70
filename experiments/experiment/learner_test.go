package experiment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a learner asks of the other keys is said before a game is played.
func TestLearnersAreChecked(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, "halma.positions")
	if err := os.WriteFile(other, []byte("evolab positions 1\ngame halma\nvariant addendum\nscale 0\nrecord 75\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(folder, "plain.json")
	if err := os.WriteFile(plain, []byte(`{"game": "littlego", "features": ["stones"], "weights": [1]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ about, overrides, want string }{
		{"a good one", "learner=regression start=hand", ""},
		{"with patterns", "learner=regression start=hand player.patterns.shapes=[row] player.patterns.at=[.1,.9]", ""},
		{"no learner of this name", "learner=tdl", "learner: unknown: tdl"},
		{"nobody to play the first round", "learner=regression start=random", "start: random does not go with learner: regression"},
		{"a learned switch", "learner=regression start=hand player.phases=2", "player.phases: 2 does not go"},
		{"an archive", "learner=regression start=hand archive.share=.2", "archive.share"},
		{"games instead of rounds", "learner=regression start=hand training_games=1000", "training_games"},
		{"phases that fall", "learner=regression start=hand player.patterns.at=[.9,.1]", "not in rising order"},
		{"detours that fall", "learner=regression start=hand selfplay.detour=[3,1]", "selfplay.detour"},
		{"openings that fall", "learner=regression start=hand selfplay.opening_plies=[4,2]", "at least 4 and at most 2 plies"},
		{"no shape", "learner=regression start=hand player.patterns.shapes=[blob]", "no kind of shape"},
		{"a shape that does not fit", "learner=regression start=hand player.patterns.shapes=[window_9x1]", "does not fit on a board"},
		{"phases in a game without", "game=tictactoe learner=regression start=hand player.patterns.at=[.1,.9]", "tictactoe has no phases"},
		{"no file of positions", "learner=regression start=hand selfplay.files=[nowhere]", "selfplay.files.0"},
		{"positions of another game", "learner=regression start=hand selfplay.files=[" + other + "]", "positions of halma addendum"},
		{"evolution without tables", "start=hand player.patterns.shapes=[row]", "start: hand has no tables"},
		{"evolution with a file without tables", "start=" + plain + " player.patterns.shapes=[row]", "has no tables"},
	} {
		overrides := strings.Fields(x.overrides)
		for i := range overrides {
			overrides[i] = strings.ReplaceAll(overrides[i], "window_", "window ")
		}
		_, err := Parse("x.yaml", []byte("game: littlego\n"), overrides, CheckNames)
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %q", x.about, err, x.want)
		}
	}
}
