package main

import (
	"fmt"

	"evolab/arena"
)

// settle finds out which game each record is of. The file says so, but for lines
// of old; flags that contradict it are refused.
func (f *showGameFlags) settle(path string, list []gameRecord, from, to *notation) error {
	fallback := f.gameFlags
	switch {
	case f.gameNamed:
	case from != nil:
		fallback.game = from.game
	case to != nil:
		fallback.game = to.game
	default:
		fallback.game = defaultGame
	}
	for i := range list {
		if err := f.settleOne(&list[i], fallback); err != nil {
			return badInput(fmt.Errorf("evolve: %s, %s: %w", path, list[i].place, err), "leave out --game and --variant: the file says what it holds")
		}
		for _, n := range []*notation{from, to} {
			if n == nil {
				continue
			}
			if err := n.check(list[i].game); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *showGameFlags) settleOne(r *gameRecord, want gameFlags) error {
	if r.GameName != "" {
		if f.gameNamed && want.game != r.GameName {
			return fmt.Errorf("a game of %s, not of %s", printable(r.GameName), want.game)
		}
		want.game = r.GameName
	}
	g, err := f.games.Find(want.game)
	if err != nil {
		return err
	}
	info := g.Info()
	r.game, r.variant = g, info.Variant(want.variant)
	if r.Line.Variant == "" {
		return nil
	}
	if f.variantNamed && r.variant != r.Line.Variant {
		return fmt.Errorf("a game of the variant %s, not of %s", printable(r.Line.Variant), r.variant)
	}
	r.variant = r.Line.Variant
	return nil
}

// replayHint is for a game that does not keep the rules.
func replayHint(l *arena.Line) string {
	if l.GameName == "" {
		return "a record of another game or variant? --game G --variant V"
	}
	return ""
}
