package compile

import (
	"context"
	"errors"
	"strings"

	"evolab/internal/hosttool"
)

// Versions are what the tools of a language say of their versions here, a line each; none
// of a tool that is not there or says nothing.
func (t *Toolchain) Versions(ctx context.Context, dir string) (list []string, err error) {
	if t.isPython() {
		found, err := t.FindPython(ctx, dir)
		if err != nil || found.Path == "" {
			return nil, err
		}
		return []string{"Python " + found.Version + " (" + found.Path + ")"}, nil
	}
	for _, command := range []string{t.Compile, t.Run} {
		tool, _ := firstWord(command)
		path, missing := hosttool.Find(tool)
		if tool == "" || strings.Contains(tool, "{") || strings.HasPrefix(tool, "./") || missing != nil {
			continue // the compiler makes it
		}
		for _, flag := range []string{" --version", " -version"} { // Java 8 knows the second
			code, said, asked := Run(ctx, dir, Quote(path)+flag)
			if err = errors.Join(err, asked); code != 0 || asked != nil {
				continue
			}
			line, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
			list = append(list, strings.TrimSpace(line)+" ("+path+")")
			break
		}
	}
	return list, err
}
