package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"evolab/game"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/untrusted"
)

// pathName is the name, in a Spec, of an agent that is given by its path; no text
// is parsed as this name.
const pathName = "<path>"

// PathDoc describes agents that are given by their path.
func PathDoc() Kind {
	return Kind{Name: "PATH", Doc: "a folder or a source file (.py, .cpp, .java) of a program that keeps the game's file protocol; " +
		"it is compiled once, in a scratch folder (an agent's name wins: write ./NAME for a folder of that name)"}
}

// parsePath reads a text as the path of a program: one that exists, or looks like
// one.
func parsePath(text string) (Spec, bool) {
	name, _, _ := strings.Cut(text, ":")
	named := strings.ContainsAny(name, `/`+string(os.PathSeparator)) || compile.LanguageOf(name) != compile.Executable
	if !named {
		_, err := os.Stat(text)
		named = err == nil
	}
	return Spec{Name: pathName, Params: []Param{{"path", text}}}, named && text != ""
}

// Shadows reports whether a text names both an agent, which it means, and a folder
// or file.
func Shadows(text string) bool {
	_, err := os.Stat(text)
	return err == nil && isName(text)
}

// source makes the agent of a path. It is compiled before its first game.
func (g *bound[S, P]) source(set *settings, env Env) (Agent, error) {
	if g.Files.Input == nil {
		return nil, fmt.Errorf("agent: %q: %s has no file protocol", set.spec, g.Rules.Name)
	}
	found, err := compile.Find(set.text("path", ""), g.Names)
	if err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	a := &program[S, P]{
		files: &g.Files,
		made:  &made{program: host.Program{Keep: env.Keep, Log: env.Log, Grants: env.Programs.Grants}, source: found},
	}
	if set.spec.Given.Pass == PassArgs {
		return nil, fmt.Errorf("agent: %q: parameters go into a command, and a path has none (expected: exec:dir=FOLDER,cmd=... with pass: args)", set.spec)
	}
	if err := set.spec.Given.give(&a.program); err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	return a, env.Programs.open(set.spec)
}

// Builder is an Agent that has to be compiled before it can play.
type Builder interface {
	// Build compiles it, unless it is compiled already. A *build.Failed is the
	// compiler's complaint, a *build.NoTool a missing compiler.
	Build(ctx context.Context) error
}

// Build makes an agent ready to play, so that errors in its source show before the
// first game. If the machine failed, each game tries again.
func Build(ctx context.Context, a Agent) error {
	b, ok := a.(Builder)
	if !ok {
		return nil
	}
	err := b.Build(ctx)
	if host.IsVoid(err) || host.Exhausted(err) {
		return nil
	}
	return err
}

// Unusable reports whether an error of Build is about the program or a missing
// compiler, rather than the machine.
func Unusable(err error) bool {
	var failed *compile.Failed
	var missing *compile.NoTool
	return errors.As(err, &failed) || errors.As(err, &missing)
}

// made is somebody's program, which may have to be compiled before its first game.
type made struct {
	program host.Program
	source  *compile.Program // what Build compiles; nil: the program is ready
	of      *made            // whose compiled program this one shares; nil: its own

	mu    sync.Mutex
	built *compile.Ready
}

// Build compiles the program, once.
func (a *made) Build(ctx context.Context) error {
	if a.source == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.program.Dir != "":
		return nil
	case a.of != nil:
		if err := a.of.Build(ctx); err != nil {
			return err
		}
		a.program.Dir, a.program.Command = a.of.program.Dir, a.of.program.Command
		return nil
	}
	ready, err := a.source.Make(ctx)
	if err != nil {
		return fmt.Errorf("agent: %q: %w", a.source.Path(), err)
	}
	a.built, a.program.Dir, a.program.Command = ready, ready.Dir, ready.Command
	return nil
}

// ready compiles the program before a game; the game is void if the machine fails.
func (a *made) ready() error {
	err := a.Build(context.Background())
	if err == nil || Unusable(err) {
		return err
	}
	return unopened(err)
}

// remove ends what was compiled.
func (a *made) remove() error {
	if a.built == nil {
		return nil
	}
	return a.built.Close()
}

// again is the program with other parameters, given before it is compiled.
func (a *made) again(g Given) (*made, error) {
	child := &made{program: a.program, source: a.source, of: a}
	if a.source != nil {
		child.program.Dir, child.program.Command = "", ""
	}
	return child, g.give(&child.program)
}

// find finds the program in its folder, if there is no command that runs it.
func (a *made) find(g Given, names compile.Names) error {
	if a.program.Command != "" {
		return nil
	}
	if g.Pass == PassArgs {
		return errors.New("parameters go into a command, and there is none (expected: cmd=COMMAND with {name} in it)")
	}
	var err error
	a.source, err = compile.Find(a.program.Dir, names)
	a.program.Dir = ""
	return err
}

// program is somebody's program, played by files as its course's host does.
type program[S comparable, P game.Position[S]] struct {
	described
	*made
	files *Files[S]
	reuse bool
	wall  time.Duration // of a move; 0: as LimitCPU says
	kept  *host.Session // of the whole match, if reuse is set
}

func (g *bound[S, P]) program(set *settings, env Env) (Agent, error) {
	if g.Files.Input == nil {
		return nil, fmt.Errorf("agent: %q: %s has no file protocol", set.spec, g.Rules.Name)
	}
	a := &program[S, P]{
		made:  &made{program: host.Program{Dir: set.text("dir", ""), Command: set.text("cmd", ""), Keep: env.Keep, Log: env.Log, Grants: env.Programs.Grants}},
		files: &g.Files,
		reuse: set.switched("reuse", "true", "false", false),
		wall:  set.seconds("wall", "real time"),
	}
	if a.program.Dir == "" || a.program.Command == "" {
		return nil, errors.New(`agent: "exec" needs dir=FOLDER,cmd=COMMAND`)
	}
	a.program.Net = a.program.Net || set.switched("net", "on", "off", false)
	if set.err != nil {
		return nil, set.err
	}
	if err := set.spec.Given.give(&a.program); err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	if err := a.program.Check(); err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	return a, env.Programs.open(set.spec)
}

// Player gives the program its folder: a new copy, or the match's.
func (a *program[S, P]) Player(uint64) (Player, error) {
	if err := a.ready(); err != nil {
		return nil, err
	}
	if !a.reuse {
		s, err := host.Open(a.program)
		if err != nil {
			return nil, unopened(err)
		}
		return a.seated(s, s.Close)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept == nil {
		s, err := host.Open(a.program)
		if err != nil {
			return nil, unopened(err)
		}
		a.kept = s
	}
	return a.seated(a.kept, func() error { return nil })
}

// seated begins a game in a session.
func (a *program[S, P]) seated(s *host.Session, end func() error) (Player, error) {
	if err := s.Begin(); err != nil {
		return nil, errors.Join(err, end())
	}
	return &programPlayer[S, P]{a.files, s, a.wall, end}, nil
}

// Serial: a folder can serve one game at a time.
func (a *program[S, P]) Serial() bool { return a.reuse }

func (a *program[S, P]) Close() error {
	var err error
	if a.kept != nil {
		err = a.kept.Close()
	}
	return errors.Join(err, a.remove())
}

// programPlayer is a program in one game.
type programPlayer[S comparable, P game.Position[S]] struct {
	files   *Files[S]
	session *host.Session
	wall    time.Duration
	close   func() error
}

// moveLimit is the CPU time that a program may use for a move; without any other
// limit a minute, so that no program can hang a match.
func moveLimit(c Clock) time.Duration { return cmp.Or(shorter(c.Left, c.Move), time.Minute) }

func (p *programPlayer[S, P]) Choose(ctx context.Context, b Board, c Clock) (Choice, error) {
	typed, err := typedBoard[S, P](b)
	if err != nil {
		return Choice{}, err
	}
	limits := host.LimitCPU(moveLimit(c))
	if p.wall > 0 {
		limits.Wall = p.wall
	}
	answer, err := p.session.Ask(ctx, p.files.Input(&typed.state, c), limits)
	if err != nil {
		return Choice{}, forfeit(err, answer)
	}
	m, err := p.files.Answer(&typed.state, answer.Output)
	if err != nil && errors.Is(err, p.files.OffBoard) {
		err = fmt.Errorf("%w: %w", errOffBoard, err)
		return Choice{}, &Forfeit{"illegal", untrusted.Line(err.Error(), longestDetail), answer.Stderr, answer.CPU}
	}
	if err != nil {
		return Choice{}, &Forfeit{"malformed", untrusted.Line(err.Error(), longestDetail), answer.Stderr, answer.CPU}
	}
	// A program always uses some CPU time; 0 would leave it to the referee.
	return Choice{Move: m, CPU: max(answer.CPU, 1), Stderr: answer.Stderr}, nil
}

// longestDetail is how much is told of what is wrong with an answer, in characters.
const longestDetail = 1000

func (p *programPlayer[S, P]) Close() error { return p.close() }

// forfeit turns what the host says about a program, or about the machine, into
// the end of the game; what else there is stays an error.
func forfeit(err error, answer host.Answer) error {
	var failed *host.Failure
	if !errors.As(err, &failed) {
		return err
	}
	return &Forfeit{failed.Reason, failed.Detail, answer.Stderr, answer.CPU}
}

// unopened is the end of a game whose program could not be given its folder: the
// program has not run, so nobody has lost.
func unopened(err error) error {
	var lost *Forfeit
	if err = forfeit(err, host.Answer{}); errors.As(err, &lost) || errors.Is(err, context.Canceled) {
		return err
	}
	return &Forfeit{Reason: host.Void, Detail: untrusted.Line(err.Error(), longestDetail)}
}

// shorter is the shorter of two times; 0 means none.
func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// Files is a game's conversation with a program by input.txt and output.txt.
type Files[S comparable] struct {
	// Input is the text of input.txt for the side to move under a clock.
	Input func(s *S, c Clock) []byte
	// Answer reads output.txt as the game's host does. The move may still be illegal;
	// the error of a well-formed move that is legal on no board is OffBoard.
	Answer   func(s *S, output []byte) (game.Move, error)
	OffBoard error
	// Output is the output.txt of a move, as the assignment describes it.
	Output func(s *S, m game.Move) []byte
	// Read is the position of an input.txt, which may lack some of the game's counters;
	// nil: it lacks nothing.
	Read func(input []byte) (S, error)
}

var errOffBoard = errors.New("agent: no move of this board")

// toldTime is what the courses whose input.txt states the time would write for a
// clock: whether it is for this move alone, and how much is left; 100 s if nothing
// limits it.
func toldTime(c Clock) (single bool, left time.Duration) {
	switch {
	case c.Left > 0 && (c.Move == 0 || c.Left <= c.Move):
		return false, c.Left
	case c.Move > 0:
		return true, c.Move
	}
	return false, 100 * time.Second
}

// Told is part of Board.
func (b *gameBoard[S, P]) Told(c Clock) (input []byte, known Board, err error) {
	now := &gameBoard[S, P]{parts: b.parts, rules: b.rules, same: b.same, state: b.state}
	if files := &b.parts.Files; files.Input != nil {
		input = files.Input(&b.state, c)
		if files.Read != nil {
			now.state, err = files.Read(input)
		}
	}
	now.start = now.state
	return input, now, err
}

// Said is part of Board.
func (b *gameBoard[S, P]) Said(output []byte) (game.Move, error) {
	return b.parts.Files.Answer(&b.state, output)
}

// Output is part of Board.
func (b *gameBoard[S, P]) Output(m game.Move) []byte { return b.parts.Files.Output(&b.state, m) }

// Given are parameters that the lab gives to somebody's program.
type Given struct {
	Pass   string    `json:"pass"` // PassFile, PassEnv or PassArgs; "": none are given
	Names  []string  `json:"names"`
	Values []float64 `json:"values"`
}

// The ways to give parameters to a program.
const (
	PassFile = "file" // weights.json in its folder
	PassEnv  = "env"  // EVOLAB_name=value in its environment
	PassArgs = "args" // {name} in its command
)

// VariablePrefix begins the names of the variables of PassEnv.
const VariablePrefix = "EVOLAB_"

// protocolVariable tells a program how it is spoken to.
const protocolVariable = VariablePrefix + "PROTOCOL"

// OwnVariables are those that the lab gives to programs itself.
func OwnVariables() []string { return []string{protocolVariable, host.PortVariable} }

// ParametersFile is where a program finds its parameters.
const ParametersFile = "weights.json"

// ParametersJSON is the text of that file: an object with the values by name, in
// their order.
func ParametersJSON(names []string, values []float64) []byte {
	text := []byte("{")
	for i, name := range names {
		if i > 0 {
			text = append(text, ',')
		}
		key, _ := json.Marshal(name) // a text has no error
		text = append(append(text, "\n  "...), key...)
		text = append(append(text, ": "...), number(values[i])...)
	}
	return append(text, "\n}\n"...)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// placeholder is what stands for a parameter in a command.
var placeholder = regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_]*\}`)

// give changes a program so that it finds its parameters.
func (g *Given) give(p *host.Program) error {
	switch g.Pass {
	case "":
	case PassFile:
		p.Extra = append(slices.Clip(p.Extra), host.File{Name: ParametersFile, Data: ParametersJSON(g.Names, g.Values)})
	case PassEnv:
		for i, name := range g.Names {
			p.Env = append(slices.Clip(p.Env), VariablePrefix+name+"="+number(g.Values[i]))
		}
	case PassArgs:
		for i, name := range g.Names {
			if !strings.Contains(p.Command, "{"+name+"}") {
				return fmt.Errorf("the command has no {%s} for the parameter %s", name, name)
			}
			p.Command = strings.ReplaceAll(p.Command, "{"+name+"}", number(g.Values[i]))
		}
		if left := placeholder.FindString(p.Command); left != "" {
			return fmt.Errorf("the command has %s, but there is no such parameter (expected: one of %s)", left, strings.Join(g.Names, ", "))
		}
	default:
		return fmt.Errorf("no way %q to pass parameters (expected: %s, %s, %s)", g.Pass, PassFile, PassEnv, PassArgs)
	}
	return nil
}

// Tunable is an agent that is somebody's program: With returns it with other
// parameters. It shares what was compiled, so the first one must stay open as long as
// the other is used.
type Tunable interface {
	With(g Given) (Agent, error)
}

// With is part of Tunable.
func (a *talking[S, P]) With(g Given) (Agent, error) {
	again, err := a.again(g)
	return &talking[S, P]{described: a.given(g), made: again, manner: a.manner, wall: a.wall}, err
}

// With is part of Tunable.
func (a *program[S, P]) With(g Given) (Agent, error) {
	again, err := a.again(g)
	return &program[S, P]{described: a.given(g), made: again, files: a.files, reuse: a.reuse, wall: a.wall}, err
}

// given is what remembers the origin with other parameters.
func (d *described) given(g Given) described {
	from := d.from
	from.Spec.Given = g
	return described{from}
}

// Origin is what an agent was made from.
type Origin struct {
	Spec   Spec
	Grants host.Grants // of programs
}

// Program reports whether the agent is somebody's program, and the setting that
// names its folder or file.
func (o *Origin) Program() (setting string, ok bool) {
	switch {
	case o.Spec.Name == pathName:
		return "path", true
	case o.Spec.IsProgram():
		return "dir", true
	}
	return "", false
}

// described is the part of an agent that remembers its origin.
type described struct{ from Origin }

func (d *described) describe(o Origin) { d.from = o }
func (d *described) origin() Origin    { return d.from }

// OriginOf is what an agent was made from; false if it cannot be made again, such as
// a person at the terminal.
func OriginOf(a Agent) (Origin, bool) {
	d, ok := a.(interface{ origin() Origin })
	if !ok {
		return Origin{}, false
	}
	return d.origin(), true
}
