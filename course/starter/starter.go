// Package starter holds small working agents for people who begin to write one of
// their own: in three languages, for all games. Each keeps its parameters in
// weights.json, which lets the lab tune it, and plays by lines and, where the game's
// course uses files, by files.
//
// frame/ is the part that depends on the language, rules/ the part of a game in each
// language.
package starter

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"evolab/course"
	"evolab/experiments/experiment"
	"evolab/internal/config"
)

//go:embed frame rules tune.yaml parameters.yaml
var templates embed.FS

// language is a language that starter agents are written in.
type language struct {
	name   string
	ending string
	indent string // of the rules in their frame
}

func languages() []language {
	return []language{{"python", ".py", ""}, {"cpp", ".cpp", ""}, {"java", ".java", "    "}}
}

// Languages lists the languages that starter agents are written in.
func Languages() (names []string) {
	for _, l := range languages() {
		names = append(names, l.name)
	}
	return names
}

// Games lists the games for which there are agents.
func Games() []string { return []string{"littlego", "checkers", "halma", "konane", "tictactoe"} }

// Folder is the agent's folder.
const Folder = "my_agent"

// TuneFile is the experiment that tunes the agent, beside its folder.
const TuneFile = "tune.yaml"

// File is a file to write, with its path.
type File struct {
	Name string
	Data []byte
}

// templateData fills a template.
type templateData struct {
	Game, Variant, Rules string
	Class                string // of Java: the name of the file
	Files                bool   // the game's course has the protocol of files
	Parameters           []string
	Long                 bool // games take seconds
}

// Files are those of an agent of a game in a language, and an experiment that tunes it.
func Files(lang, game, variant string) ([]File, error) {
	at := slices.Index(Languages(), lang)
	if at < 0 {
		return nil, config.Unknown("agent in the language", lang, Languages())
	}
	if !slices.Contains(Games(), game) {
		return nil, config.Unknown("agent of the game", game, Games())
	}
	l := languages()[at]
	rules, err := templates.ReadFile(path.Join("rules", game+l.ending))
	if err != nil {
		return nil, err
	}
	name := sourceName(game, l)
	_, noCourse := course.Find(game)
	a := templateData{
		Game: game, Variant: variant, Rules: indentText(string(rules), l.indent), Class: strings.TrimSuffix(name, l.ending),
		Files: noCourse == nil, Parameters: parameters(rules), Long: game == "halma" || game == "konane" && (variant == "" || variant == "18x18"),
	}
	main, err := a.fill("frame/main" + l.ending)
	if err != nil {
		return nil, err
	}
	tune, err := a.fill(TuneFile)
	if err != nil {
		return nil, err
	}
	declared, err := a.fill(experiment.DeclarationFile)
	return []File{
		{path.Join(Folder, name), main}, {path.Join(Folder, "weights.json"), a.weights()},
		{path.Join(Folder, experiment.DeclarationFile), declared}, {TuneFile, tune},
	}, err
}

// sourceName is the name of the agent's file: the one that the game's course takes.
func sourceName(game string, l language) string {
	if c, err := course.Find(game); err == nil {
		for _, name := range c.Files.Sources {
			if path.Ext(name) == l.ending {
				return name
			}
		}
	}
	return "agent" + l.ending
}

func (a *templateData) fill(name string) ([]byte, error) {
	parsed, err := template.ParseFS(templates, name)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := parsed.Execute(&text, a); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// weights is the file with the parameters. They are zeros, so that an agent plays its
// first move.
func (a *templateData) weights() []byte {
	var lines []string
	for _, name := range a.Parameters {
		lines = append(lines, fmt.Sprintf("  %q: 0", name))
	}
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n}\n")
}

// The list of parameters in the rules, in all languages.
var (
	nameList   = regexp.MustCompile(`(?:NAMES|names) = [\[{](.*)[\]}]`)
	quotedName = regexp.MustCompile(`"(\w+)"`)
)

func parameters(rules []byte) (names []string) {
	if list := nameList.FindSubmatch(rules); list != nil {
		for _, m := range quotedName.FindAllSubmatch(list[1], -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}

// indentText indents the lines of a text, except blank ones, and trims line breaks at its end.
func indentText(text, by string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = by + l
		}
	}
	return strings.Join(lines, "\n")
}
