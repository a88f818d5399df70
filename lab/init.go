package lab

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"evolab/course"
	"evolab/course/starter"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/internal/files"
	"evolab/ship/bundle"
)

type initFlags struct {
	gameFlags
	User  string `key:"for" doc:"who will work here" oneof:"student|staff|tuner" default:"student"`
	agent string
}

func initCommand(a *app) *cobra.Command {
	var f initFlags
	c := &cobra.Command{
		Use: "init [DIR]", Short: "Make a project: a commented config, its schema, a README", Args: arguments(0, 1),
		Long: "Write a commented config for a game, the schema that lets editors complete it, a README with the next steps\n" +
			"and a .gitignore into DIR (default: this folder). --for chooses whose next steps: a student's, course\n" +
			"staff's (with a tournament), or a tuner's, who compares learners (with a sweep). Existing files are kept.",
		RunE: func(_ *cobra.Command, args []string) error {
			dir := append(args, ".")[0]
			return a.makeProject(&f, dir)
		},
	}
	f.gameFlags.add(a, c)
	c.Flags().StringVar(&f.agent, "agent", "", "also write a small working agent to start from, and the experiment that tunes it: "+strings.Join(starter.Languages(), ", "))
	completeFlag(c, "agent", cobra.FixedCompletions(starter.Languages(), cobra.ShellCompDirectiveNoFileComp))
	bind(c, &f)
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
	if err := f.sameProject(dir); err != nil {
		return err
	}
	written, kept, err := writeNew(dir, list)
	for _, path := range written {
		fmt.Fprintln(a.out, "wrote", path)
	}
	for _, path := range kept {
		fmt.Fprintln(a.out, "kept ", path+", which exists")
	}
	if err != nil && isUnwritable(err) {
		return badInput(err, "name a folder that can be made and written to")
	}
	if err != nil {
		return err
	}
	if dir != "." {
		fmt.Fprintf(a.out, "next: cd %s\n", shellWord(dir))
	}
	next := "evolve run " + configFile
	if f.User == "staff" {
		next = "put the programs into submissions/; README.md has the commands"
	}
	fmt.Fprintln(a.out, "next:", next)
	return nil
}

// sameProject refuses to add to the project of another game: its config would stay, and
// the rest would not fit it.
func (f *initFlags) sameProject(dir string) error {
	const most = 1 << 20
	path := filepath.Join(dir, configFile)
	text, err := files.Read(path, most)
	var there struct{ Game string }
	if err != nil || yaml.Unmarshal(text, &there) != nil || there.Game == "" || there.Game == f.game {
		return nil
	}
	return badInput(fmt.Errorf("%s is for %s, and this project would be for %s", path, there.Game, f.game),
		fmt.Sprintf("--game %s adds what is missing there; evolve init OTHER_FOLDER --game %s makes another project", there.Game, f.game))
}

// writeNew writes files into a folder, except those that exist.
func writeNew(dir string, list []starter.File) (written, kept []string, err error) {
	for _, file := range list {
		path := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := files.MakeFolder(filepath.Dir(path)); err != nil {
			return written, kept, err
		}
		switch err := files.Create(path, file.Data); {
		case errors.Is(err, fs.ErrExist):
			kept = append(kept, path)
		case err != nil:
			return written, kept, err
		default:
			written = append(written, path)
		}
	}
	return written, kept, nil
}

// project holds a README for each user, and the .gitignore.
//
//go:embed project
var project embed.FS

// The configs of a project.
const (
	configFile     = "experiment.yaml"
	sweepFile      = "sweep.yaml"
	tournamentFile = "tournament.yaml"
)

func (a *app) projectFiles(f *initFlags, dir string) ([]starter.File, error) {
	g, err := f.find()
	if err != nil {
		return nil, err
	}
	info := g.Info()
	usual := info.Variant("")
	if f.variant == "" && f.severalBoards() {
		f.variant = usual // all files of the project, and its commands, are of one board
	}
	schema, err := experiment.Schema()
	if err != nil {
		return nil, err
	}
	list := []starter.File{{Name: configFile, Data: f.config(f.example(), configFile)}, {Name: "schema.json", Data: schema}}
	switch f.User {
	case "staff":
		list = append(list, starter.File{Name: tournamentFile, Data: f.config("tournament", tournamentFile)})
	case "tuner":
		list = append(list, starter.File{Name: sweepFile, Data: f.config("compare", sweepFile)})
	}
	readme, err := f.readme(dir, usual)
	if err != nil {
		return nil, err
	}
	ignore, err := project.ReadFile("project/gitignore")
	if err != nil {
		return nil, err
	}
	own, err := f.ownAgent()
	return slices.Concat(list, []starter.File{{Name: "README.md", Data: readme}, {Name: ".gitignore", Data: ignore}}, own), err
}

// ownAgent lists the files of an agent to begin with, if one is wanted.
func (f *initFlags) ownAgent() ([]starter.File, error) {
	if f.agent == "" {
		return nil, nil
	}
	list, err := starter.Files(f.agent, f.game, f.variant)
	return list, badInput(err, "without --agent, init writes a project for any game")
}

// example is the example for the game and variant, that of a course first, else for the
// game, else the one that explains every key.
func (f *gameFlags) example() string {
	best, rank := "ga", 0
	for _, name := range experiments.Names() {
		text, err := experiments.Commented(name)
		if err != nil || !strings.HasPrefix(name, f.game) {
			continue
		}
		ofVariant, ofCourse := f.variant != "" && bytes.Contains(text, []byte(variantLine+f.variant+"\n")), strings.HasSuffix(name, "-course")
		switch {
		case ofVariant && ofCourse && rank < 3:
			best, rank = name, 3
		case ofVariant && !strings.Contains(name, "-") && rank < 2:
			best, rank = name, 2
		case name == f.game && rank < 1:
			best, rank = name, 1
		}
	}
	return best
}

// variantLine begins the line of a config that names its variant.
const variantLine = "\nvariant: "

// severalBoards reports whether the game's own example names its variant, because others
// play another one.
func (f *gameFlags) severalBoards() bool {
	text, err := experiments.Commented(f.game)
	return err == nil && bytes.Contains(text, []byte(variantLine))
}

// exampleCall matches a command in a config's comments.
var exampleCall = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(#   evolve (?:run|sweep|tournament)) [a-z0-9-]+`)
})

// config makes a config for the project's game of an example.
func (f *gameFlags) config(example, file string) []byte {
	text, err := experiments.Commented(example)
	if err != nil {
		panic(fmt.Sprintf("evolve: example %s: %v", example, err))
	}
	text = exampleCall().ReplaceAll(text, []byte("$1 "+file))
	name := strings.TrimSuffix(file, ".yaml")
	if file == configFile {
		name = f.game
	}
	text = setLine(text, "name: ", name)
	text = setLine(text, "game: ", f.game)
	if f.variant != "" {
		text = setLine(text, "variant: ", f.variant)
	}
	return text
}

// setLine replaces the line of a key, or adds one above the first key.
func setLine(text []byte, key, value string) []byte {
	lines := strings.SplitAfter(string(text), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, key) })
	if at < 0 {
		at = slices.IndexFunc(lines, func(line string) bool { return line != "" && line[0] >= 'a' && line[0] <= 'z' })
		lines = slices.Insert(lines, at, "")
	}
	lines[at] = key + value + "\n"
	return []byte(strings.Join(lines, ""))
}

// readme fills in the README of the user. Commands name the board if it is not the usual
// one.
func (f *initFlags) readme(dir, usual string) ([]byte, error) {
	page, err := template.ParseFS(project, "project/"+f.User+".md")
	if err != nil {
		return nil, err
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	facts := struct {
		Name, Game, Board, Rubric string
		Ships, Course, Agent      bool
		Network                   bool // it is played over a network
	}{Network: f.game == "konane", Agent: f.agent != "", Name: filepath.Base(full), Game: f.game, Ships: slices.Contains(bundle.Games(), f.game)}
	if f.variant != "" && f.variant != usual {
		facts.Board = " --variant " + f.variant
	}
	if c, err := course.Find(f.game); err == nil {
		facts.Course, facts.Rubric = true, c.Newest().Rubric
	}
	var text bytes.Buffer
	if err := page.Execute(&text, facts); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}
