package pdn

import (
	"slices"
	"strings"

	"evolab/game"
	"evolab/game/checkers"
)

// Game is the record of a game.
type Game struct {
	// Tags are the headers, except those that follow from other fields: Result,
	// GameType, SetUp, FEN and QuietPlies.
	Tags    []Tag
	Start   checkers.State
	Comment string // before the first move
	Plies   []Ply
	// Result may be by resignation or on time.
	Result game.Result
}

// Tag is a header.
type Tag struct{ Name, Value string }

// Ply is a move and what was said about it.
type Ply struct {
	Move    game.Move
	Comment string
}

// Tag is the value of a header, "" if it is not there.
func (g *Game) Tag(name string) string { return find(g.Tags, name) }

func find(tags []Tag, name string) string {
	if i := slices.IndexFunc(tags, func(t Tag) bool { return t.Name == name }); i >= 0 {
		return tags[i].Value
	}
	return ""
}

// roster is the headers that every record has first, in this order; a question mark
// means unknown.
var roster = []string{"Event", "Site", "Date", "Round", "Black", "White"}

// derived is the headers that follow from the fields of a game. QuietPlies is
// our own: the plies since the last capture or crowning before the start.
var derived = []string{"Result", "GameType", "SetUp", "FEN", "QuietPlies"}

// results is the notation of results.
var results = [4]string{game.Ongoing: "*", game.FirstWins: "0-1", game.SecondWins: "1-0", game.Draw: "1/2-1/2"}

func parseResult(text string) (game.Result, bool) {
	i := slices.Index(results[:], text)
	return game.Result(max(i, 0)), i >= 0
}

// clean is a text with every run of blanks and line ends made one blank.
func clean(text string) string { return strings.Join(strings.Fields(text), " ") }
