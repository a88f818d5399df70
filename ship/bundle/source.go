package bundle

import (
	"evolab"
	"evolab/ship/cpp"
	"evolab/ship/load"
	"evolab/ship/lower"
	"evolab/ship/python"
)

// programs is where the games' programs are.
const programs = "evolab/player/program/"

// source translates the program that begins with a function of the game's
// package.
func (o *Order) source(entry, name string) (string, error) {
	main := programs + o.Game
	options := load.Options{Sources: evolab.Sources, Overlay: map[string]string{frozenPath: frozenSource(&o.Numbers)}}
	if o.Lang == "python" {
		options.Constants = slower
	}
	p, err := load.Load(options, main)
	if err != nil {
		return "", err
	}
	program, err := lower.Program(p, main, entry)
	if err != nil {
		return "", err
	}
	if o.Lang == "python" {
		return python.Source(program, o.head(name, "#"))
	}
	return cpp.Source(program, o.head(name, "//"))
}
