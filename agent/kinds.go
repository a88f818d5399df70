package agent

import (
	"fmt"
	"slices"
	"time"

	"evolab/agent/frozen"
	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/internal/config"
)

// Kind is one sort of agent.
type Kind struct {
	Name, Doc string
	// Settings is a pointer to a struct with the tags of package config.
	Settings any
	// Program is the setting that names the folder or file, if the agent is somebody's
	// program.
	Program string
	// Person is set if a person chooses the moves.
	Person bool
	// Slot is the place of the weights that the agent plays with, "" if it has none there.
	Slot frozen.Slot
	// Linear is set if the agent chooses by a linear evaluation alone, which can be
	// explained.
	Linear bool
	// MaxOpening is how many random plies the agent's games may begin with; 0: any number.
	MaxOpening int
}

// kinds is the table of agents. It is the same for all games: where one lacks what an
// agent needs, opening the agent fails.
func kinds[S comparable, P game.Position[S]]() []kind[S, P] {
	return []kind[S, P]{
		randomKind[S, P](),
		greedyKind[S, P](),
		aggressiveKind[S, P](),
		alphaBetaKind[S, P](),
		minimaxKind[S, P](),
		referenceKind[S, P](),
		handKind[S, P](),
		frozenKind[S, P](),
		evolvedKind[S, P](),
		qLearningKind[S, P](),
		championKind[S, P](),
		ownKind[S, P]("perfect", "tictactoe: never loses, and draws among the moves that keep the value"),
		ownKind[S, P]("smart", "tictactoe: as perfect in eight moves of ten, else any move"),
		humanKind[S, P](),
		execKind[S, P](),
		linesKind[S, P](),
		gtpKind[S, P](),
		artemisKind[S, P](),
	}
}

// kind is a Kind with what makes its agents for one game.
type kind[S comparable, P game.Position[S]] struct {
	Kind
	open func(g *bound[S, P], spec Spec, env Env) (Agent, error)
}

// noSettings is for kinds without settings.
type noSettings struct{}

// newKind is a kind whose agents are made by open, from settings of type T.
func newKind[T any, S comparable, P game.Position[S]](k Kind, open func(g *bound[S, P], set *T, spec Spec, env Env) (Agent, error)) kind[S, P] {
	k.Settings = new(T)
	return kind[S, P]{k, func(g *bound[S, P], spec Spec, env Env) (Agent, error) {
		set, written := new(T), make([]config.Setting, len(spec.Params))
		for i, p := range spec.Params {
			written[i] = config.Setting(p)
		}
		if err := config.Apply(set, written); err != nil {
			return nil, fmt.Errorf("%q: %w", spec, err)
		}
		return open(g, set, spec, env)
	}}
}

// newBaseline is a kind without settings that plays in this process.
func newBaseline[S comparable, P game.Position[S]](name, doc string, start func(g *bound[S, P], r game.Rand) chooser[S]) kind[S, P] {
	return newKind(Kind{Name: name, Doc: doc}, func(g *bound[S, P], _ *noSettings, _ Spec, _ Env) (Agent, error) {
		return g.builtin(func(r game.Rand) chooser[S] { return start(g, r) }), nil
	})
}

// ownKind is an agent that only some games have; see Own.
func ownKind[S comparable, P game.Position[S]](name, doc string) kind[S, P] {
	return newKind(Kind{Name: name, Doc: doc}, func(g *bound[S, P], _ *noSettings, spec Spec, _ Env) (Agent, error) {
		i := slices.IndexFunc(g.Own, func(o Own[S]) bool { return o.Name == spec.Name })
		if i < 0 {
			return nil, g.noAgent(spec)
		}
		return g.builtin(func(r game.Rand) chooser[S] { return ownChooser[S](g.Own[i].New(r)) }), nil
	})
}

// ownChooser plays what a game's own agent chooses.
type ownChooser[S comparable] func(*S) game.Move

func (c ownChooser[S]) choose(s *S, _ []uint64, _ Clock) Choice { return Choice{Move: c(s)} }

func (g *bound[S, P]) noAgent(spec Spec) error {
	return fmt.Errorf("%s has no agent %q", g.Rules.Name, spec.Name)
}

func (g *bound[S, P]) Agent(spec Spec, env Env) (Agent, error) {
	table := append(kinds[S, P](), pathKind[S, P]())
	i := slices.IndexFunc(table, func(k kind[S, P]) bool { return k.Name == spec.Name })
	if i < 0 {
		return nil, g.noAgent(spec)
	}
	a, err := table[i].open(g, spec, env)
	if err != nil {
		return nil, err
	}
	if r, ok := a.(reproducible); ok {
		r.describe(Origin{spec, env.Programs.Grants, env.Programs.Names})
	}
	return a, nil
}

// Kinds lists the agents.
func Kinds() []Kind {
	var list []Kind
	for _, k := range kinds[tictactoe.State]() { // as of any game
		list = append(list, k.Kind)
	}
	return list
}

// PathDoc describes agents that are given by their path.
func PathDoc() Kind {
	k := pathKind[tictactoe.State]().Kind
	k.Name, k.Settings = "PATH", new(noSettings)
	return k
}

// FindKind returns an agent by its name.
func FindKind(name string) (Kind, bool) {
	list := Kinds()
	i := slices.IndexFunc(list, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return list[i], true
}

// Keys describes the settings.
func (k *Kind) Keys() []config.Key { return config.KeysOf(k.Settings) }

// Has reports whether the agent has a setting.
func (k *Kind) Has(key string) bool {
	return slices.ContainsFunc(k.Keys(), func(known config.Key) bool { return known.Path == key })
}

// Builtin reports whether the agent plays in this process.
func (k *Kind) Builtin() bool { return k.Program == "" && !k.Person }

// LinearKinds are the names of agents with an evaluation that can be explained.
func LinearKinds() []string {
	var names []string
	for _, k := range Kinds() {
		if k.Linear {
			names = append(names, k.Name)
		}
	}
	return names
}

// seconds is a setting as a time; 0 stays 0.
func seconds(s float64) time.Duration {
	if s == 0 {
		return 0
	}
	return max(1, time.Duration(s*float64(time.Second)))
}
