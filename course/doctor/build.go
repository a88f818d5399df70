package doctor

import (
	"context"
	"errors"

	"evolab/host/compile"
)

// checkBuild builds the program as the graders do. checkPython has prepared Python
// programs.
func (e *exam) checkBuild(ctx context.Context) finding {
	if e.program.Language == compile.Python {
		return finding{}
	}
	command, tool, err := e.program.Compile(ctx, e.copy)
	var missing *compile.NoTool
	var failed *compile.Failed
	switch {
	case errors.As(err, &missing):
		return noTool(missing.Name)
	case errors.As(err, &failed):
		return wrong(failed.Error())
	case err != nil:
		return e.unopened(err)
	}
	e.command = command
	if tool == "" {
		return finding{}
	}
	return fine(tool + " builds it")
}

// noTool is the finding without a compiler.
func noTool(name string) finding {
	return unchecked("no " + name + " on this machine: no ply could be played")
}
