package bundle

import (
	"fmt"

	"evolab"
	"evolab/features"
	"evolab/ship/cpp"
	"evolab/ship/load"
	"evolab/ship/lower"
	"evolab/ship/python"
)

// Languages are those that programs are shipped in.
var Languages = []string{"cpp", "python"}

// source translates the program of a game.
func source(game, lang, head string, w features.Weights, n features.Numbers) (string, error) {
	main := "evolab/player/program/" + game
	p, err := load.Load(evolab.Sources, map[string]string{frozenPath: frozenSource(w, n)}, main)
	if err != nil {
		return "", err
	}
	program, err := lower.Program(p, main, "Run")
	if err != nil {
		return "", err
	}
	switch lang {
	case "cpp":
		return cpp.Source(program, head, "Run")
	case "python":
		return python.Source(program, head, "Run")
	}
	return "", fmt.Errorf("ship: language %q (allowed: cpp, python)", lang)
}
