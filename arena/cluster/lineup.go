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
	"evolab/internal/files"
)

// lineup is who plays, as it travels. It is stored once, under its hash, and so are
// the large parts that it names.
type lineup struct {
	Game    string `json:"game"`
	Agents  []seat `json:"agents"`
	Voids   bool   `json:"voids,omitempty"`
	Require string `json:"require,omitempty"` // the confinement of programs
	Salt    string `json:"salt,omitempty"`    // tells the lineups of coordinators apart, each of whom removes its own

	timed, programs bool
}

// seat is an agent. Its weights are without the tables, which many candidates share.
type seat struct {
	Spec    string          `json:"spec"`
	Weights json.RawMessage `json:"weights,omitempty"`
	Tables  string          `json:"tables,omitempty"` // hash
	Bundle  string          `json:"bundle,omitempty"` // hash of a program's folder
	File    string          `json:"file,omitempty"`   // the source in the bundle, if it is not the folder that was given
	Given   agent.Given     `json:"given,omitzero"`   // the parameters of a program
}

// errStays is why an agent cannot travel.
var errStays = errors.New("it plays only on this machine")

// objects are those that a lineup names, by hash.
type objects map[string][]byte

// newLineup packs the agents of a round.
func newLineup(r *arena.Round, require string) (*lineup, objects, error) {
	l, parts := &lineup{Game: r.Game.Info().Name, Voids: r.Voids}, objects{}
	for _, a := range r.Agents {
		from, ok := agent.OriginOf(a)
		if !ok || a.Serial() {
			return nil, nil, errStays
		}
		s, err := l.pack(&from, parts)
		if err != nil {
			return nil, nil, fmt.Errorf("cluster: %q: %w", from.Spec, err)
		}
		l.Agents = append(l.Agents, s)
		l.timed = l.timed || from.Spec.Timed()
	}
	if l.programs {
		l.Require = require
	}
	return l, parts, nil
}

// pack makes the seat of an agent.
func (l *lineup) pack(from *agent.Origin, parts objects) (s seat, err error) {
	if setting, ok := from.Program(); ok {
		l.programs = true
		if len(from.Grants.Mounts)+len(from.Grants.Env) > 0 {
			return s, errors.New("--mount and --pass-env are about this machine, and do not travel")
		}
		bundle, file, err := pack(from.Spec.Setting(setting))
		if err != nil {
			return s, err
		}
		s.Bundle, s.File, s.Given = hashOf(bundle), file, from.Spec.Given
		parts[s.Bundle] = bundle
		s.Spec = from.Spec.Moved(setting, s.Bundle).String()
		return s, nil
	}
	spec := from.Spec
	w := spec.Weights
	if file := spec.Setting("weights"); w.Game == "" && file != "" {
		data, err := files.Read(file, features.MaxBytes)
		if err != nil {
			return s, err
		}
		if w, err = agent.ReadWeights(data); err != nil {
			return s, err
		}
		spec = spec.Without("weights")
	}
	s.Spec = spec.String()
	return s, s.pack(w, parts)
}

// pack adds the weights.
func (s *seat) pack(w features.Weights, parts objects) error {
	if w.Game == "" {
		return nil
	}
	w.Source, w.Evidence = "", nil
	if w.Patterns != nil {
		tables, err := encode(w.Patterns)
		if err != nil {
			return err
		}
		s.Tables = hashOf(tables)
		parts[s.Tables] = tables
		w.Patterns = nil
	}
	var err error
	s.Weights, err = encode(w)
	return err
}

// repeatable reports whether a game comes out the same each time.
func (l *lineup) repeatable(j *arena.Job) bool {
	return !l.timed && !l.programs && !j.Timed && !j.DrawOnTime && j.Limits == arena.Limits{}
}

// onTime reports whether the speed of a machine can decide games.
func (l *lineup) onTime(jobs []arena.Job) bool {
	for i := range jobs {
		if j := &jobs[i]; j.Timed || j.DrawOnTime || j.Limits != (arena.Limits{}) {
			return true
		}
	}
	return l.timed
}

func (l *lineup) kind() string {
	if l.programs {
		return execKind
	}
	return plainKind
}

// parseLineup reads a lineup strictly.
func parseLineup(data []byte) (*lineup, error) {
	var l lineup
	if err := files.DecodeJSON(data, &l); err != nil {
		return nil, fmt.Errorf("cluster: lineup: %w", err)
	}
	if l.Game == "" || len(l.Agents) == 0 || len(l.Agents) > 100_000 {
		return nil, fmt.Errorf("cluster: lineup: %d agents of game %.40q", len(l.Agents), l.Game)
	}
	for i := range l.Agents {
		s := &l.Agents[i]
		if s.Tables != "" && !isHash(s.Tables) || s.Bundle != "" && !isHash(s.Bundle) {
			return nil, fmt.Errorf("cluster: lineup: agent %d: a hash that is none", i)
		}
		l.programs = l.programs || s.Bundle != ""
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

// agent makes the agent of a seat; unpack gives bundles a folder.
func (s *seat) agent(g agent.Game, get fetcher, unpack func(hash string) (string, error)) (agent.Agent, error) {
	if s.Bundle != "" {
		return s.program(g, unpack)
	}
	spec, err := agent.ParseSpec(s.Spec)
	if err != nil {
		return nil, err
	}
	origin := agent.Origin{Spec: spec}
	if _, ok := origin.Program(); ok || spec.Setting("weights") != "" {
		return nil, fmt.Errorf("cluster: %q names a file of another machine", s.Spec)
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

// seats are the lineups that a worker has at hand.
type seats struct {
	games agent.Table
	get   fetcher
	mu    sync.Mutex
	list  []*seated // the last used one last
	dir   string    // of bundles; "" until there is one
	held  *os.File
}

// seated is a lineup, ready to play.
type seated struct {
	hash  string
	users int
	made  sync.Once
	round arena.Round
	timed bool // an agent limits its own time
	err   error
}

// take returns a lineup; leave gives it back.
func (s *seats) take(hash string) (*seated, error) {
	s.mu.Lock()
	at := slices.IndexFunc(s.list, func(l *seated) bool { return l.hash == hash })
	var l *seated
	if at >= 0 {
		l = s.list[at]
		s.list = append(slices.Delete(s.list, at, at+1), l)
	} else {
		l = &seated{hash: hash}
		s.list = append(s.list, l)
	}
	l.users++
	s.mu.Unlock()
	l.made.Do(func() { l.err = s.make(l) })
	if l.err != nil {
		s.leave(l)
		return nil, l.err
	}
	return l, nil
}

// leave closes the lineups that nobody uses, except the latest four. A lineup that
// failed is not kept: the next try may succeed.
func (s *seats) leave(l *seated) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.users--
	idle := 0
	for _, other := range slices.Backward(s.list) {
		if other.users == 0 {
			idle++
		}
		if other.users == 0 && (idle > 4 || other.err != nil) {
			other.close()
			s.list = slices.DeleteFunc(s.list, func(l *seated) bool { return l == other })
		}
	}
}

func (l *seated) close() {
	for _, a := range l.round.Agents {
		_ = a.Close() // only scratch folders are left then
	}
}

// close ends all lineups.
func (s *seats) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.list {
		l.close()
	}
	s.list = nil
	if s.held != nil {
		_ = host.Remove(s.dir)
		_ = s.held.Close()
	}
}

// make fetches a lineup and makes its agents. Each is compiled when its first game
// begins: one that does not compile holds up no others.
func (s *seats) make(l *seated) error {
	data, err := s.get(l.hash)
	if err != nil {
		return err
	}
	who, err := parseLineup(data)
	if err != nil {
		return err
	}
	g, err := s.games.Find(who.Game)
	if err != nil {
		return err
	}
	if who.programs && who.Require != "" {
		level, err := host.ParseLevel(who.Require)
		if err == nil {
			err = host.Require(level)
		}
		if err != nil {
			return err
		}
	}
	l.round = arena.Round{Game: g, Voids: who.Voids}
	for i := range who.Agents {
		a, err := who.Agents[i].agent(g, s.get, s.folder)
		if err == nil {
			from, _ := agent.OriginOf(a)
			l.round.Agents, l.timed = append(l.round.Agents, a), l.timed || from.Spec.Timed()
		}
		if err != nil {
			return fmt.Errorf("cluster: agent %d of the lineup: %w", i+1, err)
		}
	}
	return nil
}

// folder is where a bundle is unpacked, once.
func (s *seats) folder(hash string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		var err error
		if s.dir, s.held, err = host.TempDir("worker"); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(s.dir, hash)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	bundle, err := s.get(hash)
	if err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	if err := unpack(bundle, dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}
