package lab

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/experiments/tune"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

type tuneFlags struct {
	gameFlags
	workerFlags
	Pass    string  `key:"pass" doc:"how the program gets its parameters" oneof:"file|env|args|set" derived:"as it declares, else as its files show"`
	Minutes float64 `key:"minutes" doc:"how long it may take; nothing is played after that" range:".05..100000" default:"5"`
	Pairs   int     `key:"pairs" doc:"pairs of games that it may play, instead of minutes" range:"0..10000000" default:"0"`
	Command string  `key:"command" doc:"a shell command that plays matches of what is tuned, instead of AGENT; it runs as you, unconfined"`
	Jobs    int     `key:"jobs" doc:"with --command: matches at a time" range:"0..4096" allowed:"1..4096, or 0 for one per core"`
	Timeout float64 `key:"timeout" doc:"with --command: seconds that a match may take" range:"1..1000000" default:"3600"`
	Out     string  `key:"out" doc:"file for the experiment that repeats the tuning"`
	Force   bool    `key:"force" doc:"continue although the program loses games by its own doing, or does not know a parameter"`
	Seed    uint64  `key:"seed" doc:"seed of everything but the program's own draws" default:"1"`
	against []string
	params  []string
	confine confineFlags
}

func tuneCommand(a *app) *cobra.Command {
	var f tuneFlags
	c := &cobra.Command{
		Use: "tune (AGENT --against A,B,... | --command CMD)", Short: "Tune the parameters of somebody's program, without a config", Args: arguments(0, 1),
		Long: "Tune the parameters that a program declares in " + experiment.DeclarationFile + " in its folder, or those of --param.\n" +
			"First it tries the program, looks whether each parameter changes a move, and measures the noise of its games;\n" +
			"optimiser and budget follow from that. The run is one as of evolve run: evolve resume continues it after an\n" +
			"interruption. At the end stand the gain in fresh games, with its interval, and the tuned values where the\n" +
			"program reads them; " + agent.ParametersFile + " in its folder is replaced only if the gain is proven.\n" +
			"With --command, CMD is started for each match: it gets EVOLAB_NAME and EVOLAB_BASE_NAME for each parameter NAME,\n" +
			"EVOLAB_PAIRS and EVOLAB_SEED, and prints the result as 'pentanomial a,b,c,d,e' (pairs of 0, .5, 1, 1.5 and 2\n" +
			"points), 'wdl w,d,l', or as fastchess and cutechess-cli do.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := outFile(c, "out"); err != nil {
				return err
			}
			switch {
			case f.Command != "" && len(args) > 0:
				return badInput(fmt.Errorf("%s and --command exclude each other", term.OneLine(args[0])), "the command plays, and the lab need not know what")
			case f.Command != "":
				return a.tuneMatches(c.Context(), &f)
			case len(args) == 0:
				return badInput(errors.New("neither AGENT nor --command is there"), "evolve tune --help has examples")
			}
			return a.tune(c.Context(), &f, args[0])
		},
	}
	f.gameFlags.add(a, c)
	c.Flags().StringArrayVar(&f.against, "against", nil, "the opponents, as A,B,...; may be repeated, as it has to be after a cmd=")
	c.Flags().StringArrayVar(&f.params, "param", nil, "what to tune, as NAME=START:LOW..HIGH, or NAME=START:LOW..HIGH:int; may be repeated")
	bind(c, &f)
	a.formats(c)
	f.confine.add(c)
	return a.inRuns(saves(c))
}

func (a *app) tune(ctx context.Context, f *tuneFlags, text string) error {
	skeleton, how, err := f.skeleton(a, text)
	if err != nil {
		return err
	}
	a.remark("%s of %s, given by %s\n", quantity.Of(len(skeleton.Parameters), "parameter"), term.OneLine(text), how)
	plan, said, end, err := a.prepareTuning(ctx, f, skeleton)
	if err != nil {
		return a.tuneError(skeleton, err)
	}
	var head []string
	for _, text := range said {
		head = append(head, term.Wrap(text, 98)...)
	}
	experimentText, err := plan.YAML(skeleton, head)
	if err != nil {
		return err
	}
	c := a.newConfig()
	if err := experiment.ParseInto(c, f.file(), experimentText, nil, experiment.CheckNames); err != nil {
		return err
	}
	if f.Out != "" {
		if err := files.Replace(f.Out, experimentText); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	watch := &runWatcher{app: a}
	programs := f.confine.programs(a)
	programs.Wall = tune.Patience(f.Minutes)
	done, err := train.Run(ctx, c, train.Options{
		Root: a.runs(), File: f.file(), Observer: watch, Progress: watch, Workers: f.Workers, Formats: a.figures, Programs: programs, Clock: f.clock(&plan, end),
	})
	watch.end()
	if ctx.Err() == nil && (done.Interrupted || errors.Is(err, train.ErrNoChampion)) {
		return f.late(a, done)
	}
	if a.json() && err == nil && !done.Interrupted {
		return a.printTunedJSON(f, c, done, said)
	}
	return a.ended(done, err, func(d train.Done) error { return a.printTuned(f, d) })
}

// clock ends a run by the minutes; pairs need none.
func (f *tuneFlags) clock(p *tune.Plan, end time.Time) train.Clock {
	if f.Pairs > 0 {
		return train.Clock{}
	}
	return p.Clock(end)
}

// late is the error of minutes that were over too soon.
func (f *tuneFlags) late(a *app, d train.Done) error {
	return &exitError{exitFailed, fmt.Errorf("the %s %s over before the gain was measured", quantity.Of(f.Minutes, "minute"), quantity.Verb(f.Minutes, "was", "were")),
		"evolve resume " + a.runArgument(d.Folder) + " continues without a limit of time"}
}

func (f *tuneFlags) file() string {
	if f.Out == "" {
		return "tune.yaml"
	}
	return f.Out
}

// skeleton is the experiment as far as it is known before anything is measured, and how
// the program gets its parameters.
func (f *tuneFlags) skeleton(a *app, text string) (c *experiment.Config, how string, err error) {
	g, err := f.find()
	if err != nil {
		return nil, "", err
	}
	if len(f.against) == 0 {
		return nil, "", badInput(errors.New("--against is missing"), "name opponents, as in --against random,greedy; evolve agents lists them")
	}
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return nil, "", badInput(err, "evolve agents lists the forms of programs")
	}
	if !spec.IsProgram() {
		return nil, "", badInput(fmt.Errorf("%s is an agent of the lab, and tune is for programs of others", spec.Name), "evolve run tunes the weights of the lab's agents (evolve config explains how)")
	}
	p := program{spec}
	parameters, pass, err := f.parameters(&p)
	if err != nil {
		return nil, "", cmp.Or(p.check(g), err)
	}
	how = "--pass " + f.Pass
	if f.Pass == "" {
		f.Pass, how = p.pass(pass, parameters)
	}
	c = a.newConfig()
	config.Defaults(c)
	c.Name, c.Game, c.Variant, c.Seed, c.Agent, c.Pass, c.Parameters = "tune", f.game, f.variant, f.Seed, text, f.Pass, parameters
	c.Fitness.OpeningPlies = min(4, g.Info().PlyLimit/3)
	c.Opponents = nil
	for _, name := range splitAgents(f.against) {
		if slices.ContainsFunc(c.Opponents, func(o experiment.Opponent) bool { return o.Agent == name }) {
			return nil, "", badInput(fmt.Errorf("--against names %s twice", name), "opponents have equal shares: name each once")
		}
		c.Opponents = append(c.Opponents, experiment.Opponent{Agent: name, Share: 1})
	}
	return c, how, f.check(a, c)
}

// check applies the checks of an experiment, and says which argument is wrong.
func (f *tuneFlags) check(a *app, c *experiment.Config) error {
	trial := tune.Smallest(c)
	text, err := trial.YAML(c, nil)
	if err != nil {
		return err
	}
	return f.explain(experiment.ParseInto(a.newConfig(), "tune.yaml", text, nil, experiment.CheckNames))
}

// explain says which argument a problem of the experiment comes from.
func (f *tuneFlags) explain(err error) error {
	var problems *config.Error
	if !errors.As(err, &problems) {
		return err
	}
	p := problems.Problems[0]
	argument := p.Key
	for key, flag := range map[string]string{"agent": "AGENT", "opponents": "--against", "parameters": "--param", "variant": "--variant", "fitness": "AGENT", "command": "--command", "timeout": "--timeout"} {
		if p.Key == key || strings.HasPrefix(p.Key, key+".") {
			argument = flag
		}
	}
	message := fmt.Errorf("%s: %s", argument, p.Message)
	if p.Allowed != "" {
		message = fmt.Errorf("%w (expected: %s)", message, p.Allowed)
	}
	hint := "evolve tune --help has examples"
	switch argument {
	case "AGENT":
		hint = agentHint
	case "--against":
		hint = "as in --against random,greedy; evolve agents lists the agents"
	}
	return badInput(message, hint)
}

// splitAgents splits lists of agents at the commas that begin another one: those between
// the settings of an agent stay, and all in a command.
func splitAgents(lists []string) (agents []string) {
	for _, list := range lists {
		first := len(agents)
		for _, part := range strings.Split(list, ",") {
			last := len(agents) - 1
			if last >= first && (strings.Contains(agents[last], "cmd=") || isSetting(part) && strings.Contains(agents[last], ":")) {
				agents[last] += "," + part
				continue
			}
			agents = append(agents, part)
		}
	}
	return agents
}

// isSetting reports whether a part of a list is a setting, as depth=2, of the agent before it.
func isSetting(part string) bool {
	key, _, found := strings.Cut(part, "=")
	return found && !strings.ContainsAny(key, ":/")
}

// unlimited minutes are those of a budget of pairs.
const unlimited = 100_000

// prepareTuning tries the program, measures and plans; said explains the plan, and end is
// when everything has to be over.
func (a *app) prepareTuning(ctx context.Context, f *tuneFlags, c *experiment.Config) (p tune.Plan, said []string, end time.Time, err error) {
	watch := &term.Progress{Out: a.err}
	defer watch.End()
	if f.Pairs > 0 {
		f.Minutes = unlimited
	}
	t, err := tune.Open(ctx, tune.Task{
		Config: c, Minutes: f.Minutes, Force: f.Force, Programs: f.confine.programs(a), Pool: arena.Cores{Workers: f.Workers}, Workers: f.Workers, Progress: watch,
	})
	if err != nil {
		return p, nil, end, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	say := func(text string) {
		if !a.quiet {
			watch.Note(text)
		}
		said = append(said, text)
	}
	if err := t.Try(ctx); err != nil {
		return p, nil, end, err
	}
	effects, err := t.Effects(ctx)
	if err != nil {
		return p, nil, end, err
	}
	if err := effects.Error(); err != nil && !f.Force {
		return p, nil, end, err
	}
	say(effects.String())
	noise, err := t.Noise(ctx)
	if err != nil {
		return p, nil, end, err
	}
	say(noise.String())
	if f.Pairs > 0 {
		p, err = tune.NewPairsPlan(c, noise, f.Pairs, f.Workers)
		err = badInput(err, "more --pairs, or --minutes")
	} else {
		p, err = tune.NewPlan(c, noise, f.Minutes, t.Spent(), f.Workers)
	}
	if err != nil {
		return p, nil, end, err
	}
	for _, why := range p.Why {
		say(why)
	}
	return p, said, t.End(), nil
}

// tuneError says what to do about a program that cannot be tuned.
func (a *app) tuneError(c *experiment.Config, err error) error {
	var broken *tune.BrokenError
	var idle *tune.IdleError
	var short *tune.ShortError
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{exitInterrupted, errors.New("interrupted while the program was tried and measured: nothing is tuned yet, nothing was written"), "the same command begins again"}
	case errors.As(err, &broken):
		a.quoteStderr(broken.Player, broken.Foul)
		return &exitError{exitFailed, err, "fix it, narrow the range of a parameter, or continue anyway with --force; evolve doctor PROGRAM looks at the rest of it"}
	case errors.As(err, &idle):
		hint := "are the names right? leave them out, or tune them all the same with --force"
		if idle.All {
			hint = "does the program read them? It is given them by " + passText(c.Pass, c.Agent) + " (--pass file, env, args or set is another way)"
		}
		return badInput(err, hint)
	case errors.As(err, &short):
		return badInput(err, "give it more --minutes, or let it play more games in a second: lines: keeps a program running, exec: and paths start it for each move")
	}
	return err
}

// passText says in words how a program gets its parameters.
func passText(pass, program string) string {
	switch pass {
	case agent.PassEnv:
		return "its environment, as " + agent.VariablePrefix + "NAME"
	case agent.PassArgs:
		return "its command, as {NAME}"
	case agent.PassSet:
		return "lines set NAME VALUE"
	}
	return agent.ParametersFile + " in its folder"
}

// printTuned prints the tuned values where the program reads them, writes the file that
// it reads if the gain is proven, and says how to repeat the run.
func (a *app) printTuned(f *tuneFlags, d train.Done) error {
	t, err := readTuned(d.Folder, d.Weights)
	if err != nil {
		return err
	}
	name := a.runArgument(d.Folder)
	if len(d.Cut) > 0 {
		fmt.Fprintf(a.out, "\nThe %s cut it short: %s. This continues it without a limit:\nevolve resume %s\n", quantity.Of(f.Minutes, "minute"), strings.Join(d.Cut, "; "), name)
	}
	proven := d.Evidence.Gain.Proven()
	if !proven {
		fmt.Fprintln(a.out, "\nNo gain is proven: the interval holds 0. More --minutes, or other ranges, may show one.")
	}
	if t.given.Pass == agent.PassFile {
		path, text, err := t.write(proven)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.out, "\n%s:\n%s", term.OneLine(path), indented(string(text)))
		if proven {
			fmt.Fprintf(a.out, "written there; what to hand in: %s\n", term.OneLine(filepath.Dir(path)))
		} else {
			fmt.Fprintf(a.out, "not written; this writes it: evolve freeze %s\n", name)
		}
	} else {
		fmt.Fprintf(a.out, "\n%s", t.handIn(name))
	}
	_, err = fmt.Fprintf(a.out, "this repeats it: evolve run %s\n", shellWord(f.repeats(d)))
	return err
}

// repeats is the file of the experiment that repeats a tuning.
func (f *tuneFlags) repeats(d train.Done) string {
	return cmp.Or(f.Out, filepath.Join(d.Folder, run.ConfigFile))
}

// tunedJSON is a tuning's result as JSON.
type tunedJSON struct {
	Run        string             `json:"run"`
	Game       string             `json:"game"`
	Agent      string             `json:"agent"`
	Pass       string             `json:"pass"`
	Against    []string           `json:"against"`
	Parameters map[string]float64 `json:"parameters"` // tuned
	Optimizer  string             `json:"optimizer"`
	Generation int                `json:"generations"` // that were played
	Pairs      int                `json:"pairs"`       // of the training
	Start      float64            `json:"start"`       // score of the start parameters
	Champion   float64            `json:"champion"`
	Gain       float64            `json:"gain"`
	Low        float64            `json:"low"` // of the gain's interval, 95 %
	High       float64            `json:"high"`
	TestGames  int                `json:"test_games"` // of each of the two
	Proven     bool               `json:"proven"`
	Written    string             `json:"written,omitempty"` // the file that the program reads
	Config     string             `json:"config"`            // repeats it
	Said       []string           `json:"said"`              // of effects, noise and plan
	Cut        []string           `json:"cut"`               // what the minutes left out
}

func (a *app) printTunedJSON(f *tuneFlags, c *experiment.Config, d train.Done, said []string) error {
	t, err := readTuned(d.Folder, d.Weights)
	if err != nil {
		return err
	}
	gain := cmp.Or(d.Evidence.Gain, &run.Gain{})
	out := tunedJSON{
		Run: filepath.Base(d.Folder), Game: c.Game, Agent: c.Agent, Pass: c.Pass, Optimizer: c.Optimizer.Name, Pairs: d.Evidence.Games / 2,
		Start: gain.Start, Champion: gain.Champion, Gain: gain.Gain.Value, Low: gain.Gain.Low, High: gain.Gain.High, TestGames: gain.Games, Proven: gain.Proven(),
		Config: f.repeats(d), Said: said, Cut: append([]string{}, d.Cut...), Generation: d.Generation, Parameters: map[string]float64{},
	}
	for _, o := range c.Opponents {
		out.Against = append(out.Against, o.Agent)
	}
	for i, name := range t.given.Names {
		out.Parameters[name] = t.given.Values[i]
	}
	if out.Proven && t.given.Pass == agent.PassFile {
		if out.Written, _, err = t.write(true); err != nil {
			return err
		}
	}
	return a.printJSON(out)
}

// program is somebody's program before it is opened.
type program struct{ spec agent.Spec }

// check says why it is no program, if it is there at all.
func (p *program) check(g agent.Game) error {
	if _, err := os.Stat(p.spec.ProgramPath()); err != nil {
		return nil
	}
	a, err := g.Agent(p.spec, agent.Env{Programs: agent.Unannounced()})
	if err != nil {
		return badInput(err, agentHint)
	}
	return a.Close()
}

// agentHint helps with what is no program.
const agentHint = "evolve doctor PROGRAM looks at a program; evolve agents lists the forms"

// parameters are those of the flags, else what the program declares, with how it gets
// them, "" if that is not said.
func (f *tuneFlags) parameters(p *program) (list []experiment.Parameter, pass string, err error) {
	for _, text := range f.params {
		one, err := experiment.ParseParameter(text)
		if err != nil {
			return nil, "", badInput(fmt.Errorf("--param: %w", err), "as in --param edge=0:-5..5 --param depth=3:1..6:int")
		}
		if slices.ContainsFunc(list, func(p experiment.Parameter) bool { return p.Name == one.Name }) {
			return nil, "", badInput(fmt.Errorf("--param: %s is given twice", one.Name), "give it once")
		}
		list = append(list, one)
	}
	folder, missing := p.spec.ProgramFolder()
	path := filepath.Join(folder, experiment.DeclarationFile)
	_, err = os.Stat(path)
	declared := err == nil
	if declared {
		d, err := experiment.ReadDeclaration(path)
		if err != nil {
			return nil, "", badInput(err, "its entries are as in - {name: depth, start: 3, low: 1, high: 6, integer: true}")
		}
		if pass = d.Pass; len(list) == 0 {
			list = d.Parameters
		}
	}
	if len(list) > 0 {
		return list, pass, nil
	}
	if errors.Is(missing, fs.ErrNotExist) {
		return nil, "", badInput(fmt.Errorf("%s: there is no such file or folder", p.spec.ProgramPath()), "evolve agents lists the forms of programs")
	}
	hint := fmt.Sprintf("give them as --param NAME=START:LOW..HIGH, or in %s", path)
	if known := suggested(folder); known != "" {
		hint = "its " + agent.ParametersFile + " holds numbers; with ranges that fit: " + known
	}
	return nil, "", badInput(fmt.Errorf("%s does not say what can be tuned", p.spec.ProgramPath()), hint)
}

// suggested writes the numbers of the weights.json in a program's folder as flags.
func suggested(folder string) string {
	const most = 1 << 20
	data, err := files.ReadText(filepath.Join(folder, agent.ParametersFile), most)
	var object map[string]any
	if err != nil || json.Unmarshal(data, &object) != nil {
		return ""
	}
	var list []string
	for name, v := range object {
		if v, ok := v.(float64); ok {
			width := max(5, 2*max(v, -v))
			text := experiment.Parameter{Name: name, Start: v, Low: v - width, High: v + width}.String()
			if _, err := experiment.ParseParameter(text); err == nil {
				list = append(list, "--param "+text)
			}
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// ownVariable matches a variable of PassEnv in a program's text.
var ownVariable = regexp.MustCompile(agent.VariablePrefix + `[A-Za-z_{%$"'+]`)

// pass is how the program gets its parameters, and why that is believed: as declared,
// else by what its command and its files show.
func (p *program) pass(declared string, parameters []experiment.Parameter) (pass, how string) {
	inCommand := slices.ContainsFunc(parameters, func(one experiment.Parameter) bool {
		return strings.Contains(p.spec.Setting("cmd"), "{"+one.Name+"}")
	})
	switch {
	case inCommand:
		return agent.PassArgs, "its command, which has {" + parameters[0].Name + "}"
	case declared != "":
		return declared, passText(declared, "") + ", as " + experiment.DeclarationFile + " says"
	}
	if name := p.readsEnvironment(); name != "" {
		return agent.PassEnv, passText(agent.PassEnv, "") + ", which " + name + " reads"
	}
	return agent.PassFile, passText(agent.PassFile, "")
}

// readsEnvironment names a file of the program that names variables of parameters.
func (p *program) readsEnvironment() string {
	paths := []string{p.spec.ProgramPath()}
	if info, err := os.Stat(p.spec.ProgramPath()); err == nil && info.IsDir() {
		paths, _ = filepath.Glob(filepath.Join(p.spec.ProgramPath(), "*")) // the pattern is well formed
	}
	const most, largest = 200, 1 << 20 // files, bytes
	for _, path := range paths[:min(most, len(paths))] {
		data, err := files.Read(path, largest)
		if err != nil {
			continue
		}
		for _, own := range agent.OwnVariables() {
			data = bytes.ReplaceAll(data, []byte(own), nil)
		}
		if ownVariable.Match(data) {
			return filepath.Base(path)
		}
	}
	return ""
}
