package report

import (
	"encoding/json"
	"strings"
)

// look tells the page's script how to draw a game's boards.
type look struct {
	Game string `json:"game"`
	// Signs are the style classes of the squares by the signs of a position;
	// the squares of all other signs are empty.
	Signs map[string]string `json:"signs"`
	// Chess names columns by letters and counts rows from the bottom. Other
	// boards are counted from 0 at the top left.
	Chess bool `json:"chess"`
	// Moves tells how a move names its squares.
	Moves string `json:"-"`
}

// looks is the table of them. A game without one has bare boards.
func looks() []look {
	stones := map[string]string{"X": "black", "O": "white"}
	return []look{
		{Game: "littlego", Signs: stones, Moves: "row,column"},
		{Game: "konane", Signs: stones, Moves: "[row:column]"},
		{Game: "halma", Signs: map[string]string{"B": "black", "W": "white"}, Moves: "column,row"},
		{Game: "checkers", Chess: true, Moves: "column and row",
			Signs: map[string]string{"b": "black", "w": "white", "B": "black crowned", "W": "white crowned"}},
		{Game: "tictactoe", Signs: map[string]string{"X": "cross", "O": "nought"}, Moves: "row,column"},
	}
}

func lookOf(game string) look {
	for _, l := range looks() {
		if l.Game == game {
			return l
		}
	}
	return look{Game: game}
}

// Look is how the run's boards are drawn, as JSON.
func (r *Run) Look() (string, error) {
	text, err := json.Marshal(lookOf(r.Asked.Game))
	return string(text), err
}

// MoveForm tells how moves name their squares, "" if that is not known.
func (r *Run) MoveForm() string { return lookOf(r.Asked.Game).Moves }

// boardRows are the rows of a position split by slashes, the top one first: the
// first field of its line, whatever the game.
func boardRows(position string) string {
	first, _, _ := strings.Cut(position, " ")
	return first
}
