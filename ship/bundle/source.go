package bundle

import (
	"fmt"
	"strings"

	"evolab"
	"evolab/agent/frozen/endings/compact"
	"evolab/features"
	"evolab/features/net"
	"evolab/internal/quantity"
	"evolab/ship/cpp"
	"evolab/ship/java"
	"evolab/ship/load"
	"evolab/ship/lower"
	"evolab/ship/python"
)

// programs is the prefix of the import paths of the games' programs.
const programs = "evolab/ship/player/program/"

// source translates the program that starts at the function entry of the game's
// package.
func (o *Order) source(t *target, entry, name string) (string, error) {
	// frozenPath is the package with the weights of the lab's own agent. In a shipped
	// program, one with the shipped weights replaces it.
	const frozenPath = "evolab/agent/frozen"
	// selfPath is the package with the program's own name.
	const selfPath = programs + "self"
	main := programs + o.Game
	// endingsPath is the package with the endings of Checkers.
	const endingsPath = "evolab/agent/frozen/endings/compact"
	overlay := map[string]string{frozenPath: frozenSource(&o.Numbers), selfPath: selfSource(name), endingsPath: endingsSource()}
	options := load.Options{Sources: evolab.Sources, Overlay: overlay, Slow: o.Lang == "python", Warming: o.Lang == "java", Native: o.Lang == "cpp"}
	var err error
	if options.Set, err = o.constants(t); err != nil {
		return "", err
	}
	p, err := load.Load(options, main)
	if err != nil {
		return "", err
	}
	program, err := lower.Program(p, main, entry)
	if err != nil {
		return "", err
	}
	switch o.Lang {
	case "python":
		return python.Source(program, o.head(name, "#"))
	case "java":
		return java.Source(program, o.head(name, "//"), strings.TrimSuffix(name, extensions[o.Lang]))
	}
	return cpp.Source(program, o.head(name, "//"))
}

// constants are the values of the program's constants by their names.
func (o *Order) constants(t *target) (map[string]int64, error) {
	var set map[string]int64
	if o.Variant != "" {
		if t.size == nil {
			return nil, fmt.Errorf("%w: %s, variant %q", ErrVariant, o.Game, o.Variant)
		}
		var err error
		if set, err = t.size(o.Variant); err != nil {
			return nil, err
		}
	}
	if o.EndgameDepth == 0 {
		return set, nil
	}
	if !t.depths {
		return nil, fmt.Errorf("%w: %s", ErrDepth, o.Game)
	}
	if set == nil {
		set = map[string]int64{}
	}
	set["depth"], set["endgame_depth"] = int64(o.Depth), int64(o.EndgameDepth)
	return set, nil
}

// selfSource is the source of that package for a program in a file.
func selfSource(file string) string {
	name, _, _ := strings.Cut(file, ".")
	return fmt.Sprintf("package self\n\n// Name begins each message.\nconst Name = %q\n", name)
}

// frozenSource is the source of the package at frozenPath.
func frozenSource(n *features.Numbers) string {
	var b strings.Builder
	b.WriteString("package frozen\n\nimport (\n\t\"evolab/features\"\n")
	if n.HasNet {
		b.WriteString("\t\"evolab/features/net\"\n")
	}
	b.WriteString(")\n\n")
	b.WriteString("// Evaluation is that of the game with the weights below.\n")
	b.WriteString("func Evaluation[S comparable](set features.Set[S]) (features.Linear[S], error) {\n")
	b.WriteString("\treturn features.FromNumbers(set, &numbers), nil\n}\n\n")
	b.WriteString("// numbers are the weights in whole numbers, in the order of the features.\n")
	fmt.Fprintf(&b, "var numbers = features.Numbers{\n\tOpening: %s,\n", terms(n.Opening))
	if n.HasEndgame {
		fmt.Fprintf(&b, "\tHasEndgame: true,\n\tEndgameFrom: %d,\n\tEndgame: %s,\n", n.EndgameFrom, terms(n.Endgame))
	}
	if len(n.Blend) > 0 {
		fmt.Fprintf(&b, "\tAt: []int{%s},\n\tBlend: []features.Terms{\n", values(n.At))
		for i := range n.Blend {
			fmt.Fprintf(&b, "\t\t%s,\n", terms(n.Blend[i]))
		}
		b.WriteString("\t},\n")
	}
	if n.HasPatterns {
		fmt.Fprintf(&b, "\tHasPatterns: true,\n\tPatterns: %s,\n", patterns(&n.Patterns))
	}
	if n.HasNet {
		fmt.Fprintf(&b, "\tHasNet: true,\n\tNet: %s,\n", netNumbers(&n.Net))
	}
	b.WriteString("}\n")
	return b.String()
}

// endingsSource is the source of the package at endingsPath.
func endingsSource() string {
	p := compact.Packed()
	return fmt.Sprintf(`package compact

import "evolab/search/checkers"

// Checkers is the endings with up to %[1]d pieces.
func Checkers() *checkers.Compact { return &shipped }

var shipped = checkers.Fold(checkers.Packed{
	Pieces: %[1]d,
	Longest: []byte(%[2]q),
	Pairs: []byte(%[3]q),
	Symbols: []byte(%[4]q),
	Starts: []byte(%[5]q),
})

// Estimator estimates positions with a piece more.
func Estimator() *checkers.Estimator { return &estimator }

var estimator = checkers.NewEstimator([]byte(%[6]q))
`, p.Pieces, p.Longest, p.Pairs, p.Symbols, p.Starts, compact.EstimatorText())
}

func terms(t features.Terms) string {
	last := 0
	for i, w := range t.Weights {
		if w != 0 {
			last = i + 1
		}
	}
	var b strings.Builder
	b.WriteString("features.Terms{Weights: [features.Max]int32{")
	for i := range last {
		fmt.Fprintf(&b, "%d, ", t.Weights[i])
	}
	b.WriteString("}")
	if len(t.Connectives) > 0 {
		b.WriteString(", Connectives: []features.Condition{")
		for _, c := range t.Connectives {
			fmt.Fprintf(&b, "{Weight: %d, N: %d, Feature: %s, Low: %s, High: %s}, ", c.Weight, c.N,
				list(c.Feature[:], "int"), list(c.Low[:], "int32"), list(c.High[:], "int32"))
		}
		b.WriteString("}")
	}
	if t.Share != 0 {
		fmt.Fprintf(&b, ", Share: %d", t.Share)
	}
	if t.Net != 0 {
		fmt.Fprintf(&b, ", Net: %d", t.Net)
	}
	b.WriteString("}")
	return b.String()
}

// patterns is the tables, a text each, and where they read.
func patterns(n *features.PatternNumbers) string {
	var b strings.Builder
	fmt.Fprintf(&b, "features.PatternNumbers{\n\t\tForm: %d, Planes: %d, Chunks: %d, Width: %d, Views: %d,\n",
		n.Form, n.Planes, n.Chunks, n.Width, n.Views)
	fmt.Fprintf(&b, "\t\tOffsets: []int32{%s},\n\t\tSizes: []int32{%s},\n\t\tBits: []int32{%s},\n\t\tTables: [][]byte{\n",
		values(n.Offsets), values(n.Sizes), values(n.Bits))
	for _, t := range n.Tables {
		fmt.Fprintf(&b, "\t\t\t[]byte(%q),\n", t)
	}
	b.WriteString("\t\t},\n\t}")
	return b.String()
}

// netNumbers is the weights of a net, a text for each phase.
func netNumbers(n *net.Numbers) string {
	var b strings.Builder
	fmt.Fprintf(&b, "net.Numbers{\n\t\tHidden: %d, Inputs: %d, Phases: []int{%s}, Sets: [][]byte{\n", n.Hidden, n.Inputs, values(n.Phases))
	for _, set := range n.Sets {
		fmt.Fprintf(&b, "\t\t\t[]byte(%q),\n", set)
	}
	b.WriteString("\t\t},\n\t}")
	return b.String()
}

func list[N int | int32](numbers []N, kind string) string {
	return fmt.Sprintf("[%d]%s{%s}", len(numbers), kind, values(numbers))
}

func values[N int | int32](numbers []N) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, fmt.Sprint(n))
	}
	return strings.Join(texts, ", ")
}

// head is the comment at the top of a source.
func (o *Order) head(name, sign string) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(sign+" "+fmt.Sprintf(format, args...), " ") + "\n")
	}
	line("%s: a program that plays %s.", name, o.Game)
	line("")
	line("Copyright (c) 2026 The evolab authors. Licence: MIT.")
	line("")
	line("Translated by evolve ship (%s) from the Go sources of evolab, where a change belongs.", o.Made)
	line("Weights: %s", o.From)
	if o.Weights.Source != "" && !strings.Contains(o.From, o.Weights.Source) {
		line("Made by: %s", o.Weights.Source)
	}
	line("")
	line("The features of the evaluation with their weights per standard deviation, and as the program has them:")
	o.table(line)
	return b.String()
}

// table lists the features in the order of the weights, phase by phase.
func (o *Order) table(line func(string, ...any)) {
	phases := []*features.Terms{&o.Numbers.Opening}
	if o.Numbers.HasEndgame {
		phases = append(phases, &o.Numbers.Endgame)
	}
	for i := range o.Numbers.Blend {
		phases = append(phases, &o.Numbers.Blend[i])
	}
	values := o.Weights.Phases()
	connectives := 0
	for i, name := range o.Weights.Features {
		text := fmt.Sprintf("  %-24s", name)
		for phase, terms := range phases {
			if phase > 0 {
				text += "   later"
			}
			text += fmt.Sprintf(" %9.4f %8d", values[phase][i], o.weight(terms, name, connectives))
		}
		line("%s", text)
		if features.IsConnective(name) {
			connectives++
		}
	}
	o.phases(line)
}

// weight is the weight of a feature, or of a connective by its number among
// these, as the program has it.
func (o *Order) weight(t *features.Terms, name string, connective int) int {
	if name == features.PatternsName {
		return t.Share
	}
	if name == features.NetName {
		return t.Net
	}
	if at := features.Index(o.Features, name); at >= 0 {
		return int(t.Weights[at])
	}
	return int(t.Connectives[connective].Weight)
}

// phases says when which weights hold, and what the tables are.
func (o *Order) phases(line func(string, ...any)) {
	if e := o.Weights.Endgame; e != nil && e.From >= 1 {
		line("No game gets to where the later weights would hold.")
	} else if e != nil {
		line("The later weights hold once %.1f %% of the game have gone.", e.From*100)
	}
	if b := o.Weights.Blend; b != nil {
		var at []string
		for _, a := range b.At {
			at = append(at, fmt.Sprintf("%.1f", a*100))
		}
		line("The weights hold where %s %% of the game have gone; in between they change little by little.", strings.Join(at, ", "))
	}
	if p := o.Weights.Patterns; p != nil {
		line("The tables of patterns are those of the shapes %s.", strings.Join(p.Shapes, ", "))
	}
	if n := o.Weights.Net; n != nil {
		line("The net has %s and %s of weights.", quantity.Of(n.Hidden, "unit"), quantity.Of(len(n.Sets), "set"))
	}
}

func (o *Order) readme(t *target) string {
	var b strings.Builder
	b.WriteString(o.begin(t) + t.about + "\n\n")
	if o.EndgameDepth > 0 {
		fmt.Fprintf(&b, "Its depth of search is %d, and %d once the endgame has begun, as in its training.\n\n", o.Depth, o.EndgameDepth)
	}
	if name := t.second(o.Lang); name != "" {
		fmt.Fprintf(&b, "%s is the second program of the assignment: run once in the same folder before any game,\n"+
			"it writes calibration.txt. The player does without that file, too.\n\n", name)
	}
	if o.Book {
		fmt.Fprintf(&b, "%s holds openings. The program looks for it in its own folder; without it, it searches.\n\n", t.Book)
	}
	b.WriteString(needs(t, o.Lang) + "\n\n")
	fmt.Fprintf(&b, "Weights: %s\nMade by evolve ship (%s); evolve ship --check compares its search with the Go agent's.\n", o.From, o.Made)
	b.WriteString("Licence: MIT. Your course's own honesty rules decide what may be handed in.\n")
	return b.String()
}

// begin says how to build and start the program.
func (o *Order) begin(t *target) string {
	name := t.program(o.Lang)
	program := strings.TrimSuffix(name, extensions[o.Lang])
	compile := map[string]string{"cpp": "g++ -std=c++11 -O2 -o " + program + " " + name, "java": "javac " + name}[o.Lang]
	if t.arguments != "" {
		text := name + " plays " + o.Game + " on a server. "
		switch o.Lang {
		case "cpp":
			return text + "Compile and start it:\n\n    " + compile + "\n    ./" + program + " " + t.arguments + "\n\n"
		case "java":
			return text + "Java 8 or later compiles and runs it:\n\n    " + compile + "\n    java " + program + " " + t.arguments + "\n\n"
		}
		return text + "Python 3.7 or later runs it:\n\n    python3 " + name + " " + t.arguments + "\n\n"
	}
	company := "alone"
	switch {
	case o.Book:
		company = "with " + t.Book + " beside it"
	case t.Second != "":
		company = "alone or with " + t.second(o.Lang)
	}
	text := name + " plays " + o.Game + ". Hand it in under this name, " + company + ".\n\n"
	switch o.Lang {
	case "cpp":
		return text + "Compile it as graders do:\n\n    " + compile + "\n\n"
	case "java":
		return text + "Java 8 or later compiles and runs it, as graders do:\n\n    " + compile + "\n    java " + program + "\n\n" +
			"Starting Java takes a tenth of a second of CPU time for each move, which the program counts as its own.\n\n"
	}
	return text + "Python 3.7 or later runs it:\n\n    python3 " + name + "\n\n"
}

// needs says what the program needs of the system.
func needs(t *target, lang string) string {
	switch {
	case t.arguments == "":
		return "It needs nothing but the standard library, reads no file but those named here, and may lose them between plies."
	case lang == "cpp":
		return "It needs nothing but the standard library and POSIX sockets, as on Linux and macOS (on Windows: WSL or Cygwin),\n" +
			"and reads no file."
	}
	return "It needs nothing but the standard library, and reads no file."
}
