package cluster

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/provenance"
)

// Identity is what two programs must have in common to play the same games.
type Identity struct {
	Version string `json:"version"` // of the program
	Rules   string `json:"rules"`   // a hash of what the rules and features of all games say
	Bench   uint64 `json:"bench"`   // nodes of fixed searches: another search counts others
	System  string `json:"system"`  // such as linux/amd64; may differ
}

// Identify measures this program; it takes some tens of milliseconds.
func Identify(ctx context.Context, games agent.Table) (Identity, error) {
	id := Identity{Version: provenance.Program(), System: runtime.GOOS + "/" + runtime.GOARCH}
	var rules strings.Builder
	for _, g := range games {
		if err := id.add(ctx, g, &rules); err != nil {
			return id, fmt.Errorf("cluster: %s: %w", g.Info().Name, err)
		}
	}
	id.Rules = hashOf([]byte(rules.String()))[:16]
	return id, nil
}

// add plays some moves of a game with a search, and records the legal moves
// of each position.
func (id *Identity) add(ctx context.Context, g agent.Game, rules *strings.Builder) error {
	info := g.Info()
	fmt.Fprintln(rules, info.Name, info.Variants, info.PlyLimit, info.PlyCap, info.Repetition, info.Features)
	b, err := g.Board("", "start")
	if err != nil {
		return err
	}
	const benchNodes, plies = "500", 6
	a, err := g.Agent(agent.Spec{Name: "frozen"}.With("nodes", benchNodes).With("book", "off"), agent.Env{})
	if err != nil {
		return err
	}
	player, err := a.Player(1)
	if err != nil {
		return err
	}
	defer player.Close()
	var moves []game.Move
	for range plies {
		if b.Outcome().Over() {
			return nil
		}
		moves = b.Moves(moves[:0])
		fmt.Fprintln(rules, b.Position(), len(moves), b.Hash())
		c, err := player.Choose(ctx, b, agent.Clock{PliesLeft: b.PliesLeft()})
		if err != nil {
			return err
		}
		id.Bench += c.Nodes + uint64(int64(c.Score)) + uint64(c.Move)
		b.Play(c.Move)
	}
	return nil
}

// Program is the PROGRAM of subjects.
func (id Identity) Program() string {
	return hashOf(fmt.Appendf(nil, "%s %s %d", id.Version, id.Rules, id.Bench))[:12]
}

// Differences says in which respects another program differs; "" if in none.
func (id Identity) Differences(other Identity) string {
	var list []string
	add := func(what, mine, its string) {
		if mine != its {
			list = append(list, fmt.Sprintf("%s %s here, %s there", what, mine, its))
		}
	}
	add("version", id.Version, other.Version)
	add("rules' hash", id.Rules, other.Rules)
	add("bench count", fmt.Sprint(id.Bench), fmt.Sprint(other.Bench))
	return strings.Join(list, "; ")
}
