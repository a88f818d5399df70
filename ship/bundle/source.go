package bundle

import (
	"fmt"

	"evolab"
	"evolab/ship/cpp"
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
	overlay := map[string]string{frozenPath: frozenSource(&o.Numbers), selfPath: selfSource(name)}
	options := load.Options{Sources: evolab.Sources, Overlay: overlay, Slow: o.Lang == "python"}
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
	if o.Lang == "python" {
		return python.Source(program, o.head(name, "#"))
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
			return nil, fmt.Errorf("ship: %w", err)
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
