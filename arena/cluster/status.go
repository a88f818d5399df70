package cluster

import (
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

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
			return id, fmt.Errorf("%s: %w", g.Info().Name, err)
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

// Program returns the PROGRAM of subjects.
func (id Identity) Program() string {
	return hashOf(fmt.Appendf(nil, "%s %s %d", id.Version, id.Rules, id.Bench))[:12]
}

// Differences lists what differs in another program; "" if nothing does.
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

// Status is what a worker reports about itself.
type Status struct {
	Worker   string   `json:"worker"`
	Machine  string   `json:"machine"`
	Cores    int      `json:"cores"`
	Exec     bool     `json:"exec,omitempty"`    // it may run programs
	Games    int      `json:"games"`             // since it came
	Rate     float64  `json:"rate"`              // games a second, lately
	Jobs     int      `json:"jobs"`              // batches under way
	Waiting  int      `json:"waiting,omitempty"` // batches that it has not begun
	Left     bool     `json:"left,omitempty"`    // it says goodbye
	Identity Identity `json:"identity"`
}

// coordinator is what a coordinator reports about itself.
type coordinator struct {
	ID       string   `json:"id"`
	Machine  string   `json:"machine"`
	Identity Identity `json:"identity"`
}

// DefaultWorkerName names a worker after its machine and process.
func DefaultWorkerName() string {
	return fmt.Sprintf("%.40s-%d", cleanName(MachineName()), os.Getpid())
}

// MachineName returns this machine's name.
func MachineName() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "unknown"
	}
	return name
}

// cleanName makes a text fit for subjects and keys.
func cleanName(text string) string {
	return strings.Map(func(r rune) rune {
		if isName(string(r)) {
			return r
		}
		return '-'
	}, text)
}

func parseStatus(data []byte) (Status, error) {
	var s Status
	if err := unmarshalJSON(data, &s); err != nil {
		return s, fmt.Errorf("status: %w", err)
	}
	const maxCores, maxMachine, maxVersion = 1 << 16, 256, 1024 // the last two in bytes
	if !isName(s.Worker) || s.Waiting < 0 || s.Jobs < 0 || s.Cores < 0 || s.Cores > maxCores || !(s.Rate >= 0) || len(s.Machine) > maxMachine || len(s.Identity.Version) > maxVersion {
		return s, fmt.Errorf("status of %.40q: out of range", s.Worker)
	}
	return s, nil
}

// Statuses asks the workers of a server who is there, and lists those that answer, by
// name.
func Statuses(ctx context.Context, nc *nats.Conn) ([]Status, error) {
	const patience = heartbeat / 2 // for the first answer, and for more after each
	answers := make(chan *nats.Msg, 1024)
	sub, err := nc.ChanSubscribe(statusPrefix+"*", answers)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be gone
	if err := nc.Publish(helloSubject, nil); err != nil {
		return nil, err
	}
	found := map[string]Status{}
	for waiting := true; waiting; {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(patience):
			waiting = false
		case m := <-answers:
			if s, err := readStatus(m); err == nil && !s.Left {
				if _, again := found[s.Worker]; again { // its next heartbeat: all have had the time to answer
					waiting = false
				}
				found[s.Worker] = s
			}
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Status) int { return strings.Compare(a.Worker, b.Worker) }), nil
}

func readStatus(m *nats.Msg) (Status, error) {
	s, err := parseStatus(m.Data)
	if err == nil && m.Subject != statusPrefix+s.Worker {
		err = fmt.Errorf("status of %s in %.100q", s.Worker, m.Subject)
	}
	return s, err
}

// gameMeter counts games, and measures games per second.
type gameMeter struct {
	mu    sync.Mutex
	games int
	jobs  int
	last  int // games at the last fill
	at    time.Time
	rate  float64
}

func (m *gameMeter) add(jobs, games int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.jobs += jobs
	m.games += games
}

// fill sets the figures of a status; the rate is measured since the last call.
func (m *gameMeter) fill(s *Status) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if spent := now.Sub(m.at).Seconds(); !m.at.IsZero() && spent > 0 {
		m.rate = (m.rate + float64(m.games-m.last)/spent) / 2
	}
	m.last, m.at = m.games, now
	s.Games, s.Jobs, s.Rate = m.games, m.jobs, m.rate
}
