package agent

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent/frozen"
	"evolab/game"
)

// Kind is one sort of agent.
type Kind struct {
	Name, Doc string
	Params    []ParamDoc
}

// ParamDoc describes one setting of an agent.
type ParamDoc struct{ Key, Doc string }

// Kinds lists the agents; Game.Agent builds them.
func Kinds() []Kind {
	search := searchParams()
	return []Kind{
		{"random", "any legal move, but no pass while there is another", nil},
		{"greedy", "the move with the largest immediate gain", nil},
		{"aggressive", "the first move of the pair of own moves with the largest gain", nil},
		{"alphabeta", "alpha-beta on the pieces, two plies deep, over the ten best moves", []ParamDoc{
			{"depth", "plies to look ahead, 1..8 (default 2)"},
			{"branch", "moves per position, 1..1000 (default 10)"},
		}},
		{"minimax", "plain minimax on the difference in pieces", []ParamDoc{
			{"depth", "plies to look ahead, 1..8 (default 2)"},
		}},
		{"reference", "the opponent of checkers-2021 and halma-2019: plain minimax that keeps the game's clock", []ParamDoc{
			{"depth", "plies to look ahead, 1..8 (default 4); below 100 s left at most 3, below 10 s 2, below 2 s 1; one less where a search has used a quarter of the time left"},
			{"pace", "seconds of CPU that a move is charged at least, a seventh of that for each ply less (default: what it takes)"},
		}},
		{"hand", "the evaluation with the weights set by hand", search[1:]},
		{"frozen", "the best evaluation that there is for the game: the agent that is shipped", search},
		{"evolved", "the evaluation with the weights that evolution found over named features", search},
		{"qlearning", "littlego, tictactoe: the assignment's Q-learner, which compares the learned values of the positions after each move", search},
		{"champion", "littlego: the assignment's championship player, which stays as it is whatever becomes of frozen", search},
		{"perfect", "tictactoe: never loses, and draws among the moves that keep the value", nil},
		{"smart", "tictactoe: as perfect in eight moves of ten, else any move", nil},
		{"human", "a person at the terminal", nil},
		{"exec", "any program that keeps the game's file protocol", []ParamDoc{
			{"dir", "the program's folder, copied for each game"},
			{"reuse", "true: one copy for the whole match"},
			{"wall", "seconds of real time a move, without those in which it waits for a core (default: twice its CPU time and 5)"},
			{"net", "on: the program has the machine's network (default off)"},
			{"cmd", "the command, run once per ply in the copy (last setting)"},
		}},
		{"lines", "any program that keeps running: a position on a line in, a move on a line out, as evolve legal writes them", talkingParams()},
		{"gtp", "littlego: any engine that speaks the Go Text Protocol on 5x5", talkingParams()},
		{"artemis", "konane: any client of an Artemis server; it logs in at 127.0.0.1, port $EVOLAB_PORT, for one game", talkingParams()},
	}
}

// talkingParams are the settings of a program that keeps running.
func talkingParams() []ParamDoc {
	return []ParamDoc{
		{"dir", "the program's folder, copied for each process"},
		{"wall", "seconds of real time a move, without those in which it waits for a core (default: twice its CPU time and 5)"},
		{"net", "on: the program has the machine's network (default off)"},
		{"cmd", "the command, run once for any number of games, one process for each game at a time (last setting; default: the program found in the folder, compiled)"},
	}
}

// searchParams are the settings of an agent that searches with an evaluation.
func searchParams() []ParamDoc {
	return []ParamDoc{
		{"weights", "a weights file, instead of the weights that come with the agent"},
		{"depth", "plies to look ahead"},
		{"endgame_depth", "plies to look ahead once the endgame of weights with two phases has begun"},
		{"nodes", "moves played in the tree, per move (if nothing limits the agent: some thousands, or depth 2 for halma; champion 50,000, qlearning depth 1)"},
		{"time", "seconds of CPU, per move (2, if nothing else limits it and one answer is waited for, as in play and analyze)"},
		{"table", "MB of memory for the positions that a search remembers (16)"},
		{"ties", "first (default) or random (default of qlearning and champion): which of several equal moves is played"},
		{"without", "ideas of the search to leave out, with + between them: " + ideaNames()},
		{"with", "ideas to follow that the game's search leaves out"},
		{"exact", "on (default) or off: prove wins near the end and plan races, if time or nodes limit the search"},
		{"book", "on (default, but off for hand), first (for Black alone; default of champion) or off: play the openings of its book (littlego), if exact is on"},
	}
}

func findKind(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return Kind{}, fmt.Errorf("agent: no agent %q (allowed: %s)", name, strings.Join(names, ", "))
}

// isName reports whether a text is the name of an agent.
func isName(text string) bool {
	_, err := findKind(text)
	return err == nil
}

func (k Kind) has(key string) bool {
	return slices.ContainsFunc(k.Params, func(p ParamDoc) bool { return p.Key == key })
}

func (k Kind) usage() string {
	if len(k.Params) == 0 {
		return "none for " + k.Name
	}
	var keys []string
	for _, p := range k.Params {
		keys = append(keys, p.Key+"=...")
	}
	return strings.Join(keys, ", ")
}

// Agent builds the agent of a spec; the names are those of Kinds.
func (g *bound[S, P]) Agent(spec Spec, env Env) (Agent, error) {
	set := settings{spec: spec}
	a, err := g.build(&set, env)
	if err == nil {
		err = set.err
	}
	if err != nil {
		return nil, err
	}
	if d, ok := a.(interface{ describe(Origin) }); ok {
		d.describe(Origin{spec, env.Programs.Grants})
	}
	return a, nil
}

func (g *bound[S, P]) build(set *settings, env Env) (Agent, error) {
	if start := g.simple(set); start != nil {
		return g.builtin(start), nil
	}
	switch set.spec.Name {
	case "hand", string(frozen.Frozen), string(frozen.Evolved):
		return g.evaluation(set, env)
	case string(frozen.QLearning), string(frozen.Champion):
		if slot := frozen.Slot(set.spec.Name); slot.Has(g.Rules.Name, "") {
			return g.evaluation(set, env)
		}
	case "human":
		if env.In == nil || env.Out == nil {
			return nil, errors.New(`agent: "human" plays only at a terminal (evolve play)`)
		}
		return &human{info: g.Info(), lines: bufio.NewScanner(env.In), out: env.Out}, nil
	case pathName, "exec":
		how := exchange[S]{byFiles: true}
		if g.Files.Input != nil {
			how.dialogue = func() dialogue[S] { return &g.Files }
		}
		return g.external(set, env, how)
	case "lines":
		return g.external(set, env, exchange[S]{dialogue: func() dialogue[S] { return lines[S]{&g.Rules} }})
	case "gtp":
		return g.external(set, env, exchange[S]{dialogue: g.Engine, goodbye: "quit\n"})
	case "artemis":
		return g.external(set, env, exchange[S]{dialogue: g.Client, port: true})
	}
	return nil, fmt.Errorf("agent: %s has no agent %q", g.Rules.Name, set.spec.Name)
}

// simple starts a player of the baselines or of the game's own agents; nil: the
// name belongs to another agent.
func (g *bound[S, P]) simple(set *settings) func(game.Rand) chooser[S] {
	switch set.spec.Name {
	case "random":
		return func(r game.Rand) chooser[S] { return &random[S, P]{rules: &g.Rules, rand: r} }
	case "greedy":
		return func(r game.Rand) chooser[S] { return &greedy[S, P]{g.baseline(r)} }
	case "aggressive":
		return func(r game.Rand) chooser[S] { return &aggressive[S, P]{baseline: g.baseline(r)} }
	case "alphabeta":
		depth, branch := set.number("depth", 2, 1, 8), set.number("branch", 10, 1, 1000)
		return func(r game.Rand) chooser[S] {
			return &alphaBeta[S, P]{baseline: g.baseline(r), depth: depth, branch: branch, frames: make([]branchFrame[S], depth+1)}
		}
	case "minimax":
		depth := set.number("depth", 2, 1, 8)
		return func(r game.Rand) chooser[S] { return newMinimax(g.baseline(r), depth) }
	case "reference":
		depth, pace := set.number("depth", 4, 1, 8), set.seconds("pace", "CPU")
		return func(r game.Rand) chooser[S] { return newReference(g.baseline(r), depth, pace) }
	}
	for _, own := range g.Own {
		if own.Name == set.spec.Name {
			return func(r game.Rand) chooser[S] { return ownChooser[S](own.New(r)) }
		}
	}
	return nil
}

// ownChooser plays what a game's own agent chooses.
type ownChooser[S comparable] func(*S) game.Move

func (c ownChooser[S]) choose(s *S, _ Clock) Choice { return Choice{Move: c(s)} }

func (g *bound[S, P]) builtin(start func(game.Rand) chooser[S]) Agent {
	return &builtin[S, P]{start: func(seed uint64) chooser[S] { return start(game.NewRand(seed)) }}
}

// settings reads a spec's parameters and keeps the first error.
type settings struct {
	spec Spec
	err  error
}

func (s *settings) text(key, fallback string) string {
	for _, p := range s.spec.Params {
		if p.Key == key {
			return p.Value
		}
	}
	return fallback
}

func (s *settings) number(key string, fallback, low, high int) int {
	text := s.text(key, "")
	if text == "" {
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		s.fail(key, text, fmt.Sprintf("%d..%d", low, high))
		return fallback
	}
	return n
}

func (s *settings) seconds(key, of string) time.Duration {
	text := s.text(key, "")
	if text == "" {
		return 0
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f <= 0 || f > 1e6 {
		s.fail(key, text, "seconds of "+of+", above 0")
		return 0
	}
	return max(1, time.Duration(f*float64(time.Second)))
}

func (s *settings) choice(key string, allowed ...string) string {
	text := s.text(key, allowed[0])
	if slices.Contains(allowed, text) {
		return text
	}
	s.fail(key, text, strings.Join(allowed, ", "))
	return allowed[0]
}

// switched is a choice between two values: whether it is the first.
func (s *settings) switched(key, yes, no string, usual bool) bool {
	if usual {
		return s.choice(key, yes, no) == yes
	}
	return s.choice(key, no, yes) == yes
}

func (s *settings) fail(key, text, allowed string) {
	if s.err == nil {
		s.err = fmt.Errorf("agent: %q: %s is %q (allowed: %s)", s.spec, key, text, allowed)
	}
}
