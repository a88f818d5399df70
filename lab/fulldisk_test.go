package lab

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"evolab/internal/longtest"
)

// onSmallDisk runs evolve on a file system of $1 bytes until that is full, makes
// room and resumes. What is mounted is seen by nobody else, and ends with it.
const onSmallDisk = `
mkdir runs
mount -t tmpfs -o size=$1 none runs || exit 77
"$2" run brief.yaml --workers 1 > out.txt 2> err.txt
echo "exit $?"
cat err.txt
find runs -name '*[0-9]' -type f
mount -o remount,size=50m none runs
"$2" resume last --workers 2 >> out.txt 2>&1 || exit 1
cp -r runs kept
`

// A full disk ends a run with an error and without a half-written file; when
// there is room again it ends in the same bytes as one on a large disk.
func TestFullDisk(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it resumes the run of seconds once more; run with -long")
	}
	t.Parallel()
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	// In the middle, in the first generation, and among the figures.
	for _, size := range []string{"160k", "28k", "480k"} {
		t.Run(size, func(t *testing.T) { fillDisk(t, bin, want, size) })
	}
}

func fillDisk(t *testing.T, bin string, want *aRun, size string) {
	dir := t.TempDir()
	brieflyIn(t, bin, dir)
	out := mounted(t, dir, onSmallDisk, size, bin)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if n := len(lines); lines[0] != "exit 1" || !strings.Contains(lines[n-2], "the disk is full") ||
		!strings.HasPrefix(lines[n-1], "hint: make room on the disk; evolve resume 20") {
		t.Errorf("it says\n%s", out)
	}
	want.sameAs(t, filepath.Join(dir, "kept"))
}

// mounted runs a script in a folder, with mounts of its own.
func mounted(t *testing.T, dir, script string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("unshare"); err != nil || runtime.GOOS != "linux" {
		t.Skip("small file systems are mounted on Linux alone")
	}
	args = append([]string{"-m", "sh", "-c", script, "sh"}, args...)
	if os.Getuid() != 0 {
		args = append([]string{"-r"}, args...)
	}
	cmd := exec.Command("unshare", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if refused := errors.As(err, &failed) && failed.ExitCode() == 77 || strings.HasPrefix(string(out), "unshare:"); refused && !longtest.Enabled() {
		t.Skipf("nothing can be mounted here: %s", out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// inLittleRoom fills a disk by commands that keep games.
const inLittleRoom = `
mkdir small
mount -t tmpfs -o size=24k none small || exit 77
cp t.yaml small
cd small
"$1" match hand random --game tictactoe --games 400 --workers 1 --games-out g.jsonl 2>&1 >/dev/null
rm g.jsonl*
"$1" tournament t.yaml --workers 1 --quiet 2>&1 >/dev/null || echo "exit $?"
`

// A full disk is said once, with how to continue.
func TestFullDiskIsSaidOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.yaml"), []byte("game: tictactoe\nformat: round-robin\nagents: [{agent: hand}, {agent: random}]\ngames: 400\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "evolve: --games-out: journal: g.jsonl.playing: the disk is full\n" +
		"hint: make room on the disk; the same command with --resume g.jsonl instead of --games-out continues it\n" +
		"evolve: journal: tournaments/DATE-t/journal.jsonl: the disk is full\n" +
		"hint: make room on the disk; to continue: evolve tournament t.yaml --resume\n" +
		"exit 1\n"
	out := mounted(t, dir, inLittleRoom, buildEvolve(t))
	if got := regexp.MustCompile(`\d{4}-\d\d-\d\d-\d{6}`).ReplaceAllString(out, "DATE"); got != want {
		t.Errorf("it says\n%swant\n%s", got, want)
	}
}
