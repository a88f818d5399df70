package bundle_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/halma"
	pcheckers "evolab/protocol/checkers"
	phalma "evolab/protocol/halma"
	plittlego "evolab/protocol/littlego"
)

// inputs are texts of input.txt that are no position, and the start position.
var inputs = map[string]struct {
	bad  []string
	good string
}{
	"littlego": {
		[]string{"", "3\n00000\n", "\x00\xff\xfe", "1\n" + strings.Repeat("0", 1<<17)},
		"1\n" + strings.Repeat("00000\n", 10),
	},
	"checkers": {
		[]string{"", "GAME\nRED\n1.0\n", "SINGLE\nBLACK\nsoon\n", "\x00\xff\xfe", "SINGLE\nBLACK\n1\n" + strings.Repeat("........\n", 8)},
		"GAME\nBLACK\n0.3\n.b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n",
	},
	"halma": {
		[]string{"", "GAME\nRED\n1.0\n", "SINGLE\nBLACK\n-1\n", "\x00\xff\xfe", "SINGLE\nBLACK\n1\n" + strings.Repeat("................\n", 16)},
		"GAME\nBLACK\n0.3\nBBBBB...........\nBBBBB...........\nBBBB............\nBBB.............\nBB..............\n" +
			strings.Repeat("................\n", 6) + "..............WW\n.............WWW\n............WWWW\n...........WWWWW\n...........WWWWW\n",
	},
}

// helpers are the files besides; programs do without each.
var helpers = map[string][]string{
	"littlego": {"my_player_ply.txt", "littlego-book.txt"},
	"checkers": {"playdata.txt", "calibration.txt"},
	"halma":    {"playdata.txt", "calibration.txt"},
}

// makeBad makes, by name, what may be found where a helper file should be.
const makeBad = `case $1 in
missing) rm -rf "$2";;
empty) rm -rf "$2"; : >"$2";;
binary) rm -rf "$2"; printf '\000\377\001\n' >"$2";;
damaged) test -f "$2" && printf 'zz' | dd of="$2" bs=1 seek=60 conv=notrunc 2>/dev/null;;
short) test -f "$2" && dd if="$2" of="$2.x" bs=70 count=1 2>/dev/null && mv "$2.x" "$2";;
huge) rm -rf "$2"; dd if=/dev/zero of="$2" bs=1000000 count=4 2>/dev/null;;
endless) rm -rf "$2"; ln -s /dev/zero "$2";;
waits) rm -rf "$2"; mkfifo "$2";;
link) rm -rf "$2"; ln -s nowhere "$2";;
folder) rm -rf "$2"; mkdir -p "$2/x";;
esac; true`

// hostile looks at what becomes of bad input, which is one line and the exit
// code 2, and of whatever else is where helper files should be: the answer is
// legal.
func (h *handed) hostile(t *testing.T, dir string, words []string) {
	t.Helper()
	for _, input := range inputs[h.game].bad {
		h.refuses(t, dir, words, input)
	}
	if _, rest, timed := strings.Cut(inputs[h.game].good, "0.3\n"); timed {
		for _, text := range []string{"0", "-1", "NaN", "1e-999", "soon"} {
			output, stderr, code := once(t, dir, words, "GAME\nBLACK\n"+text+"\n"+rest)
			if code != 0 || !legalAnswer(t, h.game, output) || !strings.Contains(stderr, ": warning: input.txt: line 3: found ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("time %q: exit code %d, output %q, message %q", text, code, output, stderr)
			}
		}
	}
	for _, way := range []string{"missing", "empty", "binary", "damaged", "short", "huge", "endless", "waits", "link", "folder"} {
		h.answers(t, dir, words, way)
	}
}

// once runs the program on an input.
func once(t *testing.T, dir string, words []string, input string) (output, stderr string, code int) {
	t.Helper()
	put(t, filepath.Join(dir, "input.txt"), input)
	var errs strings.Builder
	c := exec.CommandContext(t.Context(), words[0], words[1:]...)
	c.Dir, c.Stderr = dir, &errs
	out, err := c.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || len(out) > 0 {
		t.Fatalf("%v, %q", err, out)
	}
	return take(filepath.Join(dir, "output.txt")), errs.String(), c.ProcessState.ExitCode()
}

func (h *handed) refuses(t *testing.T, dir string, words []string, input string) {
	t.Helper()
	output, stderr, code := once(t, dir, words, input)
	want := "" // nothing can be legal
	if h.game == "littlego" {
		want = "PASS\n"
	}
	if output != want || code != 2 || !strings.HasPrefix(stderr, h.called(t)+": ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("%.40q: exit code %d, output %q, message %q", input, code, output, stderr)
	}
}

func (h *handed) answers(t *testing.T, dir string, words []string, way string) {
	t.Helper()
	for _, file := range helpers[h.game] {
		if out, err := exec.CommandContext(t.Context(), "sh", "-c", makeBad, "sh", way, filepath.Join(dir, file)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	input := inputs[h.game].good
	output, stderr, code := once(t, dir, words, input)
	if code != 0 || !legalAnswer(t, h.game, output) || strings.Count(stderr, "\n") > 2 || !strings.HasPrefix(stderr+h.called(t)+": warning: ", h.called(t)+": warning: ") {
		t.Errorf("%s: exit code %d, output %q, message %q", way, code, output, stderr)
	}
}

// called is what the program calls itself: its file's name without the ending.
func (h *handed) called(t *testing.T) string {
	t.Helper()
	names := map[string]string{
		"littlego cpp": "my_player11", "littlego python": "my_player3", "checkers cpp": "homework11", "checkers python": "homework",
		"halma cpp": "homework11", "halma python": "homework3",
		"littlego java": "my_player", "checkers java": "homework", "halma java": "homework",
	}
	name := names[h.game+" "+h.lang]
	if name == "" {
		t.Fatalf("no name is known of %s in %s", h.game, h.lang)
	}
	return name
}

// legalAnswer reports whether an answer to the start position is legal.
func legalAnswer(t *testing.T, name, output string) bool {
	t.Helper()
	b, err := findGame(t, name).Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	var m game.Move
	switch name {
	case "littlego":
		m, err = plittlego.ParseOutput([]byte(output))
	case "checkers":
		m, err = pcheckers.ParseOutput([]byte(output))
	default:
		var s halma.State
		if s, err = halma.Start(""); err != nil {
			t.Fatal(err)
		}
		m, err = phalma.ParseOutput(&s, []byte(output))
	}
	return err == nil && slices.Contains(b.Moves(nil), m)
}
