package check

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// ask runs a program that answers probes, and returns its lines.
func ask(ctx context.Context, list []question, watch Watcher, command ...string) ([]string, error) {
	var in []byte
	for i := range list {
		in = list[i].text(in)
	}
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, command[0], append(command[1:], "probe")...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(in), io.MultiWriter(&out, answered{watch}), &errs
	err := c.Run()
	if err == nil && errs.Len() > 0 {
		err = fmt.Errorf("it wrote to standard error")
	}
	if err != nil {
		return nil, fmt.Errorf("check: the shipped program: %w\n%s", err, head(errs.String()))
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), nil
}

// answered counts the lines that are written for a watcher.
type answered struct{ watch Watcher }

func (a answered) Write(p []byte) (int, error) {
	a.watch.Add(bytes.Count(p, []byte("\n")))
	return len(p), nil
}
