package similarity

import (
	"fmt"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/ship/bundle"
)

// Which files are pointed out, and which say nothing about who wrote them.
func TestSameFiles(t *testing.T) {
	own, _ := testClass(t)
	starter, _ := own.template(&Languages()[0])
	source := strings.Repeat("x = 1\n", 20)
	files := map[string]string{}
	for i := range 8 {
		files[fmt.Sprintf("s%d/host.py", i)] = "# given out by the course\n" + source // more than half of the class has it
		files[fmt.Sprintf("s%d/__init__.py", i)] = ""
	}
	for _, who := range []string{"s0", "s1", "t0", "t1"} {
		files[who+"/my_player3.py"] = string(starter.Data)
	}
	files["s2/my_player3.py"], files["s3/backup.py"] = source, source
	files["s4/weights.json"], files["s5/weights.json"] = source+"2", strings.ReplaceAll(source, "\n", "\r\n")+"2"
	files["t2/my_player3.py"], files["t3/my_player3.py"] = string(starter.Data), string(starter.Data)
	files["t2/weights.json"], files["t3/weights.json"] = source+"tuned", source+"tuned"
	files["s6/a.py"], files["s7/a.py"] = shipped(), shipped()
	files["s6/.DS_Store"], files["s7/.DS_Store"] = source+"3", source+"3"
	files["s6/.git/config"], files["s7/.git/config"] = source+"3", source+"3"
	class := students(t, own, files)
	var holders []Holder
	owners, empty := "", ""
	for _, s := range class {
		holders = append(holders, s.Holder)
		if OwnSources(s.Files) {
			owners += " " + s.Name
		}
		if OwnAlone(s.Files) {
			empty += " " + s.Name
		}
	}
	if got, want := fmt.Sprint(SameFiles(holders)), "[{my_player3.py [s2 s3]} {weights.json [s4 s5]} {weights.json [t2 t3]}]"; got != want {
		t.Errorf("the same files: %s, want %s", got, want)
	}
	if owners != " t0 t1 t2 t3" || empty != " t0 t1" {
		t.Errorf("the course's own sources:%s; nothing else:%s", owners, empty)
	}
}

// shipped begins as every program of evolve ship; see TestShippedMark.
func shipped() string {
	return "// Konane: a program that plays konane.\n//\n// " + shippedMark + "evolab v1) from the Go sources\n" + strings.Repeat("int x;\n", 20)
}

// The mark is the one that evolve ship writes.
func TestShippedMark(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	w, err := g.Embedded(frozen.Evolved, "")
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := g.Numbers(w)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"python", "cpp", "java"} {
		list, err := bundle.Files(&bundle.Order{Game: "littlego", Lang: lang, Weights: w, Numbers: numbers, Features: g.Info().Features, Made: "evolab v1", From: "evolved"})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			if own := (&Own{}); languageOf(f.Name) != nil && !own.has(f.Content) {
				t.Errorf("%s is not known as what evolve ship has made:\n%.500s", f.Name, f.Content)
			}
		}
	}
}
