package web

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/experiments/run"
)

// seesATournamentGrow follows a tournament while it is played: its table has more
// games, and the page was not loaded again.
func (p *tab) seesATournamentGrow() {
	p.t.Helper()
	c, err := tournament.Parse(agent.Games(), "growing.yaml", []byte("{name: growing, game: tictactoe, format: round-robin, agents: [{agent: random}, {agent: greedy}], games: 100000}"), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(p.t.Context())
	started, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		_, _, err := tournament.Play(ctx, c, tournament.Options{Root: p.options.Runs, Workers: 1, Watch: slowly{started}})
		ended <- err
	}()
	defer func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			p.t.Errorf("the tournament: %v", err)
		}
	}()
	select {
	case name := <-started:
		p.open("/tournaments/" + name)
	case err := <-ended:
		p.t.Fatal(err)
	}
	p.run(`window.stayed = true`)
	const games = `Number(document.querySelector("#table p").textContent.match(/([0-9,]+) games/)[1].replaceAll(",", ""))`
	seen := value[int](p, games)
	p.Until("more games", fmt.Sprintf(`%s > %d && window.stayed`, games, seen))
	p.inspect("growing")
}

// slowly watches a tournament whose games are far apart.
type slowly struct{ started chan string }

func (s slowly) Started(folder string, _, _ int) {
	select {
	case s.started <- path.Base(folder):
	default:
	}
}

func (slowly) Played(arena.Line, func() *tournament.Table) { time.Sleep(5 * time.Millisecond) }

// seesWorkers shows a run over a cluster, with who has played how much.
func (p *tab) seesWorkers() {
	p.t.Helper()
	const name = "2026-01-01-000001-cluster"
	p.makeRun(name)
	p.write(name+"/"+run.TimingFile, `{"generation":0,"seconds":2,"cpu_seconds":1,"games":10,"games_per_second":5,"workers":0,"players":{"bob-2":1200,"ann-1":8}}`+"\n")
	p.open("/runs/" + name)
	p.Until("the workers", `document.getElementById("workers").textContent === "2 of a cluster" && !document.getElementById("players").hidden`)
	if text := value[string](p, `document.querySelector("#players tbody").innerText.replace(/\s+/g, " ").trim()`); text != "ann-1 8 bob-2 1,200" {
		p.t.Errorf("the workers: %q", text)
	}
	p.inspect("cluster")
}
