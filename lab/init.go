package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/course/starter"
	"evolab/internal/files"
)

type initFlags struct {
	gameFlags
	user  string
	agent string
}

func initCommand(a *app) *cobra.Command {
	var f initFlags
	c := &cobra.Command{
		Use: "init [DIR]", Short: "Make a project: a commented config, its schema, a README", Args: cobra.MaximumNArgs(1),
		Long: "Write a commented config for a game, the schema that lets editors complete it, a README with the next steps\n" +
			"and a .gitignore into DIR (default: this folder). --for chooses whose next steps: a student's, course\n" +
			"staff's (with a tournament), or a tuner's, who compares learners (with a sweep). Existing files are kept.",
		RunE: func(_ *cobra.Command, args []string) error {
			return a.makeProject(&f, append(args, ".")[0])
		},
	}
	f.gameFlags.add(a, c)
	c.Flags().StringVar(&f.agent, "agent", "", "also write a small working agent to start from, and the experiment that tunes it: "+strings.Join(starter.Languages(), ", "))
	completeFlag(c, "agent", cobra.FixedCompletions(starter.Languages(), cobra.ShellCompDirectiveNoFileComp))
	oneOf(c, &f.user, "for", "who will work here: student, staff or tuner", "student", "staff", "tuner")
	return c
}

// makeProject writes the files of a project that are not there yet.
func (a *app) makeProject(f *initFlags, dir string) error {
	list, err := a.projectFiles(f, dir)
	if err != nil {
		return err
	}
	if err := folderFits("DIR", dir); err != nil {
		return err
	}
	written, kept, err := writeNew(dir, list)
	for _, path := range written {
		fmt.Fprintln(a.out, "wrote", path)
	}
	for _, path := range kept {
		fmt.Fprintln(a.out, "kept ", path+", which exists")
	}
	if err != nil {
		return err
	}
	if dir != "." {
		fmt.Fprintf(a.out, "next: cd %s\n", shellWord(dir))
	}
	fmt.Fprintf(a.out, "next: evolve run %s\n", configFile)
	return nil
}

// writeNew writes files into a folder, except those that exist.
func writeNew(dir string, list []starter.File) (written, kept []string, err error) {
	for _, file := range list {
		path := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return written, kept, fmt.Errorf("evolve: %w", err)
		}
		switch err := files.Create(path, file.Data); {
		case errors.Is(err, fs.ErrExist):
			kept = append(kept, path)
		case err != nil:
			return written, kept, fmt.Errorf("evolve: %w", err)
		default:
			written = append(written, path)
		}
	}
	return written, kept, nil
}
