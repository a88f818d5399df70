package compile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"evolab/internal/hosttool"
)

// Toolchain is how programs of a language are named, compiled and run. Its commands are
// for the shell and have placeholders: {source} is the program's file, {stem} its name
// without the ending, and {out} the folder for what a compiler makes, which is copied
// beside the source. Both run confined, as programs do.
type Toolchain struct {
	Name     string   `key:"name" doc:"the language" match:"[A-Za-z0-9][A-Za-z0-9 +#._-]{0,29}" allowed:"letters, digits, spaces and + # . _ -, up to 30"`
	Programs []string `key:"programs" doc:"the names that a program of this language may have; the usual one first" count:"1..20" match:"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,59}\\.[A-Za-z0-9+]{1,10}" allowed:"names of files, with an ending and without folders"`
	Compile  string   `key:"compile" doc:"the command that compiles {source} into the folder {out}; empty: none" default:"\"\"" allowed:"a command with {source}, {stem} and {out}, or empty"`
	Run      string   `key:"run" doc:"the command that plays a ply" allowed:"a command with {source} or {stem}"`
	Newest   string   `key:"newest" doc:"the newest version of Python that graders have; it is used where it is installed" default:"\"\"" match:"|[0-9]\\.[0-9]{1,2}" allowed:"a version such as 3.7, or empty"`
}

// usualToolchains are those of programs whose course says nothing else.
func usualToolchains() map[Language]Toolchain {
	return map[Language]Toolchain{
		Python: {Name: "Python 3", Run: "python3 {source}", Newest: "3.7"},
		Cpp:    {Name: "C++11", Compile: "g++ -std=c++11 -O2 -o {out}/{stem} {source}", Run: "./{stem}"},
		// No annotation processors, and no plugins of the class path: they are code of the author's.
		Java: {Name: "Java", Compile: "javac -proc:none -d {out} -processorpath {out} {source}", Run: "java {stem}"},
	}
}

// pythonName matches an interpreter of Python; its submatch is the major version.
var pythonName = regexp.MustCompile(`^python([23]?)(?:\.[0-9]+)?$`)

// isPython reports whether an interpreter of Python runs the source, and so can check it.
func (t *Toolchain) isPython() bool {
	tool, _ := firstWord(t.Run)
	return t.Compile == "" && pythonName.MatchString(tool)
}

// language is that of a program under one of the names.
func (t *Toolchain) language(name string) Language {
	l := LanguageOf(name)
	tool, _ := firstWord(t.Run)
	python := pythonName.FindStringSubmatch(tool)
	if l == Executable || l == Python && (python == nil || python[1] == "2") {
		return Language(t.Name)
	}
	return l
}

// Title is what messages call the compiler: its command before the files.
func (t *Toolchain) Title() string {
	title, _, _ := strings.Cut(t.Compile, "{")
	title = strings.TrimSpace(title)
	for _, option := range []string{" -o", " -d"} {
		title = strings.TrimSpace(strings.TrimSuffix(title, option))
	}
	return title
}

// placeholder is what stands for a file in a command.
var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// Check reports why the commands cannot be used, by the key of the one that is wrong.
func (t *Toolchain) Check() (key string, err error) {
	for _, c := range []struct {
		key, command, needs string
		known               []string
	}{
		{"compile", t.Compile, "{source}", []string{"{source}", "{stem}", "{out}"}},
		{"run", t.Run, "", []string{"{source}", "{stem}"}},
	} {
		if c.command == "" && c.key == "compile" {
			continue
		}
		found := placeholder.FindAllString(c.command, -1)
		for _, p := range found {
			if !slices.Contains(c.known, p) {
				return c.key, fmt.Errorf("%s stands for nothing there", p)
			}
		}
		if len(found) == 0 || c.needs != "" && !slices.Contains(found, c.needs) {
			return c.key, errors.New("the command does not name the program")
		}
		if strings.TrimSpace(c.command) != c.command {
			return c.key, errors.New("the command begins or ends with a space")
		}
	}
	return "", nil
}

// firstWord splits a command after its first word, the tool.
func firstWord(command string) (tool, rest string) {
	if i := strings.IndexByte(command, ' '); i >= 0 {
		return command[:i], command[i:]
	}
	return command, ""
}

// Tools are the programs that the commands need, without those that the compiler makes.
func (t *Toolchain) Tools() (list []string) {
	for _, command := range []string{t.Compile, t.Run} {
		if tool, _ := firstWord(command); tool != "" && !strings.ContainsAny(tool, "/{") {
			list = append(list, tool)
		}
	}
	return list
}

// fill returns a command with the program's files and the path of its tool, or a
// *NoTool. A tool that the compiler makes is not looked for.
func (p *Program) fill(command string) (string, error) {
	tool, rest := firstWord(command)
	if command == "" || strings.Contains(tool, "{") {
		return p.expand(command), nil
	}
	path, err := hosttool.Find(tool)
	if err != nil {
		return "", &NoTool{tool}
	}
	return Quote(path) + p.expand(rest), nil
}

func (p *Program) expand(command string) string {
	return strings.NewReplacer("{source}", Quote(p.Name), "{stem}", Quote(p.stem()), "{out}", outputPath(".")).Replace(command)
}
