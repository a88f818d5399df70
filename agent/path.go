package agent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"evolab/host"
	"evolab/host/compile"
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
