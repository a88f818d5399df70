package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
	"evolab/host"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/protocol/matchscore"
	"evolab/stats"
)

// MatchRunner is a setting of a program that plays in matches of somebody's match runner: a
// command that plays pairs of games between two settings and prints the result. The command
// gets, in its environment,
//
//	EVOLAB_NAME        the value of the parameter NAME of the first setting
//	EVOLAB_BASE_NAME   that of the setting which it meets
//	EVOLAB_PAIRS       how many pairs to play: each opening with both sides
//	EVOLAB_SEED        for its random numbers, the same for settings that are compared; 31 bits
//
// It runs as the user who starts the lab or a worker, unconfined.
type MatchRunner struct {
	withOrigin
	command string
	timeout time.Duration // of a match; 0: none
	given   TunedParameters
}

// The variables of a match runner that are no parameters.
const (
	PairsVariable = VariablePrefix + "PAIRS"
	SeedVariable  = VariablePrefix + "SEED"
	baseVariable  = VariablePrefix + "BASE_"
)

// TakenByRunners reports whether a parameter of this name would have the name of another
// variable of a match runner.
func TakenByRunners(name string) bool {
	v := VariablePrefix + name
	return v == PairsVariable || v == SeedVariable || strings.HasPrefix(v, baseVariable)
}

// Match has a runner play pairs between r and a base. The seed is the same for settings that
// are compared. A failure, a result that is missing or of another number of games, and a
// command that takes longer than its timeout are a *RunnerError.
func (r *MatchRunner) Match(ctx context.Context, base *MatchRunner, pairs int, seed uint64) (score stats.Pentanomial, cpu time.Duration, err error) {
	env := append(r.given.Variables(), base.given.variables(baseVariable)...)
	env = append(env, fmt.Sprintf("%s=%d", PairsVariable, pairs), fmt.Sprintf("%s=%d", SeedVariable, seed>>33))
	limited, stop := ctx, context.CancelFunc(func() {})
	if r.timeout > 0 {
		limited, stop = context.WithTimeout(ctx, r.timeout)
	}
	defer stop()
	var out outputTail
	state, failure := host.RunCommand(limited, r.command, env, &out)
	if state != nil {
		cpu = state.UserTime() + state.SystemTime()
	}
	if ctx.Err() != nil {
		return score, cpu, ctx.Err()
	}
	s, found := matchscore.Last(out.text)
	var exit *exec.ExitError
	switch {
	case limited.Err() != nil:
		failure = fmt.Errorf("it took longer than %v (--timeout allows more)", r.timeout)
	case errors.As(failure, &exit):
		failure = fmt.Errorf("it ended with %v", exit)
	case failure != nil && !errors.Is(failure, exec.ErrWaitDelay):
	case !found:
		failure = fmt.Errorf("it printed no result (expected: a last line of %s)", matchscore.Forms)
	default:
		failure = s.Check(pairs)
	}
	if failure != nil {
		return score, cpu, &RunnerError{r.command, failure, env, out.lastLines()}
	}
	return pairsOf(s, seed), cpu, nil
}

// pairsOf is a score by pairs. Of a runner that tells games alone nobody knows which made a
// pair: they are drawn from the seed, as if each game had its own opening.
func pairsOf(s matchscore.Score, seed uint64) stats.Pentanomial {
	if s.Games.Games() == 0 {
		return s.Pairs
	}
	halves := make([]int, 0, s.Games.Games())
	for points, n := range [3]int{s.Games.Losses, s.Games.Draws, s.Games.Wins} {
		for range n {
			halves = append(halves, points)
		}
	}
	rng := game.NewRand(seed)
	for i := len(halves) - 1; i > 0; i-- {
		j := rng.Intn(i + 1)
		halves[i], halves[j] = halves[j], halves[i]
	}
	var pairs stats.Pentanomial
	for i := 0; i < len(halves); i += 2 {
		pairs.Add(halves[i] + halves[i+1])
	}
	return pairs
}

// RunnerError is a match that a runner did not play.
type RunnerError struct {
	Command string
	Cause   error
	Env     []string // what it was given
	Output  string   // its last lines
}

func (e *RunnerError) Error() string {
	printed := ""
	if e.Output == "" {
		printed = "; it printed nothing"
	}
	return fmt.Sprintf("command %q with %s: %v%s", e.Command, strings.Join(e.Env, " "), e.Cause, printed)
}

func (e *RunnerError) Unwrap() error { return e.Cause }

// outputTail keeps the end of what a command prints.
type outputTail struct{ text []byte }

func (o *outputTail) Write(p []byte) (int, error) {
	const most = 1 << 16
	o.text = append(o.text, p...)
	if len(o.text) > 2*most {
		o.text = append([]byte(nil), o.text[len(o.text)-most:]...)
	}
	return len(p), nil
}

func (o *outputTail) lastLines() string {
	const lines, longest = 8, 200
	var list []string
	for line := range bytes.Lines(bytes.TrimSpace(o.text)) {
		text := untrusted.Text(strings.TrimRight(string(line), "\r\n"))
		if len(text) > longest {
			text = text[:longest] + "..."
		}
		list = append(list, "  "+text)
	}
	return strings.Join(list[max(0, len(list)-lines):], "\n")
}

// Player is part of Agent: a runner plays whole matches.
func (r *MatchRunner) Player(uint64) (Player, error) { return nil, errRunnerPlays }

// Serial is part of Agent.
func (r *MatchRunner) Serial() bool { return false }

// Close is part of Agent.
func (r *MatchRunner) Close() error { return nil }

// With is part of Tunable.
func (r *MatchRunner) With(g TunedParameters) (Agent, error) {
	other := *r
	other.given, other.from.Spec.Tuned = g, g
	return &other, nil
}

// RunnerGameName is the name of the game that match runners play, in configs and records.
const RunnerGameName = "command"

// RunnerGame is the game that match runners play: what it is, they alone know.
func RunnerGame() Game { return runnerGame{} }

type runnerGame struct{}

var errRunnerPlays = errors.New("its match runner alone knows the game")

func (runnerGame) Info() Info {
	return Info{Name: RunnerGameName, Doc: "whatever a match runner plays", Sides: [2]string{"first", "second"}, Variants: []string{""}, PlyLimit: 1}
}

// RunnerSettings say how a match runner is started.
type RunnerSettings struct {
	Timeout float64 `json:"timeout,omitempty"` // seconds that a match may take; 0: no limit
	Command string  `json:"command"`
}

// RunnerSettings returns what a match runner was given; false if the agent is none.
func (s Spec) RunnerSettings() (settings RunnerSettings, ok bool) {
	if s.Name != RunnerGameName {
		return settings, false
	}
	settings.Command = s.Setting("cmd")
	settings.Timeout, _ = strconv.ParseFloat(s.Setting("timeout"), 64) // of Spec
	return settings, true
}

// Runner is the spec of a match runner.
func (s RunnerSettings) Spec() Spec {
	return Spec{Name: RunnerGameName, Params: []Param{{"timeout", quantity.Plain(s.Timeout)}, {"cmd", s.Command}}}
}

func (runnerGame) Agent(spec Spec, env Env) (Agent, error) {
	if spec.Name != RunnerGameName {
		return nil, fmt.Errorf("%q is no match runner", spec)
	}
	r := &MatchRunner{command: spec.Setting("cmd"), given: spec.Tuned}
	if strings.TrimSpace(r.command) == "" {
		return nil, errors.New("the command is empty")
	}
	if text := spec.Setting("timeout"); text != "" {
		t, err := time.ParseDuration(text + "s")
		if err != nil {
			return nil, fmt.Errorf("timeout %q: %w", text, err)
		}
		r.timeout = t
	}
	r.describe(Origin{Spec: spec})
	return r, nil
}

func (runnerGame) Board(string, string) (Board, error) { return nil, errRunnerPlays }
func (runnerGame) Embedded(frozen.Slot, string) (features.Weights, error) {
	return features.Weights{}, errRunnerPlays
}
func (runnerGame) EmbeddedFile(frozen.Slot, string) string { return "" }
func (runnerGame) End(string) float64                      { return 1 }
func (runnerGame) PatternBoard(string) (pattern.Geometry, error) {
	return pattern.Geometry{}, errRunnerPlays
}
func (runnerGame) Heaviest(features.Weights, int) ([]features.Arrangement, error) {
	return nil, nil // there are no patterns
}
func (runnerGame) Numbers(features.Weights) (features.Numbers, error) {
	return features.Numbers{}, errRunnerPlays
}
func (runnerGame) Speeds(time.Duration) ([]SearchSpeed, error)   { return nil, errRunnerPlays }
func (runnerGame) RuleSpeeds(time.Duration) ([]RuleSpeed, error) { return nil, errRunnerPlays }
func (runnerGame) Learning(string) (Learning, error)             { return nil, errRunnerPlays }
func (runnerGame) NodesPerSecond(time.Duration) (int64, error)   { return 0, errRunnerPlays }
