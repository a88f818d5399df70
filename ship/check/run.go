package check

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// ask runs a program that answers probes, and returns its lines.
func ask(ctx context.Context, list []question, command ...string) ([]string, error) {
	var in []byte
	for i := range list {
		in = list[i].text(in)
	}
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, command[0], append(command[1:], "probe")...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(in), &out, &errs
	err := c.Run()
	if err == nil && errs.Len() > 0 {
		err = fmt.Errorf("it wrote to standard error")
	}
	if err != nil {
		return nil, fmt.Errorf("check: the shipped program: %w\n%s", err, head(errs.String()))
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), nil
}
