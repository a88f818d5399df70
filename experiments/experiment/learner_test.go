package experiment

import (
	"os"
	"path/filepath"
	"slices"
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
		{"no learner of this name", "learner=tdl", "learner: tdl is unknown"},
		{"nobody to play the first round", "learner=regression start=random", "start: random does not go with learner: regression"},
		{"a learned switch", "learner=regression start=hand player.phases=2", "player.phases: 2 does not go"},
		{"an archive", "learner=regression start=hand archive.share=.2", "archive.share"},
		{"games for less than a round", "learner=regression start=hand training_games=500", "training_games"},
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

// A net asks for a game that has some, a learner that fits it or a start that brings it.
func TestNetsAreChecked(t *testing.T) {
	const frozen = " start=frozen player.features=[men,kings,trade,ratio,hunt,ring,refuge,trapped_kings] player.patterns={shapes:_['window_4x4_step_2x2'],at:_[.05,.35,.7]}"
	for _, x := range []struct{ about, overrides, want string }{
		{"a net", "learner=regression start=hand player.net.hidden=64", ""},
		{"a net alone", "learner=regression start=hand player.features=[none] player.net={hidden:_32,phases:_[]}", ""},
		{"on top", "learner=regression regression.on_top=true player.net.hidden=64" + frozen, ""},
		{"no multiple", "learner=regression start=hand player.net.hidden=48", "player.net: hidden units: 48 (allowed: multiples of 32 up to 256)"},
		{"too many", "learner=regression start=hand player.net.hidden=1000", "player.net.hidden"},
		{"negative", "learner=regression start=hand player.net.hidden=-32", "player.net.hidden"},
		{"phases that fall", "learner=regression start=hand player.net={hidden:_32,phases:_[8,4]}", "phases: [8 4] (allowed: rising"},
		{"a phase of no position", "learner=regression start=hand player.net={hidden:_32,phases:_[24]}", "phases: [24] (allowed: numbers of pieces below 24"},
		{"too many phases", "learner=regression start=hand player.net={hidden:_32,phases:_[1,2,3,4]}", "player.net.phases"},
		{"a text", "learner=regression start=hand player.net={hidden:_many}", "player.net.hidden"},
		{"a key that is none", "learner=regression start=hand player.net={units:_32}", "units"},
		{"a game without", "game=halma learner=regression start=hand player.net.hidden=64", "player.net: halma has no nets"},
		{"evolution", "start=hand player.net.hidden=64", "start: hand has no net"},
		{"practice", "learner=td player.net.hidden=64", "the learner td fits no nets"},
		{"on top without a net", "learner=regression regression.on_top=true" + frozen, "regression.on_top: there is no net to fit"},
		{"on top of no tables", "learner=regression start=hand regression.on_top=true player.net.hidden=64", "regression.on_top: hand has no tables"},
		{"on top of others", "learner=regression regression.on_top=true player.net.hidden=64" + strings.Replace(frozen, ".35", ".4", 1), "regression.on_top: player.patterns are not those of frozen"},
		{"on top without a feature", "learner=regression regression.on_top=true player.net.hidden=64" + strings.Replace(frozen, "men,", "", 1), `"men", which weighs something in frozen, is missing`},
		{"a warm start", "learner=regression regression.warm_start=true player.net={hidden:_128,phases:_[8,16]}" + frozen, ""},
		{"a warm start on top", "learner=regression regression.on_top=true regression.warm_start=true player.net={hidden:_128,phases:_[8,16]}" + frozen, ""},
		{"a warm start of tables", "learner=regression regression.warm_start=true start_without=[net]" + frozen, ""},
		{"a warm start of tables beside a net", "learner=regression regression.warm_start=true" + frozen, "regression.warm_start: player.net is not that of frozen"},
		{"a warm start of nothing", "learner=regression regression.warm_start=true start=random", "regression.warm_start: random has no tables"},
		{"a warm start of other tables", "learner=regression regression.warm_start=true player.net={hidden:_128,phases:_[8,16]}" + strings.Replace(frozen, ".35", ".4", 1), "regression.warm_start: player.patterns are not those of frozen"},
		{"a warm start of another net", "learner=regression regression.warm_start=true player.net={hidden:_128,phases:_[8]}" + frozen, "regression.warm_start: player.net is not that of frozen (allowed: {hidden: 128, phases: [8, 16]}"},
		{"a warm start of a net that is left out", "learner=regression regression.on_top=true regression.warm_start=true player.net.hidden=64 start_without=[net]" + frozen, "regression.warm_start: there is no net to go on with (allowed: false, or a start with a net, and start_without: [])"},
	} {
		overrides := strings.Fields(x.overrides)
		for i := range overrides {
			overrides[i] = strings.ReplaceAll(overrides[i], "_", " ")
			for _, name := range []string{"on_top", "warm_start", "start_without", "trapped_kings"} {
				overrides[i] = strings.ReplaceAll(overrides[i], strings.ReplaceAll(name, "_", " "), name)
			}
		}
		_, err := Parse("x.yaml", []byte("game: checkers\n"), overrides, CheckNames)
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %q", x.about, err, x.want)
		}
	}
}

// A start can leave out what is to be learned anew.
func TestStartWithout(t *testing.T) {
	for _, x := range []struct{ about, overrides, want string }{
		{"a net", "start=frozen start_without=[net]", ""},
		{"a net and a feature", "start=frozen start_without=[net,ring]", ""},
		{"what it does not have", "start=frozen start_without=[eyes]", `start_without: weights without "eyes": they do not have it`},
		{"a net of a start without", "start=hand start_without=[net]", `start_without: weights without "net": they do not have it`},
		{"a random start", "start=random start_without=[net]", "start_without: random begins with nothing that could be left out"},
		{"evolution of what is left out", "start=frozen start_without=[net] player.net.hidden=64", "start: frozen has no net"},
	} {
		c, err := Parse("x.yaml", []byte("game: checkers\n"), strings.Fields(x.overrides), CheckNames)
		if x.want != "" {
			if err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%s: %v, want %q", x.about, err, x.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", x.about, err)
			continue
		}
		g, err := c.FindGame()
		if err != nil {
			t.Fatal(err)
		}
		w, some, err := StartWeights(c, g)
		if err != nil || !some || w.Net != nil || w.Patterns == nil || slices.Contains(w.Features, "ring") != !slices.Contains(c.StartWithout, "ring") {
			t.Errorf("%s: start weights of %v, net %v, %v, %v", x.about, w.Features, w.Net, some, err)
		}
	}
}

// A run goes on from what it began with, also where frozen has got a net since.
func TestRecordedStart(t *testing.T) {
	const config = "game: checkers\nstart: frozen\nplayer: {features: [men, kings, trade, ratio, hunt, ring, refuge, trapped_kings]}\n"
	hidden := func(c *Config) int {
		if err := ParseInto(c, "x.yaml", []byte(config), nil, CheckNames); err != nil {
			t.Fatal(err)
		}
		return c.Player.Net.Hidden
	}
	var now Config
	if hidden(&now) == 0 {
		t.Fatal("frozen has no net, and this test shows nothing")
	}
	g, err := now.FindGame()
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := StartWeights(&now, g)
	if err != nil {
		t.Fatal(err)
	}
	if w, err = w.Leave([]string{"net"}, g.PatternBoard); err != nil {
		t.Fatal(err)
	}
	text, err := w.JSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "start.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	begun := Config{StartFile: file}
	if got := hidden(&begun); got != 0 {
		t.Errorf("%d units in the config of a run that began without a net", got)
	}
}

// What learners from practice ask of the keys.
func TestPracticeIsChecked(t *testing.T) {
	folder := t.TempDir()
	other, torn := filepath.Join(folder, "halma.jsonl"), filepath.Join(folder, "torn.jsonl")
	for path, text := range map[string]string{
		other: `{"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":[],"winner":"a","reason":"normal","plies":0,"game_name":"halma"}`,
		torn:  `{"game":0,`,
	} {
		if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct{ about, overrides, want string }{
		{"td", "learner=td", ""},
		{"td against others", "learner=td practice.self_play=.5 practice.against=[greedy,hand:depth=1]", ""},
		{"qlearning", "learner=qlearning start=zero player.features=[none] player.patterns.shapes=[row]", ""},
		{"nothing to look at", "learner=qlearning player.features=[none]", "none leaves nothing to look at"},
		{"none and more", "learner=td player.features=[none,stones]", "none stands alone"},
		{"no such opponent", "learner=td practice.against=[nobody]", "practice.against.0: no agent"},
		{"an opponent by the clock", "learner=td practice.against=[hand:time=1]", "could not be repeated"},
		{"an opponent elsewhere", "learner=td practice.self_play=.5 opponents=[{agent:_'exec:dir=" + folder + ",cmd=true'}]", "is a program"},
		{"openings that fall", "learner=td practice.opening_plies=[4,2]", "at least 4 and at most 2 plies"},
		{"games of another game", "learner=td learn_from=[" + other + "]", "a game of halma"},
		{"a torn file", "learner=td learn_from=[" + torn + "]", "torn.jsonl:1:"},
		{"games for evolution", "learn_from=[" + other + "]", "goes with learner: td or qlearning"},
		{"a start by td", "start=td practice.games=[100,200] td.core_step=[.3,.1]", ""},
		{"a start by qlearning, with tables", "start=qlearning player.patterns.shapes=[row]", ""},
		{"a start with a learned switch", "start=td player.phases=2", ""},
		{"a start for an objective without games", "start=td objective=accuracy accuracy.train=shipped accuracy.report=shipped", ""},
		{"a start for td itself", "learner=td start=td", "start: td does not go with learner: td (allowed: another start: td makes start weights for evolution)"},
		{"a start for regression", "learner=regression start=qlearning", "start: qlearning does not go with learner: regression"},
		{"a start with connectives of its own", "start=td td.connectives=2", "td.connectives: 2 do not go with start: td"},
		{"a start with openings that fall", "start=td practice.opening_plies=[4,2]", "at least 4 and at most 2 plies"},
		{"a start with no such opponent", "start=td practice.against=[nobody]", "practice.against.0: no agent"},
		{"a start against programs", "start=td practice.self_play=.5 opponents=[{agent:_'exec:dir=" + folder + ",cmd=true'}]", "is a program"},
		{"a start from games of another game", "start=td learn_from=[" + other + "]", "a game of halma"},
		{"an archive", "learner=td archive.share=.2", "archive.share"},
		{"two depths without phases", "player.endgame_depth=3", "there are no two phases"},
	} {
		overrides := strings.Fields(x.overrides)
		for i := range overrides {
			overrides[i] = strings.ReplaceAll(overrides[i], "_'", " '")
		}
		_, err := Parse("x.yaml", []byte("game: littlego\n"), overrides, CheckNames)
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %q", x.about, err, x.want)
		}
	}
}

// Recorded configs have sections that there are no more.
func TestRetiredKeys(t *testing.T) {
	c := &Config{}
	if err := ParseInto(c, "x.yaml", []byte("game: checkers\noptimizer: ga\npso: {inertia: .7}\nspsa: {gain: .3}\ntracking: {mlflow: \"\"}\n"), nil); err != nil {
		t.Error(err)
	}
	if err := ParseInto(c, "x.yaml", []byte("game: checkers\noptimizer: spsa\nspsa: {gain: .3}\n"), nil); err == nil {
		t.Error("a key that decided something is ignored")
	}
}
