package agent

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"

	"evolab/host"
	"evolab/internal/tooltest"
)

// A source that the machine cannot compile has not lost: its games are void, and the
// next one tries again. What no compiler takes is told before the first game.
func TestSourcesThatTheMachineSpoils(t *testing.T) {
	tooltest.Need(t, "python3")
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	open := func(source string) Agent {
		dir := write(t, map[string]string{"my_player3.py": source})
		a, err := g.Agent(ProgramAt(dir), Env{Programs: Unannounced()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Close() })
		return a
	}
	fine, broken := open("print('PASS')\n"), open("def f(:\n")
	if err := Build(t.Context(), broken); !Unusable(err) {
		t.Errorf("a source that does not compile: %v", err)
	}
	var usual unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: usual.Max}); err != nil {
		t.Fatal(err)
	}
	built := Build(t.Context(), fine)
	_, played := fine.Player(1)
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	var lost *Forfeit
	if built != nil || !errors.As(played, &lost) || lost.Reason != host.Void {
		t.Errorf("without files: %v, and in a game %v", built, played)
	}
	p, err := fine.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
