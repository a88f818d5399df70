package check

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/internal/progress"
	"evolab/ship/player"
)

// rehearsals are what the programs of these games answer, untranslated.
var rehearsals = map[string]func([]byte) []byte{
	"littlego": player.RehearseLittlego, "checkers": player.RehearseCheckers, "halma": player.RehearseHalma,
}

// asked is the task of a game, its questions and the Go agent's answers.
func asked(t *testing.T, name string, positions int) (*Task, []question, []string) {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := frozen.Weights(name)
	if err != nil {
		t.Fatal(err)
	}
	task := &Task{Game: g, Weights: w, Positions: positions, Nodes: 400, Seed: 1, Progress: progress.None{}}
	list, want, err := task.exam(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != positions || len(want) != positions {
		t.Fatalf("%d questions, %d answers", len(list), len(want))
	}
	return task, list, want
}

// differences is how many answers are not the Go agent's.
func differences(rehearse func([]byte) []byte, list []question, want []string) (n int, first string) {
	var text []byte
	for i := range list {
		text = list[i].text(text)
	}
	got := strings.Split(strings.TrimSuffix(string(rehearse(text)), "\n"), "\n")
	if len(got) != len(want) {
		return len(want), "another number of answers"
	}
	for i := range want {
		if said := list[i].withoutOutput(got[i]); said != want[i] {
			if n++; n == 1 {
				first = string(list[i].text(nil)) + said + "\nwant " + want[i]
			}
		}
	}
	return n, first
}

// The shipped player decides as the lab's agent, from input.txt to output.txt,
// a single move and a game with what it remembers; one that forgets the game is found
// out.
func TestPlayerDecidesAsTheLab(t *testing.T) {
	for name, rehearse := range rehearsals {
		t.Run(name, func(t *testing.T) {
			_, list, want := asked(t, name, 150)
			if n, first := differences(rehearse, list, want); n > 0 {
				t.Errorf("%d of %d differ: %s", n, len(list), first)
			}
			for i := range list {
				list[i].begins = true
			}
			if n, _ := differences(rehearse, list, want); n == 0 {
				t.Error("no answer depends on what is remembered")
			}
		})
	}
}

// A program that writes another move than it says is found out.
func TestOutputIsRead(t *testing.T) {
	_, list, want := asked(t, "littlego", 2)
	if said := list[0].withoutOutput(want[0] + " 4,4|"); said == want[0] {
		t.Errorf("4,4 is taken for %s", want[0])
	}
}

// Text that is no question is answered or not, but the program comes to its end.
func TestOddQuestions(t *testing.T) {
	for _, text := range []string{"", "\n", "x", "5", "0 1 3\nabc", "5 1 99999999999999999999\nabc", "5 0"} {
		for name, rehearse := range rehearsals {
			if out := string(rehearse([]byte(text))); strings.Trim(out, "failed\n") != "" {
				t.Errorf("%s: %q is answered with %q", name, text, out)
			}
		}
	}
}
