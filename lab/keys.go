package lab

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"evolab/arena/tournament"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

// configKey is a key and the kind of config that has it.
type configKey struct {
	config.Key
	file string
}

// The kinds of configs, as their keys are listed.
const (
	inExperiment = "experiment"
	inSweep      = "sweep"
	inTournament = "tournament"
)

func keyTable() []configKey {
	var list []configKey
	for _, k := range config.Keys[experiment.File]() {
		file := inExperiment
		if k.Path == "sweep" || strings.HasPrefix(k.Path, "sweep.") {
			file = inSweep
		}
		list = append(list, configKey{k, file})
	}
	for _, k := range config.Keys[tournament.Config]() {
		list = append(list, configKey{k, inTournament})
	}
	return list
}

// mayBeKey reports whether a word is written like a key, not like a file.
func mayBeKey(word string) bool {
	return !strings.ContainsAny(word, `/\\=`) && !strings.HasSuffix(word, ".yaml") && !strings.HasSuffix(word, ".yml") && !strings.HasSuffix(word, ".json")
}

var itemNumber = regexp.MustCompile(`\.\d+(\.|$)`)

// keysNamed finds the keys of a name: those with this path, or else those that end
// with it.
func keysNamed(name string) []configKey {
	name = strings.TrimSuffix(itemNumber.ReplaceAllString(strings.TrimSuffix(name, ":"), ".N$1"), ".N") // an item is part of its list
	var same, ending []configKey
	for _, k := range keyTable() {
		switch {
		case k.Path == name:
			same = append(same, k)
		case strings.HasSuffix(k.Path, "."+name):
			ending = append(ending, k)
		}
	}
	if len(same) > 0 {
		return same
	}
	return ending
}

// explainKey prints what a key means, or which keys a part of a name stands for.
func (a *app) explainKey(name string) error {
	switch found := keysNamed(name); {
	case len(found) == 0:
		return noKey(name)
	case found[0].Path != found[len(found)-1].Path:
		a.remark("%s %s in %s:\n", quantity.Of(len(found), "key"), quantity.Verb(len(found), "ends", "end"), name)
		return a.printKeys(found)
	case a.json():
		return a.printKeys(found)
	default:
		for i, k := range found {
			if i > 0 {
				fmt.Fprintln(a.out)
			}
			a.print(nil, "%s", k.explanation(a.textWidth()))
		}
		return nil
	}
}

// noKey is the error of a word that is neither a config nor a key.
func noKey(name string) error {
	var paths, known []string
	for _, k := range keyTable() {
		paths = append(paths, k.Path)
		known = append(known, k.Path[strings.LastIndexByte(k.Path, '.')+1:])
	}
	if strings.Contains(name, ".") {
		known = paths
	}
	return badInput(fmt.Errorf("there is no key, no file and no example %q%s", name, config.DidYouMean(name, append(known, experiments.Names()...))),
		"evolve config --search WORD finds keys, evolve config --example NAME prints an example (a wrong name lists them)")
}

func (k configKey) explanation(width int) string {
	const column = 11
	var b strings.Builder
	b.WriteString(k.Path + "\n" + term.Entry("", 2, k.Doc, width))
	row := func(label, text string) {
		if text != "" {
			b.WriteString(term.Entry("  "+label, column, text, width))
		}
	}
	if k.Type == "section" {
		for _, below := range keyTable() {
			if rest, ok := strings.CutPrefix(below.Path, k.Path+"."); ok && below.file == k.file && !strings.Contains(rest, ".") {
				b.WriteString(term.Entry("  "+below.Path, 30, below.Doc, width))
			}
		}
		return b.String()
	}
	row("type", k.Type)
	row("allowed", k.Allowed)
	row("unit", k.Unit)
	row("default", cmp.Or(k.Default, "none: it has to be given"))
	row("where", k.place())
	if file, command := k.example(); file != "" {
		b.WriteString("  example  " + strings.ReplaceAll(strings.TrimSpace(file), "\n", "\n"+strings.Repeat(" ", column)) + "\n")
		if len(command) <= width-column { // a longer one would be broken, and could not be copied
			row("", command)
		}
	}
	return b.String()
}

func (k configKey) place() string {
	at := "at the top of"
	if i := strings.LastIndexByte(k.Path, '.'); i >= 0 {
		section := k.Path[:i]
		at = "in the section " + section + " of"
		if list, ok := strings.CutSuffix(section, ".N"); ok {
			at = "in each item of the list " + list + " of"
		}
	}
	return at + map[string]string{inExperiment: " an experiment", inSweep: " a sweep", inTournament: " a tournament"}[k.file]
}

// example shows a key in a file and in a command, with a value that an example of the
// program has: the shortest that is not the default.
func (k configKey) example() (file, command string) {
	var value *yaml.Node
	path := strings.Split(k.Path, ".")
	for _, name := range append(experiments.Names(), "byo") { // which tunes a program
		text, err := experiments.Commented(name)
		var doc yaml.Node
		if err != nil || yaml.Unmarshal(text, &doc) != nil || len(doc.Content) == 0 || k.file != inExperiment && kindOf(name).name != "a "+k.file {
			continue
		}
		found := nodeAt(doc.Content[0], path)
		if found != nil && (value == nil || inFlow(value) == k.Default || inFlow(found) != k.Default && len(inFlow(found)) < len(inFlow(value))) {
			value = found
		}
	}
	if value == nil {
		value = &yaml.Node{Kind: yaml.ScalarNode, Value: k.Default}
	}
	text := inFlow(value)
	if n := new(yaml.Node); len(text) < 50 && yaml.Unmarshal([]byte(text), n) == nil {
		value = n.Content[0]
	}
	for _, part := range slices.Backward(path) {
		if part == "N" {
			value = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{value}}
		} else {
			value = &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: part}, value}}
		}
	}
	var b strings.Builder
	out := yaml.NewEncoder(&b)
	out.SetIndent(2)
	if err := errors.Join(out.Encode(withoutComments(value)), out.Close()); err != nil {
		return "", ""
	}
	command = map[string]string{inExperiment: "evolve run quick ", inSweep: "evolve sweep sweep ", inTournament: "evolve tournament tournament "}[k.file]
	return b.String(), command + shellWord(strings.ReplaceAll(k.Path, ".N", ".0")+"="+text)
}

func withoutComments(n *yaml.Node) *yaml.Node {
	c := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Style: n.Style}
	for _, item := range n.Content {
		c.Content = append(c.Content, withoutComments(item))
	}
	return c
}

// nodeAt follows a path through a file; N is the first item of a list.
func nodeAt(n *yaml.Node, path []string) *yaml.Node {
	for _, part := range path {
		var next *yaml.Node
		switch {
		case n.Kind == yaml.SequenceNode && part == "N" && len(n.Content) > 0:
			next = n.Content[0]
		case n.Kind == yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				if n.Content[i].Value == part {
					next = n.Content[i+1]
				}
			}
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// inFlow writes a value on one line, without comments.
func inFlow(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		return cmp.Or(n.Value, `""`)
	}
	flow := withoutComments(n)
	flow.Style |= yaml.FlowStyle // and with it all that is inside
	text, err := yaml.Marshal(flow)
	if err != nil {
		return ""
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// searchKeys lists the keys that have all words in their names or descriptions, those
// with all of them in the name first.
func (a *app) searchKeys(text string) error {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return badInput(errors.New("--search is empty"), "evolve config --search mutation finds the keys about mutation")
	}
	has := func(text string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(strings.ToLower(text), word) })
	}
	var named, described []configKey
	var known []string
	for _, k := range keyTable() {
		switch {
		case has(k.Path):
			named = append(named, k)
		case has(k.Path + " " + k.Doc + " " + k.Summary()):
			described = append(described, k)
		}
		known = append(known, strings.Split(k.Path, ".")...)
	}
	found := append(named, described...)
	if len(found) == 0 {
		return badInput(fmt.Errorf("no key has %s in its name or description%s", quoteWords(words), config.DidYouMean(text, known)), "evolve config --keys lists all keys")
	}
	return a.printKeys(found)
}

// quoteWords names words, all of which were looked for.
func quoteWords(words []string) string {
	if len(words) == 1 {
		return strconv.Quote(words[0])
	}
	return fmt.Sprintf("all of %q", words)
}

func (a *app) printKeys(list []configKey) error {
	const column = 24
	file := inExperiment
	for _, k := range list {
		if k.file == inTournament && file != inTournament && !a.json() {
			file = inTournament
			fmt.Fprintln(a.out, "\nof tournaments:")
		}
		if err := a.print(struct {
			Key     string `json:"key"`
			File    string `json:"file"`
			Type    string `json:"type"`
			Doc     string `json:"doc"`
			Unit    string `json:"unit,omitempty"`
			Allowed string `json:"allowed,omitempty"`
			Default string `json:"default"`
		}{k.Path, k.file, k.Type, k.Doc, k.Unit, k.Allowed, k.Default}, "%s", term.Entry(k.Path, column, k.Doc+" "+k.Summary(), a.textWidth())); err != nil {
			return err
		}
	}
	return nil
}

// keysHint names the command that explains the key of the first problem of a config.
func keysHint(err error) string {
	var problems *config.Error
	if !errors.As(err, &problems) {
		return "evolve config --search WORD finds keys"
	}
	for _, p := range problems.Problems {
		switch found := keysNamed(p.Key); {
		case p.Key == "" || len(found) == 0:
		case len(problems.Problems) == 1:
			return "evolve config " + found[0].Path + " explains it"
		default:
			return "evolve config KEY explains a key: evolve config " + found[0].Path
		}
	}
	return "evolve config --search WORD finds keys"
}
