package lab

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/agent"
	"evolab/course/rubric"
	"evolab/course/starter"
	"evolab/experiments"
)

// document is a page.
type document struct {
	path   string // from the root
	text   string // without the fenced blocks
	blocks []codeBlock
}

// codeBlock is a fenced block: of the language sh if a test types it (roads_test.go),
// of console if that needs what a test does not have, of text if it is what the block
// before it prints.
type codeBlock struct {
	language string
	lines    []string // without the indentation of the fence
}

// lines are those of the blocks that are commands, or may be.
func (d document) lines() (list []codeLine) {
	for _, b := range d.blocks {
		if slices.Contains([]string{"", "sh", "console"}, b.language) {
			for _, line := range b.lines {
				if line := strings.TrimSpace(line); line != "" {
					list = append(list, codeLine{line, b.language})
				}
			}
		}
	}
	return list
}

type codeLine struct{ text, language string }

// proseCall is a command in the middle of a sentence.
var proseCall = regexp.MustCompile(`\bevolve ([a-z][a-z-]+)`)

// spanCall is a command in backquotes.
var spanCall = regexp.MustCompile("`(evolve [a-z-][^`]*)`")

// pageLink is a link or picture.
var pageLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func readDocument(t *testing.T, path string) document {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", path))
	if err != nil {
		t.Fatal(err)
	}
	return parseDocument(path, string(data))
}

func parseDocument(path, text string) document {
	d := document{path: path}
	var block *codeBlock
	indent := ""
	for _, line := range strings.Split(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "```") && block == nil:
			indent = line[:strings.Index(line, "```")]
			block = &codeBlock{language: strings.TrimPrefix(trimmed, "```")}
		case strings.HasPrefix(trimmed, "```"):
			d.blocks = append(d.blocks, *block)
			block = nil
		case block != nil:
			block.lines = append(block.lines, strings.TrimPrefix(line, indent))
		default:
			d.text += line + "\n"
		}
	}
	return d
}

// allDocuments returns the README, and the pages of the index in its order.
func allDocuments(t *testing.T) []document {
	t.Helper()
	index := readDocument(t, "docs/README.md")
	list := []document{readDocument(t, "README.md"), index}
	seen := map[string]bool{"docs/README.md": true}
	for _, link := range pageLink.FindAllStringSubmatch(index.text, -1) {
		path := filepath.ToSlash(filepath.Join("docs", link[1]))
		if strings.HasSuffix(path, ".md") && !seen[path] {
			seen[path] = true
			list = append(list, readDocument(t, path))
		}
	}
	return list
}

// The index has all pages.
func TestDocumentsAreFound(t *testing.T) {
	listed := map[string]bool{}
	for _, d := range allDocuments(t) {
		listed[d.path] = true
	}
	pages, err := filepath.Glob("../docs/*/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		if path := strings.TrimPrefix(filepath.ToSlash(page), "../"); !listed[path] {
			t.Errorf("%s is not in docs/README.md", path)
		}
	}
}

// Links between pages lead to files and headings that exist.
func TestLinks(t *testing.T) {
	links := 0
	for _, d := range append(allDocuments(t), readDocument(t, "CONTRIBUTING.md"), readDocument(t, "CHANGELOG.md"), readDocument(t, "examples/othello/README.md")) {
		for _, link := range pageLink.FindAllStringSubmatch(d.text, -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			links++
			file, anchor, _ := strings.Cut(link[1], "#")
			path := d.path
			if file != "" {
				path = filepath.ToSlash(filepath.Join(filepath.Dir(d.path), file))
			}
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s: link to %s: %v", d.path, link[1], err)
			} else if anchor != "" && !anchors(readDocument(t, path).text)[anchor] {
				t.Errorf("%s: link to %s: there is no such heading", d.path, link[1])
			}
		}
	}
	if links < 60 {
		t.Errorf("only %d links", links)
	}
}

// anchors are the headings of a page as links name them.
func anchors(text string) map[string]bool {
	list := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		if title := strings.TrimLeft(line, "#"); title != line {
			title = strings.ToLower(strings.TrimSpace(title))
			title = regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(title, "")
			list[strings.ReplaceAll(title, " ", "-")] = true
		}
	}
	return list
}

// Every command in a page parses: it exists with its flags and number of
// arguments, and so do the files and agents that it names.
func TestDocumentsParse(t *testing.T) {
	calls := 0
	for _, d := range allDocuments(t) {
		w := writtenIn(d)
		for _, line := range d.lines() {
			for _, call := range callsIn(line.text) {
				calls++
				if err := w.parse(call, true); err != nil {
					t.Errorf("%s: %s: %v", d.path, line.text, err)
				}
			}
		}
		for _, span := range spanCall.FindAllStringSubmatch(d.text, -1) {
			for _, call := range callsIn(span[1]) {
				calls++
				if err := w.parse(call, false); err != nil {
					t.Errorf("%s: %s: %v", d.path, span[1], err)
				}
			}
		}
	}
	if calls < 200 {
		t.Errorf("only %d calls found", calls)
	}
}

// evolveCall is a call of evolve in a line of shell, up to what ends a command.
var evolveCall = regexp.MustCompile(`(?:^|[\s(])(?:bin/evolve|go run \./cmd/evolve|evolve) ((?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^'"|>)&$#])*)`)

// shellText is an argument: quotes and $(...) hold blanks together.
var shellText = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+`)

// callsIn returns the arguments of the calls of evolve in a line; $(...) stands for
// two.
func callsIn(line string) (calls [][]string) {
	for _, call := range evolveCall.FindAllStringSubmatch(line, -1) {
		var args []string
		for _, w := range shellText.FindAllString(call[1], -1) {
			if strings.HasPrefix(w, "$(") {
				args = append(args, "RUN", "RUN")
				continue
			}
			args = append(args, strings.NewReplacer("'", "", `"`, "").Replace(w))
		}
		calls = append(calls, args)
	}
	return calls
}

// written are the files that the commands of a page write.
type written map[string]bool

// fileWritten is where a line of shell says which file it writes.
var fileWritten = regexp.MustCompile(`(?:> |--(?:out|to|games-out|book|checkpoint) )([\w./-]+)`)

func writtenIn(d document) written {
	w := written{}
	for _, line := range d.lines() {
		for _, m := range fileWritten.FindAllStringSubmatch(line.text, -1) {
			w[m[1]] = true
		}
		if strings.Contains(line.text, "evolve init") {
			w[configFile], w[sweepFile], w[tournamentFile] = true, true, true
			w[starter.TuneFile], w[starter.Folder] = true, true // of --agent
		}
	}
	return w
}

// placeholder is a word that stands for something of the reader's.
var placeholder = regexp.MustCompile(`^[A-Z][A-Z_0-9]*(\.\.\.)?$`)

// has reports whether a file comes with a checkout, or is written in the page.
func (w written) has(path string) bool {
	_, err := os.Stat(filepath.Join("..", path))
	return err == nil || w[path] || slices.ContainsFunc(strings.Split(path, "/"), placeholder.MatchString)
}

// folder checks that a folder comes with a checkout, or is written in the page.
func (w written) folder(path string) error {
	for file := range w {
		if strings.HasPrefix(file, path+"/") {
			return nil
		}
	}
	if !w.has(path) {
		return fmt.Errorf("there is no folder %q", path)
	}
	return nil
}

// parse looks at a command line without running it. In a sentence, arguments may
// be left out.
func (w written) parse(args []string, whole bool) error {
	if len(args) == 0 || placeholder.MatchString(args[0]) || strings.HasPrefix(args[0], "-") {
		return nil
	}
	c, rest, err := silentRoot().Find(args)
	if err != nil {
		return err
	}
	var stands *pflag.InvalidValueError // for a number, as in --user N
	if err := c.ParseFlags(rest); err != nil && !errors.Is(err, pflag.ErrHelp) && (whole || !errors.As(err, &stands)) {
		return err
	}
	if !c.HasParent() || !c.Runnable() && whole {
		return fmt.Errorf("%q is no command", strings.Join(args, " "))
	}
	if !whole || slices.Contains(rest, "--help") {
		return nil
	}
	if err := c.ValidateArgs(c.Flags().Args()); err != nil {
		return err
	}
	if err := w.files(c, c.Flags().Args()); err != nil {
		return err
	}
	return w.agents(c, c.Flags().Args())
}

// files checks the config or record that a command reads.
func (w written) files(c *cobra.Command, args []string) error {
	if c.Name() == "config" && len(args) == 1 && len(keysNamed(args[0])) > 0 {
		return nil
	}
	switch c.Name() {
	case "run", "sweep", "tournament", "config", "show-game":
		if len(args) > 0 && !slices.Contains(experiments.Names(), args[0]) && !w.has(args[0]) {
			return fmt.Errorf("there is no file and no example %q", args[0])
		}
	}
	return nil
}

// agents checks the agents that a command names.
func (w written) agents(c *cobra.Command, args []string) error {
	var specs []string
	switch c.Name() {
	case "grade":
		if c.Flags().Changed("autograder") {
			return nil
		}
		if c.Flags().Changed("out") && filepath.Ext(args[0]) == ".zip" { // as learning platforms write
			return nil
		}
		if c.Flags().Changed("out") || c.Flags().Changed("results") { // a folder of submissions, or one
			return w.folder(args[0])
		}
		specs = args
	case "match", "ablate":
		specs = args
	}
	for _, name := range []string{"agent", "against", "first", "second"} {
		if c.Name() == "init" { // whose --agent is a language
			break
		}
		if f := c.Flags().Lookup(name); f != nil && f.Value.Type() == "string" && f.Value.String() != "" {
			specs = append(specs, f.Value.String())
		}
	}
	if len(specs) == 0 {
		return nil
	}
	game := defaultGame
	if f := c.Flags().Lookup("game"); f != nil && f.Value.String() != "" {
		game = f.Value.String()
	} else if f := c.Flags().Lookup("rubric"); f != nil && f.Value.String() != "" {
		r, err := rubric.Find(f.Value.String())
		if err != nil {
			return err
		}
		game = r.Game
	}
	g, err := agent.FindGame(game)
	for _, spec := range specs {
		if err == nil {
			err = w.agent(g, spec)
		}
	}
	return err
}

// agent checks one spec; programs are not started.
func (w written) agent(g agent.Game, text string) error {
	if w.has(text) {
		return nil
	}
	spec, err := agent.ParseSpec(text)
	if err != nil || spec.IsProgram() {
		return err
	}
	if weights := spec.Setting("weights"); weights != "" && w.has(weights) {
		spec = spec.Without("weights")
	}
	made, err := g.Agent(spec, agent.Env{In: strings.NewReader(""), Out: &strings.Builder{}})
	if err != nil {
		return err
	}
	return made.Close()
}
