//go:build linux

package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evolab/arena"
	"evolab/internal/longtest"
)

// A machine with too few files, or with a full disk, has nobody lose and ends no
// match: its games are void, the others count.
func TestShortOfFiles(t *testing.T) {
	bin, dir := buildEvolve(t), handins(t)
	limits := []int{14}
	if longtest.Enabled() {
		limits = []int{8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 28}
	}
	for _, n := range limits {
		for _, line := range programLines() {
			short := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$@"`, n), "sh", bin)
			short.Args = append(short.Args, line...)
			short.Dir = dir
			t.Run(fmt.Sprintf("%d files, %s", n, line[0]), func(t *testing.T) { nobodyLoses(t, short) })
		}
	}
}

// programLines play programs that answer legally, one that is ready to run and one
// that is compiled first.
func programLines() [][]string {
	const ready = "exec:dir=ready,cmd=sh play.sh"
	list := [][]string{{"match", ready, "source", "--games", "2", "--workers", "2", "--games-out", "games.jsonl"}}
	if longtest.Enabled() {
		list = append(list, []string{"grade", ready, "--rubric", "usc-2023-submit", "--workers", "2", "--require-confinement", "none", "--games-out", "games.jsonl"})
	}
	return list
}

// handins is a folder with two programs.
func handins(t *testing.T) string {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "ready", "play.sh"), "echo PASS > output.txt\n")
	write(t, filepath.Join(dir, "source", "my_player11.cpp"), "#include <fstream>\nint main() { std::ofstream(\"output.txt\") << \"PASS\"; }\n")
	return dir
}

// nobodyLoses runs a command on a machine that lacks something. What cannot even
// begin says so.
func nobodyLoses(t *testing.T, cmd *exec.Cmd) {
	games := filepath.Join(cmd.Dir, "games.jsonl")
	_ = os.Remove(games) // of the last command
	said, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && (!errors.As(err, &failed) || failed.ExitCode() != exitFailed && failed.ExitCode() != exitBadInput) {
		t.Errorf("%v:\n%s", err, said)
	}
	if text := string(said); strings.Contains(text, "panic") || strings.Contains(text, "goroutine ") {
		t.Errorf("it ends with\n%s", said)
	}
	data, missing := os.ReadFile(games)
	if missing != nil && err == nil {
		t.Errorf("no games, but no error:\n%s", said)
	}
	voids := 0
	for line := range strings.Lines(string(data)) {
		var l arena.Line
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Void() {
			voids++
		} else if l.Reason != arena.Normal {
			t.Errorf("somebody lost by the machine: %s", line)
		}
	}
	t.Logf("%v, %d games, %d void: %.300s", err, strings.Count(string(data), "\n"), voids, said)
}

// onFullDisk runs evolve with $1 bytes for temporary files.
const onFullDisk = `
mkdir -p tmp && mount -t tmpfs -o "size=$1" none tmp || exit 77
export TMPDIR=$PWD/tmp
shift
exec "$@"
`

func TestShortOfDisk(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root mounts small file systems")
	}
	bin, dir := buildEvolve(t), handins(t)
	if !longtest.Enabled() {
		t.Skip("compiles again and again")
	}
	sizes := []string{"4k", "12k", "20k", "28k", "64k"}
	for _, size := range sizes {
		for _, line := range programLines() {
			short := exec.Command("unshare", append([]string{"-m", "sh", "-c", onFullDisk, "sh", size, bin}, line...)...)
			short.Dir = dir
			t.Run(size+", "+line[0], func(t *testing.T) { nobodyLoses(t, short) })
		}
	}
}
