package bundle

import (
	"fmt"
	"strings"

	"evolab/features"
)

// selfSource is the source of that package for a program in a file.
func selfSource(file string) string {
	name, _, _ := strings.Cut(file, ".")
	return fmt.Sprintf("package self\n\n// Name begins each message.\nconst Name = %q\n", name)
}

// frozenSource is the source of the package at frozenPath.
func frozenSource(n *features.Numbers) string {
	var b strings.Builder
	b.WriteString("package frozen\n\nimport \"evolab/features\"\n\n")
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
	b.WriteString("}\n")
	return b.String()
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
