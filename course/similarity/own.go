package similarity

import (
	"bytes"
	"crypto/sha256"
	"path"
	"slices"

	"evolab/course/starter"
)

// Own is the course's own code, which students may hand in without having written it: the
// starter agents of a game, and what evolve ship has made.
type Own struct {
	starters []starter.File
	sums     map[Sum]bool
}

// Sum is the hash of a file, in which the ends of lines do not count.
type Sum [sha256.Size]byte

func sumOf(data []byte) Sum {
	return sha256.Sum256(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
}

// OwnOf is the course's own code of a game.
func OwnOf(game, variant string) (*Own, error) {
	o := &Own{sums: map[Sum]bool{}}
	if !slices.Contains(starter.Games(), game) {
		return o, nil
	}
	for _, language := range starter.Languages() {
		list, err := starter.Files(language, game, variant)
		if err != nil {
			return nil, err
		}
		for _, f := range list {
			o.starters, o.sums[sumOf(f.Data)] = append(o.starters, f), true
		}
	}
	return o, nil
}

// shippedMark is in the first lines of every program that evolve ship has made.
const shippedMark = "Translated by evolve ship ("

// has reports whether a file is the course's own as it is.
func (o *Own) has(data []byte) bool {
	const head = 1000 // bytes
	return o.sums[sumOf(data)] || bytes.Contains(data[:min(head, len(data))], []byte(shippedMark))
}

// template is the starter agent's source in a language; false if there is none.
func (o *Own) template(l *Language) (starter.File, bool) {
	for _, f := range o.starters {
		if slices.Contains(l.endings, path.Ext(f.Name)) {
			return starter.File{Name: path.Base(f.Name), Data: f.Data}, true
		}
	}
	return starter.File{}, false
}
