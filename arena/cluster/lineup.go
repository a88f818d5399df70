package cluster

import (
	"encoding/json"
	"errors"
	"fmt"

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
