package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"evolab/agent"
	"evolab/arena"
	"evolab/features"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/files"
	"evolab/internal/quantity"
)

// lineup is who plays, as it travels. It is stored once, under its hash, and so are
// the large parts that it names.
type lineup struct {
	Game    string        `json:"game"`
	Agents  []packedAgent `json:"agents"`
	Voids   bool          `json:"voids,omitempty"`
	Require string        `json:"require,omitempty"` // the confinement of programs

	timed, programs bool
}

// packedAgent is an agent as it travels. Its weights are without the tables, which many
// candidates share.
type packedAgent struct {
	Spec    string                `json:"spec"`
	Weights json.RawMessage       `json:"weights,omitempty"`
	Tables  string                `json:"tables,omitempty"` // hash
	Bundle  string                `json:"bundle,omitempty"` // hash of a program's folder
	File    string                `json:"file,omitempty"`   // the source in the bundle, if it is not the folder that was given
	Tuned   agent.TunedParameters `json:"given,omitzero"`   // the parameters of a program or a match runner
	Names   *compile.Names        `json:"names,omitempty"`  // what its course says of its files and languages
	Runner  *agent.RunnerSettings `json:"runner,omitempty"` // of a match runner
}

// errLocalOnly is the error of an agent that cannot travel.
var errLocalOnly = errors.New("it plays only on this machine")

// objects are the parts of a lineup, by hash.
type objects map[string][]byte

func newLineup(r *arena.Round, require string) (*lineup, objects, error) {
	l, parts := &lineup{Game: r.Game.Info().Name, Voids: r.Voids}, objects{}
	for _, a := range r.Agents {
		from, ok := agent.OriginOf(a)
		if !ok || a.Serial() {
			return nil, nil, errLocalOnly
		}
		s, err := l.pack(&from, parts)
		if err != nil {
			return nil, nil, fmt.Errorf("%q: %w", from.Spec, err)
		}
		l.Agents = append(l.Agents, s)
		l.timed = l.timed || from.Spec.Timed()
	}
	if l.programs {
		l.Require = require
	}
	return l, parts, nil
}

// pack packs an agent, and adds its large parts to those of the lineup.
func (l *lineup) pack(from *agent.Origin, parts objects) (s packedAgent, err error) {
	if setting, ok := from.Program(); ok {
		l.programs = true
		if len(from.Grants.Mounts)+len(from.Grants.Env) > 0 {
			return s, errors.New("--mount and --pass-env are about this machine, and do not travel")
		}
		bundle, file, err := packFolder(from.Spec.Setting(setting))
		if err != nil {
			return s, err
		}
		s.Bundle, s.File, s.Tuned, s.Names = hashOf(bundle), file, from.Spec.Tuned, from.Names
		parts[s.Bundle] = bundle
		s.Spec = from.Spec.Replace(setting, s.Bundle).String()
		return s, nil
	}
	if settings, ok := from.Spec.RunnerSettings(); ok {
		l.programs = true
		return packedAgent{Runner: &settings, Tuned: from.Spec.Tuned}, nil
	}
	spec := from.Spec
	w := spec.Weights
	if file := spec.Setting("weights"); w.Game == "" && file != "" {
		data, err := files.ReadText(file, features.MaxBytes)
		if err != nil {
			return s, err
		}
		if w, err = agent.ReadWeights(data); err != nil {
			return s, err
		}
		spec = spec.Without("weights")
	}
	s.Spec = spec.String()
	return s, s.packWeights(w, parts)
}

func (s *packedAgent) packWeights(w features.Weights, parts objects) error {
	if w.Game == "" {
		return nil
	}
	w.Source, w.Evidence = "", nil
	if w.Patterns != nil {
		tables, err := marshalJSON(w.Patterns)
		if err != nil {
			return err
		}
		s.Tables = hashOf(tables)
		parts[s.Tables] = tables
		w.Patterns = nil
	}
	var err error
	s.Weights, err = marshalJSON(w)
	return err
}

// repeatable reports whether a game comes out the same each time.
func (l *lineup) repeatable(j *arena.Job) bool {
	return !l.timed && !l.programs && !byClock(j)
}

// byClock reports whether the clock can decide a game, whoever plays it.
func byClock(j *arena.Job) bool { return j.Timed || j.DrawOnTime || j.Limits != arena.Limits{} }

// dependsOnSpeed reports whether the speed of a machine can decide games.
func (l *lineup) dependsOnSpeed(jobs []arena.Job) bool {
	for i := range jobs {
		if byClock(&jobs[i]) {
			return true
		}
	}
	return l.timed
}

func parseLineup(data []byte) (*lineup, error) {
	var l lineup
	if err := files.DecodeJSON(data, &l); err != nil {
		return nil, fmt.Errorf("lineup: %w", err)
	}
	const maxAgents = 100_000
	if l.Game == "" || len(l.Agents) == 0 || len(l.Agents) > maxAgents {
		return nil, fmt.Errorf("lineup: %s of game %.40q", quantity.Of(len(l.Agents), "agent"), l.Game)
	}
	for i := range l.Agents {
		s := &l.Agents[i]
		if s.Tables != "" && !isHash(s.Tables) || s.Bundle != "" && !isHash(s.Bundle) {
			return nil, fmt.Errorf("lineup: agent %d: a hash that is none", i)
		}
		if (s.Runner != nil) != (l.Game == agent.RunnerGameName) {
			return nil, fmt.Errorf("lineup: agent %d does not play %.40q", i, l.Game)
		}
		l.programs = l.programs || s.Bundle != "" || s.Runner != nil
	}
	if l.Require != "" {
		if _, err := host.ParseLevel(l.Require); err != nil {
			return nil, err
		}
	}
	return &l, nil
}

// fetcher gets an object by its hash.
type fetcher func(hash string) ([]byte, error)

// open makes the agent; unpack returns the folder of a bundle.
func (s *packedAgent) open(g agent.Game, get fetcher, unpack func(hash string) (string, error)) (agent.Agent, error) {
	if s.Bundle != "" {
		return s.openProgram(g, unpack)
	}
	if s.Runner != nil {
		spec := s.Runner.Spec()
		spec.Tuned = s.Tuned
		return agent.RunnerGame().Agent(spec, agent.Env{})
	}
	spec, err := agent.ParseSpec(s.Spec)
	if err != nil {
		return nil, err
	}
	origin := agent.Origin{Spec: spec}
	if _, ok := origin.Program(); ok || spec.Setting("weights") != "" {
		return nil, fmt.Errorf("%q names a file of another machine", s.Spec)
	}
	if s.Weights == nil {
		return g.Agent(spec, agent.Env{})
	}
	if err := files.DecodeJSON(s.Weights, &spec.Weights); err != nil {
		return nil, err
	}
	if s.Tables != "" {
		tables, err := get(s.Tables)
		if err != nil {
			return nil, err
		}
		if err := files.DecodeJSON(tables, &spec.Weights.Patterns); err != nil {
			return nil, err
		}
	}
	return g.Agent(spec, agent.Env{})
}

// lineupCache holds the lineups that a worker has opened.
type lineupCache struct {
	games  agent.Table
	policy *Policy
	cores  int
	mu     sync.Mutex
	list   []*openLineup // the one used last at the end
	dir    string        // where bundles are unpacked; "" until there is one
	lock   *os.File      // marks dir as in use
}

// openLineup is a lineup whose agents are ready to play.
type openLineup struct {
	coordinator, hash string

	users  int
	loaded sync.Once
	who    *lineup
	fetch  fetcher
	mu     sync.Mutex
	round  arena.Round // of its agents, those that have played are open
	timed  bool        // an agent that is open limits its own time
	err    error
}

// agent opens an agent of the lineup. Only those that play are fetched: a worker gets
// nothing of the others.
func (l *openLineup) agent(i int, folder func(hash string, get fetcher) (string, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i >= len(l.round.Agents) {
		return errors.New("no such agent in the lineup")
	}
	if l.round.Agents[i] != nil {
		return nil
	}
	a, err := l.who.Agents[i].open(l.round.Game, l.fetch, func(hash string) (string, error) { return folder(hash, l.fetch) })
	if err != nil {
		return fmt.Errorf("agent %d of the lineup: %w", i+1, err)
	}
	from, _ := agent.OriginOf(a)
	l.round.Agents[i], l.timed = a, l.timed || from.Spec.Timed()
	return nil
}

// acquire opens a lineup, or returns the open one; release gives it back.
func (c *lineupCache) acquire(coordinator, hash string, get fetcher) (*openLineup, error) {
	c.mu.Lock()
	at := slices.IndexFunc(c.list, func(l *openLineup) bool { return l.coordinator == coordinator && l.hash == hash })
	var l *openLineup
	if at >= 0 {
		l = c.list[at]
		c.list = append(slices.Delete(c.list, at, at+1), l)
	} else {
		l = &openLineup{coordinator: coordinator, hash: hash}
		c.list = append(c.list, l)
	}
	l.users++
	c.mu.Unlock()
	l.loaded.Do(func() { l.err = c.load(l, get) })
	if l.err != nil {
		c.release(l)
		return nil, l.err
	}
	return l, nil
}

// release closes the lineups that nobody uses, except the latest few. A lineup that
// failed is not kept: the next try may succeed.
func (c *lineupCache) release(l *openLineup) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l.users--
	const maxIdle = 4
	idle := 0
	for _, other := range slices.Backward(c.list) {
		if other.users == 0 {
			idle++
		}
		if other.users == 0 && (idle > maxIdle || other.err != nil) {
			other.close()
			c.list = slices.DeleteFunc(c.list, func(l *openLineup) bool { return l == other })
		}
	}
}

func (l *openLineup) close() {
	for _, a := range l.round.Agents {
		if a != nil {
			_ = a.Close() // only scratch folders are left then
		}
	}
}

// close closes all lineups, and removes the folder of bundles.
func (c *lineupCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.list {
		l.close()
	}
	c.list = nil
	if c.lock != nil {
		_ = host.Remove(c.dir)
		_ = c.lock.Close()
	}
}

// load fetches a lineup, unless the worker refuses it. Its agents are opened, and
// compiled, when their first games begin: one that does not compile holds up no others.
func (c *lineupCache) load(l *openLineup, get fetcher) error {
	data, err := get(l.hash)
	if err != nil {
		return err
	}
	who, err := parseLineup(data)
	if err != nil {
		return err
	}
	g := agent.RunnerGame()
	if who.Game != agent.RunnerGameName {
		if g, err = c.games.Find(who.Game); err != nil {
			return err
		}
	}
	if err := c.policy.checkLineup(who, c.cores); err != nil {
		return err
	}
	l.who, l.fetch = who, c.policy.meter(len(data), get)
	l.round = arena.Round{Game: g, Voids: who.Voids, Agents: make([]agent.Agent, len(who.Agents))}
	return nil
}

// bundleDir returns the folder of a bundle, and unpacks it there the first time.
func (c *lineupCache) bundleDir(hash string, get fetcher) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dir == "" {
		var err error
		if c.dir, c.lock, err = host.TempDir("worker"); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(c.dir, hash)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	bundle, err := get(hash)
	if err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	if err := unpackFolder(bundle, dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}
