package tournament

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/host"
)

func TestMain(m *testing.M) {
	host.Warden()
	os.Exit(m.Run())
}

// A program that cannot be given its folder has not lost, and stops nobody: its
// games are void, and the others' count. A resumed tournament ends alike.
func TestBoxesThatCannotBeBuilt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "program")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c, root := load(t, `agents=[{agent: "exec:dir=`+dir+`,cmd=true", name: gone}, {agent: random}, {agent: greedy}]`, "games=2"), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := Options{Root: root, Workers: 1, Env: agent.Env{Programs: agent.Unannounced()}, Watch: &remover{stopper{2, cancel}, dir}}
	if _, _, err := Play(ctx, c, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	o.Resume, o.Watch = true, &remover{stopper{100, cancel}, dir}
	table, _, err := Play(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	if table.Voids != 4 || table.Games != 2 {
		t.Errorf("%d void, %d games", table.Voids, table.Games)
	}
	for _, r := range table.Rows {
		if r.Agent == "gone" && r.Games > 0 || r.Reasons[arena.Void] > 0 {
			t.Errorf("%+v", r)
		}
	}
}

// remover takes a program's folder away before the first game.
type remover struct {
	stopper
	dir string
}

func (r *remover) Started(string, int, int) { os.RemoveAll(r.dir) }
