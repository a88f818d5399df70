package cluster

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"evolab/agent"
	"evolab/host"
	"evolab/internal/quantity"
)

// Policy is what a worker agrees to play, whatever a coordinator asks for. The zero
// value plays no programs, and everything else without bounds: it is that of a
// coordinator's own cores, which serve their own user.
type Policy struct {
	// Exec: it may run programs, and the commands of match runners.
	Exec bool
	// Net is the network of programs that ask for it: NetOff, NetOn or NetLoopback.
	Net string
	// Require is the least confinement of programs, as a level's name; "" is none. The
	// stricter of the worker's and the coordinator's counts.
	Require string
	Caps
}

// The networks that a worker gives to programs with net=on.
const (
	NetOff      = ""
	NetOn       = "on"       // without this machine's loopback
	NetLoopback = "loopback" // all of it
)

// Caps bound what the games of a coordinator may take of a worker; 0 is no bound.
type Caps struct {
	MaxTable  int     `key:"max_table" doc:"MB that a search may remember positions in (table=)" range:"0..65536" default:"256"`
	MaxDepth  int     `key:"max_depth" doc:"plies that an agent may look ahead (depth=)" range:"0..64" default:"32"`
	MaxNodes  int     `key:"max_nodes" doc:"nodes that a move may take (nodes=)" range:"0..1099511627776" default:"1000000000"`
	MaxWall   float64 `key:"max_wall" doc:"seconds that a move may take (wall=, time=, --move-time)" range:"0..1000000" default:"120"`
	MaxGame   float64 `key:"max_game" doc:"seconds of real time for a game, and for a batch of games" range:"0..1000000" default:"3600"`
	MaxAgents int     `key:"max_agents" doc:"agents that a coordinator may send at once" range:"0..100000" default:"10000"`
	MaxMemory int     `key:"max_memory" doc:"MB for tables and weights of all games at a time" range:"0..1048576" default:"4096"`
}

// refusedError is the error of what a worker does not play: the worker's owner has
// decided so, and other workers may play it.
type refusedError struct{ cause string }

func (e *refusedError) Error() string { return e.cause }

func refuse(format string, args ...any) error { return &refusedError{fmt.Sprintf(format, args...)} }

// capOf says which bound holds for each setting of agents. A setting that is not listed
// is refused unless it is of those that cost nothing.
var capOf = map[string]func(*Policy, string) error{
	"depth":         func(p *Policy, v string) error { return atMost("depth", v, float64(p.MaxDepth), "--max-depth") },
	"endgame_depth": func(p *Policy, v string) error { return atMost("endgame_depth", v, float64(p.MaxDepth), "--max-depth") },
	"nodes":         func(p *Policy, v string) error { return atMost("nodes", v, float64(p.MaxNodes), "--max-nodes") },
	"table":         func(p *Policy, v string) error { return atMost("table", v, float64(p.MaxTable), "--max-table") },
	"time":          func(p *Policy, v string) error { return atMost("time", v, p.MaxWall, "--max-wall") },
	"wall":          func(p *Policy, v string) error { return atMost("wall", v, p.MaxWall, "--max-wall") },
	"wait":          func(p *Policy, v string) error { return atMost("wait", v, p.MaxGame, "--max-game") },
	"endings":       (*Policy).checkEndings,
	"net":           (*Policy).checkNet,
	"reuse":         (*Policy).checkReuse,
}

// freeSettings cost a worker nothing. Those of programs are checked where the program is
// unpacked (openProgram).
var freeSettings = []string{"branch", "pace", "ties", "without", "with", "exact", "book", "dir", "path", "cmd"}

func atMost(key, text string, limit float64, flag string) error {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || limit > 0 && !(n <= limit) {
		return refuse("%s=%.40s (allowed: up to %s; %s of the worker)", key, text, strconv.FormatFloat(limit, 'f', -1, 64), flag)
	}
	return nil
}

func (p *Policy) checkNet(value string) error {
	if value == "off" || p.Net != NetOff {
		return nil
	}
	return refuse("net=%.10s (the worker gives programs no network: --net)", value)
}

// checkEndings refuses endings that do not come with the program: this machine may lack
// them, and they take more memory than the games.
func (p *Policy) checkEndings(value string) error {
	if value == "on" || value == "off" || value == "shipped" {
		return nil
	}
	return refuse("endings=%.10s (allowed on a worker: on, off, shipped)", value)
}

// checkReuse refuses a folder that is kept between games: no coordinator sends such games.
func (p *Policy) checkReuse(value string) error {
	if value == "false" {
		return nil
	}
	return refuse("reuse=%.10s (a program's folder is not kept from game to game on a worker)", value)
}

// checkLineup refuses a lineup that the worker does not play on that many cores. It is
// called before the lineup's parts are fetched.
func (p *Policy) checkLineup(l *lineup, cores int) error {
	if p.MaxAgents > 0 && len(l.Agents) > p.MaxAgents {
		return refuse("%s (allowed: up to %d; --max-agents of the worker)", quantity.Of(len(l.Agents), "agent"), p.MaxAgents)
	}
	table := 0
	for i := range l.Agents {
		mb, err := p.checkAgent(&l.Agents[i])
		if err != nil {
			return fmt.Errorf("agent %d of the lineup: %w", i+1, err)
		}
		table = max(table, mb)
	}
	if all := 2 * table * cores; p.MaxMemory > 0 && all > p.MaxMemory { // two players a game, a game a core
		return refuse("table=%d, %d MB on %s (allowed: up to %d MB; --max-memory of the worker)", table, all, quantity.Of(cores, "core"), p.MaxMemory)
	}
	switch {
	case !l.programs:
		return nil
	case l.Game == agent.RunnerGameName:
		return p.checkUnconfined(l.Require)
	}
	return p.checkConfinement(l.Require)
}

func (p *Policy) checkAgent(a *packedAgent) (table int, err error) {
	if a.Bundle != "" && !p.Exec {
		return 0, refuse("it is a program (the worker runs none: --allow-exec)")
	}
	if a.Runner != nil && !p.Exec {
		return 0, refuse("it is a command (the worker runs none: --allow-exec)")
	}
	if a.Runner != nil || a.Bundle != "" && a.Spec == a.Bundle { // a program without settings
		return 0, nil
	}
	spec, err := agent.ParseSpec(a.Spec)
	if err != nil {
		return 0, err
	}
	kind := spec.Kind()
	switch {
	case kind.Person:
		return 0, refuse("%.40q is a person", spec.Name)
	case kind.Program != "" && !p.Exec:
		return 0, refuse("it is a program (the worker runs none: --allow-exec)")
	case kind.Program != "" && a.Bundle == "":
		return 0, refuse("%.100q names a file of another machine", a.Spec)
	}
	for _, s := range spec.Params {
		if check := capOf[s.Key]; check != nil {
			err = check(p, s.Value)
		} else if !slices.Contains(freeSettings, s.Key) {
			err = refuse("%.40s=%.40s (the setting is none that a worker knows)", s.Key, s.Value)
		}
		if err != nil {
			return 0, err
		}
	}
	table, _ = strconv.Atoi(spec.Setting("table")) // else it has the default, which is small
	return table, nil
}

// checkConfinement fails unless the machine confines programs as strictly as both the
// worker and the coordinator ask.
func (p *Policy) checkConfinement(asked string) error {
	for _, name := range []string{p.Require, asked} {
		if name == "" {
			continue
		}
		level, err := host.ParseLevel(name)
		if err != nil {
			return err
		}
		if err := host.Require(level); err != nil {
			return refuse("%v", err)
		}
	}
	return nil
}

// checkUnconfined refuses the command of a match runner where programs have to be confined.
func (p *Policy) checkUnconfined(asked string) error {
	for _, name := range []string{p.Require, asked} {
		if name != "" && name != host.None.String() {
			return refuse("a command runs unconfined (required: --require-confinement %s)", name)
		}
	}
	return nil
}

// checkTask refuses a game whose limits are above the worker's.
func (p *Policy) checkTask(t *task) error {
	if move := time.Duration(t.Move); p.MaxWall > 0 && move.Seconds() > p.MaxWall {
		return refuse("a move time of %v (allowed: up to %v s; --max-wall of the worker)", move, p.MaxWall)
	}
	if game := time.Duration(t.Game); p.MaxGame > 0 && game.Seconds() > p.MaxGame {
		return refuse("a game time of %v (allowed: up to %v s; --max-game of the worker)", game, p.MaxGame)
	}
	return nil
}

// deadline is the real time of a game, and of a batch; 0 is none.
func (p *Policy) deadline() time.Duration { return time.Duration(p.MaxGame * float64(time.Second)) }

// meter refuses what makes the weights of a lineup larger than the worker's memory for
// them: many agents may name one large table, and each has a copy.
func (p *Policy) meter(size int, fetch fetcher) fetcher {
	return func(hash string) ([]byte, error) {
		data, err := fetch(hash)
		if size += len(data); p.MaxMemory > 0 && size>>20 > p.MaxMemory {
			return nil, refuse("weights of more than %d MB (--max-memory of the worker)", p.MaxMemory)
		}
		return data, err
	}
}

// isRefusal reports whether an error is a worker's refusal.
func isRefusal(err error) bool {
	var r *refusedError
	return errors.As(err, &r)
}
