package lab

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/features"
	"evolab/internal/files"
)

// freezeParameters writes the tuned parameters of a program to a file, or to the one
// in its folder that it reads.
func (a *app) freezeParameters(c *cobra.Command, to, program string, w features.Weights) error {
	if err := idle(c, "for weights of features", append(matchFlagNames(), "as", "force")...); err != nil {
		return err
	}
	if to == "" {
		dir, err := programFolder(program)
		if err != nil {
			return badInput(err, "--to FILE writes the parameters elsewhere")
		}
		to = filepath.Join(dir, agent.ParametersFile)
	}
	if err := creatable("--to", to); err != nil {
		return err
	}
	if err := files.Replace(to, agent.ParametersJSON(w.Features, w.Values)); err != nil {
		return fmt.Errorf("evolve: freeze: %w", err)
	}
	_, err := fmt.Fprintln(a.out, to)
	return err
}

// programFolder is where a program lies.
func programFolder(program string) (string, error) {
	spec, err := agent.ParseSpec(program)
	if err != nil {
		return "", err
	}
	origin := agent.Origin{Spec: spec}
	setting, _ := origin.Program()
	dir := spec.Setting(setting)
	info, err := os.Stat(dir)
	if err != nil {
		return "", fmt.Errorf("evolve: freeze: the program %s: %w", program, err)
	}
	if !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	return dir, nil
}
