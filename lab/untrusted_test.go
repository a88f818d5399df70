package lab

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/internal/longtest"
	"evolab/internal/untrusted"
)

// poison is what a terminal, a browser, a spreadsheet or a reader of Markdown would
// obey; a name of a file can hold it.
const poison = "\nforged \x1b]0;evil\x07\u009b31m\x7f\u202e<script>evil()<img src=x onerror=evil()>[x](javascript:evil)|`*x*"

// A run's folder from somewhere else, with control characters in its texts and in
// names of files, shows them and obeys none. Without -long they are in two texts of
// each file.
func TestPoisonedRun(t *testing.T) {
	t.Chdir(t.TempDir())
	config := "name: small\ngame: tictactoe\ngenerations: 2\nga: {population: 6, elites: 2}\nplayer: {depth: 1}\n" +
		"fitness: {pairs: 6, rounds: 2, opening_plies: 2}\nvalidation: {games: 20, candidates: 2, candidate_games: 20}\ntest: {games: 8, opening_plies: [2]}\n"
	if err := os.WriteFile("small.yaml", []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, message := said(t, "run", "small.yaml"); code != exitDone {
		t.Fatal(message)
	}
	if code, _, message := said(t, "note", "last", "good"); code != exitDone {
		t.Fatal(message)
	}
	if code, _, message := said(t, "tag", "last", "good"); code != exitDone {
		t.Fatal(message)
	}
	runs, err := filepath.Glob("runs/*-small")
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	files, err := filepath.Glob(runs[0] + "/*")
	if err != nil {
		t.Fatal(err)
	}
	poisoned, shown := 0, 0
	for _, file := range files {
		original, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		texts := poisonings(file, original)
		if !longtest.Enabled() {
			texts = texts[:min(len(texts), 2)]
		}
		for i, text := range texts {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
			poisoned++
			shown += obeysNothing(t, filepath.Base(file), runs[0])
			if longtest.Enabled() && i < 3 {
				showsNothingThatActs(t, filepath.Base(file), runs[0])
			}
		}
		if err := os.WriteFile(file, original, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	evil := filepath.Join("runs", "=evil()"+poison)
	if err := os.Rename(runs[0], evil); err != nil {
		t.Skipf("the system has no such names: %v", err)
	}
	shown += obeysNothing(t, "the run's name", evil)
	showsNothingThatActs(t, "the run's name", evil)
	if err := os.WriteFile(filepath.Join(evil, "metrics.jsonl"), []byte("junk\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	obeysNothing(t, "the name of a damaged run", evil)
	if t.Logf("%d texts poisoned, shown %d times", poisoned, shown); poisoned < 20 || shown < 20 {
		t.Errorf("only %d texts were poisoned, and only %d shown", poisoned, shown)
	}
}

// obeysNothing runs what shows a run and counts how often poison is shown.
func obeysNothing(t *testing.T, what, folder string) (shown int) {
	t.Helper()
	for _, line := range [][]string{
		{"show", folder}, {"show", folder, "--format", "json"}, {"runs"}, {"note", folder}, {"tag", folder},
		{"compare", folder, folder, "--plot", ""}, {"export", folder}, {"export", folder, "--format", "md"}, {"resume", folder}, {"show", folder + poison}, {"freeze", folder, "--to", "no/" + poison},
		{"doctor", "--runs", folder}, {"doctor", "--runs"}, {"rm", folder},
	} {
		_, out, message := said(t, line...)
		if text := out + message; strings.ContainsFunc(text, untrusted.Obeyed) {
			t.Errorf("%s: evolve %q writes control characters:\n%q", what, line, text)
		} else if strings.Contains("\n"+out+"\n"+message, "\nforged") {
			t.Errorf("%s: evolve %q writes somebody's line:\n%q", what, line, text)
		} else if slices.Contains(line, "json") && !json.Valid([]byte(out)) {
			t.Errorf("%s: evolve %q writes no JSON:\n%s", what, line, out)
		} else if line[0] == "export" {
			actsNowhere(t, what, map[int]string{2: ".csv", 4: ".md"}[len(line)], []byte(out))
		} else if strings.Contains(text, `\u001b]0;evil`) {
			shown++
		}
	}
	return shown
}

// poisonings are the text with poison in each of its texts in turn: in JSON in
// the first record's, elsewhere at the end of the first line.
func poisonings(file string, original []byte) [][]byte {
	first, rest := original, []byte(nil)
	if filepath.Ext(file) == ".jsonl" {
		first, rest, _ = bytes.Cut(original, []byte("\n"))
	}
	var root any
	if json.Unmarshal(first, &root) != nil {
		line, rest, _ := bytes.Cut(original, []byte("\n"))
		return [][]byte{[]byte(string(line) + poison + "\n" + string(rest))}
	}
	var list [][]byte
	var visit func(v any, set func(any))
	visit = func(v any, set func(any)) {
		switch v := v.(type) {
		case string:
			set(v + poison)
			if text, err := json.Marshal(root); err == nil {
				list = append(list, append(append(text, '\n'), rest...))
			}
			set(v)
		case []any:
			most := 1 // elements of a list, which are shown alike
			if longtest.Enabled() {
				most = 3
			}
			for i := range v[:min(len(v), most)] {
				visit(v[i], func(x any) { v[i] = x })
			}
		case map[string]any:
			for k := range v {
				visit(v[k], func(x any) { v[k] = x })
			}
		}
	}
	visit(root, func(x any) { root = x })
	return list
}

// Names in error messages are shown too.
func TestPoisonedMessages(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("games"+poison+".jsonl", []byte(`{"game":"`+poison+"\n"), 0o644); err != nil {
		t.Skipf("the system has no such names: %v", err)
	}
	for _, line := range [][]string{
		{"run", "x" + poison}, {"match", "a" + poison, "b", "--game", "littlego"}, {"match", "exec:dir=.,cmd=" + poison, "random", "--game", "tictactoe"},
		{"show-game", "games" + poison + ".jsonl"}, {poison}, {"--" + poison}, {"show", poison}, {"analyze", "--game", "littlego", "--position", poison},
		{"match", "random", "greedy", "--game", poison}, {"suite", "--in", poison}, {"doctor", poison}, {"note", poison, "x"},
	} {
		if _, out, message := said(t, line...); strings.ContainsFunc(out+message, untrusted.Obeyed) || message == "" {
			t.Errorf("evolve %q:\n%q", line, out+message)
		}
	}
}
