package lab

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/agent"
	"evolab/arena/tournament"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/experiments/experiment"
	"evolab/host/cage"
	"evolab/internal/config"
	"evolab/internal/goldentest"
)

// silentRoot is the command line, ready to be looked at.
func silentRoot() *cobra.Command {
	root := newRoot(&app{in: strings.NewReader(""), out: io.Discard, err: io.Discard})
	root.InitDefaultCompletionCmd()
	return root
}

// docs/reference is what the program says about itself.
func TestReferenceIsThatOfTheProgram(t *testing.T) {
	for name, text := range map[string]string{
		"commands": commandsPage(), "config": configPage(), "agents": agentsPage(), "games": gamesPage(), "rubrics": rubricsPage(), "system-calls": systemCallsPage(),
	} {
		goldentest.Compare(t, filepath.Join("../docs/reference", name+".md"), []byte(text))
	}
}

const madeBy = "\nMade from the program: `go test ./lab -run Reference -update` writes this page.\n"

func commandsPage() string {
	var b strings.Builder
	b.WriteString("# Commands\n" + madeBy)
	root := silentRoot()
	for _, group := range root.Groups() {
		fmt.Fprintf(&b, "\n## %s\n", strings.TrimSuffix(group.Title, ":"))
		for _, c := range root.Commands() {
			if c.GroupID == group.ID {
				writeCommand(&b, c)
			}
		}
	}
	b.WriteString("\n## Flags of all commands\n")
	writeFlags(&b, root.PersistentFlags())
	return b.String()
}

func writeCommand(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "\n### %s\n\n%s.\n", c.CommandPath(), c.Short)
	if c.Runnable() {
		fmt.Fprintf(b, "\n    %s\n", c.UseLine())
	}
	if c.Long != "" {
		fmt.Fprintf(b, "\n%s\n", c.Long)
	}
	if c.Example != "" {
		b.WriteString("\n```\n" + strings.ReplaceAll(c.Example, "\n  ", "\n")[2:] + "\n```\n")
	}
	writeFlags(b, c.LocalNonPersistentFlags())
	for _, sub := range c.Commands() {
		writeCommand(b, sub)
	}
}

func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString("\n| flag | meaning | default |\n|---|---|---|\n")
	flags.VisitAll(func(f *pflag.Flag) {
		preset := ""
		if f.DefValue != "" && f.DefValue != "[]" {
			preset = "`" + f.DefValue + "`"
		}
		fmt.Fprintf(b, "| `--%s` | %s | %s |\n", f.Name, cell(f.Usage), preset)
	})
}

// cell is a text inside a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(text)
}

func configPage() string {
	var b strings.Builder
	b.WriteString("# Keys of configs\n" + madeBy + "\n`evolve config` prints an experiment with all keys and longer comments, `evolve config --example tournament` a tournament.\n" +
		"Values are those of YAML 1.2 in files, overrides, flags and settings of agents alike: `010` is ten, `0o10` eight, and\n`true` and `false` alone are true and false.\n")
	writeKeys(&b, "Experiments and sweeps", config.Keys[experiment.File]())
	writeKeys(&b, "Tournaments", config.Keys[tournament.Config]())
	return b.String()
}

func writeKeys(b *strings.Builder, title string, keys []config.Key) {
	fmt.Fprintf(b, "\n## %s\n", title)
	writeTable(b, "key", keys)
}

func writeTable(b *strings.Builder, head string, keys []config.Key) {
	fmt.Fprintf(b, "\n| %s | meaning | unit; allowed; default |\n|---|---|---|\n", head)
	for _, k := range keys {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", k.Path, cell(k.Doc), cell(strings.TrimSuffix(strings.TrimPrefix(k.Summary(), "["), "]")))
	}
}

func agentsPage() string {
	var b strings.Builder
	b.WriteString("# Agents\n" + madeBy + "\nAn agent is written `name` or `name:key=value,key=value`.\n")
	first := map[string]string{} // the first agent with a table of settings
	for _, k := range append(agent.Kinds(), agent.PathDoc()) {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", k.Name, cell(k.Doc))
		keys := k.Keys()
		if len(keys) == 0 {
			continue
		}
		var settings strings.Builder
		writeTable(&settings, "setting", keys)
		if name, ok := first[settings.String()]; ok {
			fmt.Fprintf(&b, "\nIts settings are those of [%s](#%s).\n", name, name)
			continue
		}
		first[settings.String()] = k.Name
		b.WriteString(settings.String())
	}
	return b.String()
}

func gamesPage() string {
	var b strings.Builder
	b.WriteString("# Games and features\n" + madeBy)
	for _, g := range agent.Games() {
		info := g.Info()
		fmt.Fprintf(&b, "\n## %s\n\n%s. Variants: `%s`.\n\n| feature | meaning | scale |\n|---|---|---|\n", info.Name, cell(info.Doc), strings.Join(info.Variants, "`, `"))
		for _, f := range info.Features {
			fmt.Fprintf(&b, "| `%s` | %s | %g |\n", f.Name, cell(f.Doc), f.Scale)
		}
	}
	return b.String()
}

func rubricsPage() string {
	var b strings.Builder
	b.WriteString("# Rubrics\n" + madeBy + "\n| rubric | what it grades |\n|---|---|\n")
	for _, r := range rubric.All() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.Name, cell(rubricText(r)))
	}
	b.WriteString("\n`evolve rubrics --to yaml NAME` prints a rubric's course as a file: names, languages, limits, opponents and points,\n" +
		"for a course of one's own ([own-course.md](../howto/own-course.md)).\n")
	for _, c := range course.All() {
		for _, y := range c.Years {
			writeYear(&b, &y)
		}
	}
	writeKeys(&b, "Keys of a course's file", config.Keys[course.Year]())
	return b.String()
}

// writeYear writes what programs of a year may be, and how its text was read.
func writeYear(b *strings.Builder, y *course.Year) {
	fmt.Fprintf(b, "\n## %s: %s, %s\n\n| language | names | compiled by | run by |\n|---|---|---|---|\n", y.Rubric, y.Game, y.Term)
	for _, l := range y.Languages {
		made := "-"
		if l.Compile != "" {
			made = "`" + l.Compile + "`"
		}
		run := "`" + l.Run + "`"
		if l.Newest != "" {
			run += ", at most Python " + l.Newest
		}
		fmt.Fprintf(b, "| %s | `%s` | %s | %s |\n", l.Name, strings.Join(l.Programs, "`, `"), made, run)
	}
	fmt.Fprintf(b, "\nFiles that may come along: `%s`", strings.Join(y.Helpers, "`, `"))
	if y.Second != "" {
		fmt.Fprintf(b, ", and a second program `%s`", y.Second)
	}
	b.WriteString(".\n\n| what the text leaves open | the reading taken |\n|---|---|\n")
	for _, r := range y.Readings {
		fmt.Fprintf(b, "| %s | %s |\n", cell(r.Question), cell(r.Taken))
	}
}

func systemCallsPage() string {
	var b strings.Builder
	b.WriteString("# System calls\n" + madeBy + `
What becomes of each system call of a program on Linux (amd64 and arm64), at every level of confinement
([security.md](../explanation/security.md)). A filter in the kernel decides by this table:

- **allowed**: bounded by what the table says.
- **partly**: but for the uses that the table names, which fail with EPERM unless it says otherwise.
- **nothing**: the call returns 0, and nothing happens.
- **denied**: it fails with EPERM.
- **missing**: it fails with ENOSYS, and so does every call that is not in the table, as those of a newer Linux.

A call of another architecture (32 bits, x32) kills the process.

| what it does | rule | bounded by, or why not | calls |
|---|---|---|---|
`)
	for i := range cage.CallTable {
		c := &cage.CallTable[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.What, c.Rule, c.Why, "`"+strings.Join(c.Names(), "` `")+"`")
	}
	return b.String()
}
