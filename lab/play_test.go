package lab

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena/session"
	"evolab/game"
)

// A saved game has both names, whoever moved first.
func TestPlaySavesNames(t *testing.T) {
	g, err := agent.FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(g, "", game.Second, 1)
	if err == nil {
		err = s.Type("f6 e5")
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := recordedAs("x.pdn", s, "random")
	if err != nil || !strings.Contains(string(text), `[Black "random"]`) || !strings.Contains(string(text), `[White "human"]`) {
		t.Errorf("%s, %v", text, err)
	}
}
