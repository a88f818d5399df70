package cli

import (
	"bytes"
	"embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"evolab/course"
	"evolab/course/starter"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/ship/bundle"
)

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

// projectFile is a file of a project, with its path inside.
type projectFile struct {
	name string
	text []byte
}

// projectFiles lists what a new project consists of.
func (a *app) projectFiles(f *initFlags, dir string) ([]projectFile, error) {
	if _, err := f.find(); err != nil {
		return nil, err
	}
	schema, err := experiment.Schema()
	if err != nil {
		return nil, err
	}
	list := []projectFile{{configFile, f.config(f.example(), configFile)}, {"schema.json", schema}}
	switch f.user {
	case "staff":
		list = append(list, projectFile{tournamentFile, f.config("tournament", tournamentFile)})
	case "tuner":
		list = append(list, projectFile{sweepFile, f.config("compare", sweepFile)})
	}
	readme, err := f.readme(dir)
	if err != nil {
		return nil, err
	}
	ignore, err := project.ReadFile("project/gitignore")
	if err != nil {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	own, err := f.ownAgent()
	return slices.Concat(list, []projectFile{{"README.md", readme}, {".gitignore", ignore}}, own), err
}

// ownAgent lists the files of an agent to begin with, if one is wanted.
func (f *initFlags) ownAgent() ([]projectFile, error) {
	if f.agent == "" {
		return nil, nil
	}
	list, err := starter.Files(f.agent, f.game, f.variant)
	if err != nil {
		return nil, badInput(err, "without --agent, init writes a project for any game")
	}
	var own []projectFile
	for _, file := range list {
		own = append(own, projectFile{file.Name, file.Data})
	}
	return own, nil
}

// example is the example for the game and variant, else for the game, else the one
// that explains every key.
func (f *gameFlags) example() string {
	best := "ga"
	for _, name := range experiments.Names() {
		text, err := experiments.Commented(name)
		switch {
		case err != nil || !strings.HasPrefix(name, f.game) || strings.Contains(name, "-"):
		case f.variant != "" && bytes.Contains(text, []byte("\nvariant: "+f.variant+"\n")):
			return name
		case name == f.game:
			best = name
		}
	}
	return best
}

// Lines of a config that are not comments, and the commands in its comments.
var (
	nameLine    = compiled(`(?m)^name: .*\n`)
	gameLine    = compiled(`(?m)^game: .*\n`)
	variantLine = compiled(`(?m)^variant: .*\n`)
	firstKey    = compiled(`(?m)^[a-z]`)
	exampleCall = compiled(`(?m)^(#   evolve (?:run|sweep|tournament)) [a-z0-9-]+`)
)

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
	text = setLine(text, nameLine(), "name: "+name+"\n")
	text = setLine(text, gameLine(), "game: "+f.game+"\n")
	if f.variant != "" {
		text = setLine(text, variantLine(), "variant: "+f.variant+"\n")
	}
	return text
}

// setLine replaces the line of a key, or adds one as the first.
func setLine(text []byte, line *regexp.Regexp, with string) []byte {
	at := line.FindIndex(text)
	if at == nil {
		first := firstKey().FindIndex(text)[0]
		at = []int{first, first}
	}
	return slices.Concat(text[:at[0]], []byte(with), text[at[1]:])
}

// readme fills in the README of the user.
func (f *initFlags) readme(dir string) ([]byte, error) {
	page, err := template.ParseFS(project, "project/"+f.user+".md")
	if err != nil {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	facts := struct {
		Name, Game, Board, Rubric string
		Ships, Course, Agent      bool
	}{Agent: f.agent != "", Name: filepath.Base(full), Game: f.game, Ships: slices.Contains(bundle.Games(), f.game)}
	if f.variant != "" {
		facts.Board = " --variant " + f.variant
	}
	if c := course.Find(f.game); c != nil {
		facts.Course, facts.Rubric = true, c.Years[0].Rubric
	}
	var text bytes.Buffer
	if err := page.Execute(&text, facts); err != nil {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	return text.Bytes(), nil
}
