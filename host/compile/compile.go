package compile

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"evolab/internal/untrusted"
)

// Failed is the error when a compiler rejects a program.
type Failed struct {
	Tool  string   // as in "g++ -std=c++11 -O2"
	Lines []string // its first complaints
	Ended bool     // false: a limit ended the compiler
}

func (f *Failed) Error() string {
	if !f.Ended {
		return f.Tool + " does not come to an end: " + strings.Join(f.Lines, "; ")
	}
	return f.Tool + " fails: " + strings.Join(f.Lines, "; ")
}

// NoTool is the error of a machine without a compiler or interpreter.
type NoTool struct{ Name string }

func (n *NoTool) Error() string { return "no " + n.Name + " on this machine" }

// Compile makes the program in a scratch copy ready to run. It returns the shell
// command that runs it there, and the compiler's name, "" if none is needed. Its
// errors are *Failed, *NoTool, or about the machine.
func (p *Program) Compile(ctx context.Context, dir string) (command, tool string, err error) {
	switch p.Language {
	case Cpp:
		return p.compileCpp(ctx, dir)
	case Java:
		return p.compileJava(ctx, dir)
	case Python:
		return p.compilePython(ctx, dir)
	}
	return Quote("./" + p.Name), "", nil
}

func (p *Program) compileCpp(ctx context.Context, dir string) (string, string, error) {
	const tool = "g++ -std=c++11 -O2"
	compiler, err := exec.LookPath("g++")
	if err != nil {
		return "", tool, &NoTool{"g++"}
	}
	built := p.stem()
	err = compile(ctx, dir, tool, fmt.Sprintf("%s -std=c++11 -O2 -o %s %s", Quote(compiler), madeFile(built), Quote(p.Name)))
	return Quote("./" + built), tool, err
}

func (p *Program) compileJava(ctx context.Context, dir string) (string, string, error) {
	const tool = "javac"
	compiler, err := exec.LookPath("javac")
	if err != nil {
		return "", tool, &NoTool{"javac"}
	}
	machine, err := exec.LookPath("java")
	if err != nil {
		return "", tool, &NoTool{"java"}
	}
	err = compile(ctx, dir, tool, fmt.Sprintf("%s -d %s %s", Quote(compiler), madeFile("."), Quote(p.Name)))
	return Quote(machine) + " " + Quote(p.stem()), tool, err
}

// stem is the source's name without its ending.
func (p *Program) stem() string { return strings.TrimSuffix(p.Name, filepath.Ext(p.Name)) }

func compile(ctx context.Context, dir, tool, command string) error {
	code, text, err := Run(ctx, dir, command)
	switch {
	case err != nil:
		return err
	case code < 0:
		return &Failed{Tool: tool, Lines: []string{text}}
	case code > 0:
		return &Failed{Tool: tool, Lines: firstErrors(text), Ended: true}
	}
	return nil
}

// firstErrors returns the lines of a compiler's output that matter most.
func firstErrors(text string) []string {
	const most = 3
	var list []string
	for line := range strings.Lines(text) {
		if strings.Contains(strings.ToLower(line), "error") && len(list) < most {
			list = append(list, OneLine(line, 200))
		}
	}
	if len(list) == 0 {
		list = append(list, OneLine(text, 200))
	}
	return list
}

// OneLine returns the beginning of somebody else's text, on one line.
func OneLine(text string, most int) string {
	text = untrusted.OneLine(text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
