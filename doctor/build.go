package doctor

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// checkBuild makes the program ready to run, as the graders do.
func (e *exam) checkBuild(ctx context.Context) finding {
	switch e.program.language {
	case cpp:
		return e.buildCpp(ctx)
	case java:
		return e.buildJava(ctx)
	case executable:
		e.command = quote("./" + e.program.name)
	}
	return finding{}
}

func (e *exam) buildCpp(ctx context.Context) finding {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		return noTool("g++")
	}
	built := e.stem()
	f := e.compile(ctx, fmt.Sprintf("%s -std=c++11 -O2 -o %s %s",
		quote(compiler), builtFile(built), quote(e.program.name)), "g++ -std=c++11 -O2")
	if f.status == OK {
		e.command = quote("./" + built)
	}
	return f
}

func (e *exam) buildJava(ctx context.Context) finding {
	compiler, err := exec.LookPath("javac")
	if err != nil {
		return noTool("javac")
	}
	machine, err := exec.LookPath("java")
	if err != nil {
		return noTool("java")
	}
	f := e.compile(ctx, fmt.Sprintf("%s -d %s %s", quote(compiler), builtFile("."), quote(e.program.name)), "javac")
	if f.status == OK {
		e.command = quote(machine) + " " + quote(e.stem())
	}
	return f
}

// stem is the source's name without its ending.
func (e *exam) stem() string {
	return strings.TrimSuffix(e.program.name, filepath.Ext(e.program.name))
}

func (e *exam) compile(ctx context.Context, command, name string) finding {
	code, text := e.tool(ctx, command)
	switch {
	case code == 0:
		return fine(name + " builds it")
	case code < 0:
		return wrong(name + " does not come to an end: " + text)
	}
	return wrong(name + " fails: " + strings.Join(firstErrors(text), "; "))
}

// noTool is what is found where a compiler is missing.
func noTool(name string) finding {
	return unchecked("no " + name + " on this machine: no ply could be played")
}

// firstErrors are the lines that matter most in what a compiler says.
func firstErrors(text string) []string {
	const most = 3
	var list []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "error") && len(list) < most {
			list = append(list, oneLine(line, 200))
		}
	}
	if len(list) == 0 {
		list = append(list, oneLine(text, 200))
	}
	return list
}
