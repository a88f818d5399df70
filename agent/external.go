package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"evolab/game"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/protocol/artemis"
)

// Builder is an Agent that has to be compiled before it can play.
type Builder interface {
	// Build compiles it, unless it is compiled already. A *compile.Failed is the
	// compiler's complaint, a *compile.NoTool a missing compiler.
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

// Unusable reports whether an error of Build is about the program, what lies beside it or
// a missing compiler, rather than the machine.
func Unusable(err error) bool {
	var failed *compile.Failed
	var missing *compile.NoTool
	var refused *host.TreeError
	return errors.As(err, &failed) || errors.As(err, &missing) || errors.As(err, &refused)
}

// Tunable is an agent that is somebody's program: With returns it with other
// parameters. It shares what was compiled, so the first one must stay open as long as
// the other is used.
type Tunable interface {
	With(g TunedParameters) (Agent, error)
}

// external is somebody's program, which may have to be compiled before its first game.
type external[S comparable, P game.Position[S]] struct {
	withOrigin
	exchange exchange[S]
	program  host.Program
	home     string           // the folder in which it was given
	source   *compile.Program // what Build compiles; nil: the program is ready
	base     *external[S, P]  // whose compiled program this one shares; nil: its own
	given    TunedParameters
	reuse    bool          // one folder for the whole match
	wall     time.Duration // of a move; 0: as LimitCPU says
	wait     *WaitBudget

	mu    sync.Mutex
	built *compile.Ready
	kept  *host.Session             // of the whole match, if reuse is set
	idle  []*host.Dialogue          // between games
	told  map[*host.Dialogue]string // parameters of PassSet that a process plays with
}

// exchange is how a program is asked for moves.
type exchange[S comparable] struct {
	// dialogue begins a game; nil: the game is not played in this way.
	dialogue func() dialogue[S]
	byFiles  bool   // the program runs once per ply; else it keeps running
	goodbye  string // the last question, "" if there is none
	port     bool   // over a connection, which is for one game
	pause    time.Duration
}

// programSettings are the settings of programs, those that their kind has.
type programSettings struct {
	dir, cmd   string
	reuse, net bool
	wall, wait float64
}

func pathKind[S comparable, P game.Position[S]]() kind[S, P] {
	type settings struct {
		Path string `key:"path" doc:"the folder or file"`
	}
	k := Kind{
		Name: pathName, Program: "path",
		Doc: "a folder or a source file (.py, .cpp, .java) of a program that keeps the game's file protocol; " +
			"it is compiled once, in a scratch folder (an agent's name wins: write ./NAME for a folder of that name)",
	}
	return newKind(k, func(g *bound[S, P], set *settings, spec Spec, env Env) (Agent, error) {
		return g.external(programSettings{dir: set.Path}, spec, env, g.byFiles())
	})
}

// limitSettings are what any command may use.
type limitSettings struct {
	Wall float64 `key:"wall" doc:"real time of a move, without that in which it waits for a core" range:">0..1000000" allowed:"seconds of real time, above 0" derived:"twice its CPU time and 5"`
	Wait float64 `key:"wait" doc:"real time in which it may wait in a game, neither computing nor short of a core" range:">0..1000000" allowed:"seconds of real time, above 0" derived:"30, or ten times wall= if that is more"`
	Net  string  `key:"net" doc:"whether the program has the machine's network" oneof:"off|on" default:"off"`
}

func execKind[S comparable, P game.Position[S]]() kind[S, P] {
	type settings struct {
		Dir   string `key:"dir" doc:"the program's folder, copied for each game"`
		Reuse bool   `key:"reuse" doc:"one copy for the whole match" default:"false"`
		limitSettings
		Cmd string `key:"cmd" doc:"the command, run once per ply in the copy (last setting)"`
	}
	k := Kind{Name: "exec", Doc: "any program that keeps the game's file protocol", Program: "dir"}
	return newKind(k, func(g *bound[S, P], set *settings, spec Spec, env Env) (Agent, error) {
		program := programSettings{set.Dir, set.Cmd, set.Reuse, set.Net == "on", set.Wall, set.Wait}
		if g.Files.Input != nil && (program.dir == "" || program.cmd == "") {
			return nil, errors.New(`"exec" needs dir=FOLDER,cmd=COMMAND`)
		}
		return g.external(program, spec, env, g.byFiles())
	})
}

// byFiles is the exchange of programs that run once per ply.
func (g *bound[S, P]) byFiles() exchange[S] {
	how := exchange[S]{byFiles: true}
	if g.Files.Input != nil {
		how.dialogue = func() dialogue[S] { return &g.Files }
	}
	return how
}

// runningSettings are those of programs that keep running.
type runningSettings struct {
	Dir string `key:"dir" doc:"the program's folder, copied for each process"`
	limitSettings
	Cmd string `key:"cmd" doc:"the command, run once for any number of games, one process for each game at a time (last setting)" derived:"the program found in the folder, compiled"`
}

func runningKind[S comparable, P game.Position[S]](k Kind, how func(g *bound[S, P]) exchange[S]) kind[S, P] {
	k.Program = "dir"
	return newKind(k, func(g *bound[S, P], set *runningSettings, spec Spec, env Env) (Agent, error) {
		return g.external(programSettings{dir: set.Dir, cmd: set.Cmd, net: set.Net == "on", wall: set.Wall, wait: set.Wait}, spec, env, how(g))
	})
}

// linesName is the kind of programs that read positions from lines.
const linesName = "lines"

func linesKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{Name: linesName, Doc: "any program that keeps running: a position on a line in, a move on a line out, as evolve legal writes them"}
	return runningKind(k, func(g *bound[S, P]) exchange[S] {
		return exchange[S]{dialogue: func() dialogue[S] { return lines[S]{&g.Rules} }}
	})
}

func gtpKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{Name: "gtp", Doc: "littlego: any engine that speaks the Go Text Protocol on 5x5"}
	return runningKind(k, func(g *bound[S, P]) exchange[S] { return exchange[S]{dialogue: g.Engine, goodbye: "quit\n"} })
}

func artemisKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{
		Name: "artemis", Doc: "konane: any client of an Artemis server; it logs in at 127.0.0.1, port $EVOLAB_PORT, for one game",
		MaxOpening: maxRecoverablePlies,
	}
	return runningKind(k, func(g *bound[S, P]) exchange[S] {
		return exchange[S]{dialogue: g.Client, port: true, pause: artemis.Gap}
	})
}

// external makes the agent of a spec whose program is asked by an exchange.
func (g *bound[S, P]) external(set programSettings, spec Spec, env Env, how exchange[S]) (Agent, error) {
	switch {
	case how.dialogue == nil && how.byFiles:
		return nil, fmt.Errorf("%q: %s has no file protocol", spec, g.Rules.Name)
	case how.dialogue == nil:
		return nil, fmt.Errorf("%q: %s is not played by %s", spec, g.Rules.Name, spec.Name)
	case !how.byFiles && set.dir == "":
		return nil, fmt.Errorf(`%q needs dir=FOLDER`, spec.Name)
	}
	a := &external[S, P]{
		exchange: how, given: spec.Tuned, reuse: set.reuse, wall: cmp.Or(seconds(set.wall), env.Programs.Wall), wait: newWaitBudget(&set),
		program: host.Program{
			Dir: set.dir, Command: set.cmd, Keep: env.Keep, Log: env.Log, Port: how.port, Pause: how.pause, Grants: env.Programs.Grants,
		},
	}
	a.program.Net = a.program.Net || set.net
	if !how.byFiles {
		a.program.Env = append(slices.Clip(a.program.Env), protocolVariable+"="+spec.Name)
	}
	names := g.Names
	if env.Programs.Names != nil {
		names = *env.Programs.Names
	}
	if err := a.find(&spec, names); err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	return a, env.Programs.open(spec)
}

// find finds the source in the program's folder, if there is no command that runs it,
// and gives the program its parameters.
func (a *external[S, P]) find(spec *Spec, names compile.Names) (err error) {
	a.home, _ = spec.ProgramFolder() // whoever needs it says that it is missing
	if a.program.Command == "" {
		a.source, err = compile.Find(a.program.Dir, names)
		a.program.Dir = ""
		switch {
		case err != nil:
			return err
		case spec.Tuned.Pass == PassArgs && spec.Name == pathName:
			return errors.New("parameters go into a command, and a path has none (expected: exec:dir=FOLDER,cmd=... with pass: args)")
		case spec.Tuned.Pass == PassArgs:
			return errors.New("parameters go into a command, and there is none (expected: cmd=COMMAND with {name} in it)")
		}
	}
	if spec.Tuned.Pass == PassSet && spec.Name != linesName {
		return fmt.Errorf("parameters are set by lines, which %s has not (expected: %s:dir=FOLDER with pass: %s)", spec.Name, linesName, PassSet)
	}
	if err := spec.Tuned.give(&a.program, a.home); err != nil || a.source != nil {
		return err
	}
	return a.program.Check()
}

// Waits is part of Waiter.
func (a *external[S, P]) Waits() *WaitBudget { return a.wait }

// Build compiles the program, once.
func (a *external[S, P]) Build(ctx context.Context) error {
	if a.source == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.program.Dir != "":
		return nil
	case a.base != nil:
		if err := a.base.Build(ctx); err != nil {
			return err
		}
		a.program.Dir, a.program.Command = a.base.program.Dir, a.base.program.Command
		return nil
	}
	ready, err := a.source.Make(ctx)
	if err != nil {
		return fmt.Errorf("%q: %w", a.source.Path(), err)
	}
	a.built, a.program.Dir, a.program.Command = ready, ready.Dir, ready.Command
	return nil
}

// With is part of Tunable.
func (a *external[S, P]) With(g TunedParameters) (Agent, error) {
	child := &external[S, P]{
		withOrigin: a.withOrigin, exchange: a.exchange, given: g, home: a.home, program: a.program, source: a.source, base: a, reuse: a.reuse, wall: a.wall, wait: a.wait.again(),
	}
	child.from.Spec.Tuned = g
	if a.source != nil {
		child.program.Dir, child.program.Command = "", ""
	}
	return child, g.give(&child.program, a.home)
}

// Player compiles the program before a game, and begins a conversation with it; the
// game is void if the machine fails.
func (a *external[S, P]) Player(uint64) (Player, error) {
	if err := a.Build(context.Background()); err != nil {
		if Unusable(err) {
			return nil, err
		}
		return nil, unopenedError(err)
	}
	p := &externalPlayer[S, P]{agent: a, dialogue: a.exchange.dialogue()}
	a.wait.begin()
	open := p.openProcess
	if a.exchange.byFiles {
		open = p.openSession
	}
	if err := open(); err != nil {
		return nil, err
	}
	return p, nil
}

// owner has the processes: those that are told their parameters play for any of them.
func (a *external[S, P]) owner() *external[S, P] {
	if a.given.Pass == PassSet && a.base != nil {
		return a.base
	}
	return a
}

// resume returns an idle program, or nil.
func (a *external[S, P]) resume() *host.Dialogue {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.idle) > 0 {
		last := len(a.idle) - 1
		t := a.idle[last]
		a.idle = a.idle[:last]
		if host.TakeIdle(t) {
			return t
		}
	}
	return nil
}

// Serial: a folder can serve one game at a time.
func (a *external[S, P]) Serial() bool { return a.reuse }

func (a *external[S, P]) Close() error {
	var err error
	if a.kept != nil {
		err = a.kept.Close()
	}
	for t := a.resume(); t != nil; t = a.resume() {
		if a.exchange.goodbye != "" {
			_, _ = t.Ask(context.Background(), gtpEnd, host.LimitCPU(time.Second), a.exchange.goodbye) // it ends in any case
		}
		err = errors.Join(err, t.Close())
	}
	if a.built != nil {
		err = errors.Join(err, a.built.Close())
	}
	return err
}

// externalPlayer is a program in one game: in a session if it is asked by files, else in
// a dialogue.
type externalPlayer[S comparable, P game.Position[S]] struct {
	agent    *external[S, P]
	dialogue dialogue[S]
	session  *host.Session
	process  *host.Dialogue
	waited   time.Duration // in this game
}

// openProcess takes a program that has played before, or starts another one.
func (p *externalPlayer[S, P]) openProcess() (err error) {
	if p.process = p.agent.owner().resume(); p.process == nil {
		if p.process, err = host.OpenDialogue(p.agent.program); err != nil {
			return unopenedError(err)
		}
	}
	if p.agent.given.Pass != PassSet {
		return nil
	}
	if err := p.tell(); err != nil {
		p.process.Close()
		return err
	}
	return nil
}

// tell gives a process the parameters of PassSet, unless it plays with them already.
func (p *externalPlayer[S, P]) tell() error {
	owner, lines := p.agent.owner(), p.agent.given.Lines()
	text := strings.Join(lines, "\n")
	owner.mu.Lock()
	before := owner.told[p.process]
	owner.mu.Unlock()
	if before == text {
		return nil
	}
	limits := host.LimitCPU(moveLimit(Clock{}))
	limits.Wall = cmp.Or(p.agent.wall, limits.Wall)
	for _, line := range lines {
		answer, err := p.process.Ask(context.Background(), "\n", limits, line+"\n")
		if err != nil {
			return forfeit(err, answer)
		}
		if got := strings.TrimSpace(string(answer.Output)); got != setAnswer {
			detail := fmt.Sprintf("%q was answered by %q (expected: %s)", line, untrusted.Line(got, maxDetail), setAnswer)
			return &Forfeit{Reason: "malformed", Detail: detail, Stderr: answer.Stderr}
		}
	}
	owner.mu.Lock()
	defer owner.mu.Unlock()
	if owner.told == nil {
		owner.told = map[*host.Dialogue]string{}
	}
	owner.told[p.process] = text
	return nil
}

// openSession gives the program its folder: a new copy, or the match's.
func (p *externalPlayer[S, P]) openSession() (err error) {
	a := p.agent
	if a.reuse {
		a.mu.Lock()
		defer a.mu.Unlock()
		p.session = a.kept
	}
	if p.session == nil {
		if p.session, err = host.Open(a.program); err != nil {
			return unopenedError(err)
		}
		if a.reuse {
			a.kept = p.session
		}
	}
	if err := p.session.Begin(); err != nil {
		return errors.Join(err, p.Close())
	}
	return nil
}

func (p *externalPlayer[S, P]) Choose(ctx context.Context, b Board, c Clock) (Choice, error) {
	typed, err := typedBoard[S, P](b)
	if err != nil {
		return Choice{}, err
	}
	limits := host.LimitCPU(moveLimit(c))
	if p.agent.wall > 0 {
		limits.Wall = p.agent.wall
	}
	if failed := p.agent.wait.Exceeded(p.waited); failed != nil {
		return Choice{}, failed
	}
	var all host.Answer // of all questions for this move
	var open unanswered // the last of them
	m, err := p.dialogue.move(&typed.state, c, func(end string, question ...string) (string, error) {
		left := limits
		left.CPU = max(1, limits.CPU-all.CPU)
		left.Wait = p.agent.wait.Left(p.waited)
		var answer host.Answer
		var err error
		if p.session != nil {
			answer, err = p.session.Ask(ctx, []byte(question[0]), left)
		} else {
			answer, err = p.process.Ask(ctx, end, left, question...)
			open = unanswered{question[len(question)-1], string(answer.Output), end}
		}
		all.CPU += answer.CPU
		all.Idle += answer.Idle
		p.waited += answer.Idle
		p.agent.wait.spend(answer.Idle)
		all.Stderr = answer.Stderr
		return string(answer.Output), err
	})
	var bad *badAnswer
	switch {
	case errors.As(err, &bad):
		return Choice{}, &Forfeit{bad.reason, untrusted.Line(bad.text, maxDetail), all.Stderr, all.CPU, all.Idle}
	case err != nil:
		err = forfeit(err, all)
		var late *Forfeit
		if errors.As(err, &late) && late.Reason == host.Time {
			if failed := p.agent.wait.Exceeded(p.waited); failed != nil {
				late.Detail = failed.Detail
			}
			if p.session == nil && host.Exceeded(late.Detail) == host.Wall {
				late.Detail += open.note()
			}
		}
		return Choice{}, err
	}
	choice := Choice{Move: m, CPU: max(all.CPU, 1), Waited: all.Idle} // a CPU of 0 would leave it to the referee
	if p.session != nil {
		choice.Stderr = all.Stderr
	}
	return choice, nil
}

// unanswered is a question to a program that keeps running, what had come of its answer, and
// what would have ended that.
type unanswered struct{ question, arrived, end string }

// note says what a program was asked that waits for ever, and the usual reason.
func (u *unanswered) note() string {
	const longest = 200 // characters
	lines := strings.Split(strings.TrimSpace(u.question), "\n")
	asked := untrusted.Line(lines[len(lines)-1], longest)
	if strings.TrimSpace(u.arrived) == "" {
		return fmt.Sprintf("; asked %q, it had written nothing: a program has to flush its output after each answer", asked)
	}
	ending := "newline"
	if u.end == gtpEnd {
		ending = "empty line"
	}
	return fmt.Sprintf("; asked %q, it had written %q, without the %s that ends an answer, or did not flush that", asked, untrusted.Line(u.arrived, longest), ending)
}

// Close parks a program that still runs and can play another game.
func (p *externalPlayer[S, P]) Close() error {
	a := p.agent
	if p.session != nil {
		if a.reuse {
			return nil // the agent closes it
		}
		return p.session.Close()
	}
	if p.process == nil {
		return nil
	}
	t := p.process
	p.process = nil
	a = a.owner()
	a.mu.Lock()
	defer a.mu.Unlock()
	if !t.Alive() || a.exchange.port {
		delete(a.told, t)
		return t.Close()
	}
	a.idle = append(a.idle, t)
	host.KeepIdle(t)
	return nil
}

// moveLimit is the CPU time that a program may use for a move; without any other
// limit a minute, so that no program can hang a match.
func moveLimit(c Clock) time.Duration { return cmp.Or(shorter(c.Left, c.Move), time.Minute) }

// maxDetail limits what a forfeit says about an answer, in characters.
const maxDetail = 1000

// forfeit turns what the host says about a program, or about the machine, into
// the end of the game; what else there is stays an error.
func forfeit(err error, answer host.Answer) error {
	var failed *host.Failure
	if !errors.As(err, &failed) {
		return err
	}
	return &Forfeit{failed.Reason, failed.Detail, answer.Stderr, answer.CPU, answer.Idle}
}

// unopenedError is the end of a game whose program could not be given its folder: the
// program has not run, so nobody has lost.
func unopenedError(err error) error {
	var lost *Forfeit
	if err = forfeit(err, host.Answer{}); errors.As(err, &lost) || errors.Is(err, context.Canceled) {
		return err
	}
	return &Forfeit{Reason: host.Void, Detail: untrusted.Line(err.Error(), maxDetail)}
}

// shorter is the shorter of two times; 0 means none.
func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// TunedParameters are the parameters that the lab tunes and passes to a program.
type TunedParameters struct {
	Pass   string    `json:"pass"` // PassFile, PassEnv, PassArgs or PassSet; "": none are given
	Names  []string  `json:"names"`
	Values []float64 `json:"values"`
}

// The ways to give parameters to a program.
const (
	PassFile = "file" // weights.json in its folder
	PassEnv  = "env"  // EVOLAB_name=value in its environment
	PassArgs = "args" // {name} in its command
	// PassSet is for programs that keep running: a line "set name value" in the lines protocol,
	// which a line "ok" answers. One process then plays for any number of candidates.
	PassSet = "set"
)

// setAnswer is what a program answers to a line of PassSet.
const setAnswer = "ok"

// VariablePrefix begins the names of the variables of PassEnv.
const VariablePrefix = "EVOLAB_"

// protocolVariable tells a program how it is spoken to.
const protocolVariable = VariablePrefix + "PROTOCOL"

// OwnVariables are those that the lab gives to programs itself.
func OwnVariables() []string { return []string{protocolVariable, host.PortVariable} }

// ParametersFile is where a program finds its parameters.
const ParametersFile = "weights.json"

// JSON is the text of that file: an object with the values by name, in their order, and
// then the other entries of the file as it is before, if that is such an object.
func (g *TunedParameters) JSON(before []byte) []byte {
	text := []byte("{")
	add := func(name string, value []byte) {
		if len(text) > 1 {
			text = append(text, ',')
		}
		key, _ := json.Marshal(name) // a text has no error
		text = append(append(text, "\n  "...), key...)
		text = append(append(text, ": "...), value...)
	}
	for i, name := range g.Names {
		add(name, []byte(quantity.Plain(g.Values[i])))
	}
	var other map[string]json.RawMessage
	if json.Unmarshal(before, &other) == nil {
		for _, name := range slices.Sorted(maps.Keys(other)) {
			if !slices.Contains(g.Names, name) {
				add(name, other[name])
			}
		}
	}
	return append(text, "\n}\n"...)
}

// Variables are those of PassEnv.
func (g *TunedParameters) Variables() []string { return g.variables(VariablePrefix) }

// Lines are those of PassSet.
func (g *TunedParameters) Lines() (list []string) {
	for i, name := range g.Names {
		list = append(list, "set "+name+" "+quantity.Plain(g.Values[i]))
	}
	return list
}

func (g *TunedParameters) variables(prefix string) (list []string) {
	for i, name := range g.Names {
		list = append(list, prefix+name+"="+quantity.Plain(g.Values[i]))
	}
	return list
}

// Command is a command with the values in it.
func (g *TunedParameters) Command(command string) (string, error) {
	for i, name := range g.Names {
		if !strings.Contains(command, "{"+name+"}") {
			return "", fmt.Errorf("the command has no {%s} for the parameter %s", name, name)
		}
		command = strings.ReplaceAll(command, "{"+name+"}", quantity.Plain(g.Values[i]))
	}
	if left := placeholder.FindString(command); left != "" {
		return "", fmt.Errorf("the command has %s, but there is no such parameter (expected: one of %s)", left, strings.Join(g.Names, ", "))
	}
	return command, nil
}

// placeholder is what stands for a parameter in a command.
var placeholder = regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_]*\}`)

// give changes a program so that it finds its parameters. Its own folder, which need not
// be the one that it is run in, may hold a file with other ones.
func (g *TunedParameters) give(p *host.Program, home string) (err error) {
	switch g.Pass {
	case "", PassSet:
	case PassFile:
		const most = 1 << 20
		before, _ := files.ReadText(filepath.Join(home, ParametersFile), most) // none is as good
		p.Extra = append(slices.Clip(p.Extra), host.File{Name: ParametersFile, Data: g.JSON(before)})
	case PassEnv:
		p.Env = append(slices.Clip(p.Env), g.Variables()...)
	case PassArgs:
		p.Command, err = g.Command(p.Command)
	default:
		return fmt.Errorf("no way %q to pass parameters (expected: %s, %s, %s, %s)", g.Pass, PassFile, PassEnv, PassArgs, PassSet)
	}
	return err
}
