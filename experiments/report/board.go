package report

import (
	"encoding/json"
	"strings"
)

// look tells the page's script how to draw a game's boards.
type look struct {
	Game string `json:"game"`
	// Signs are those of the game's layout. Without them the boards are bare.
	Signs map[string]string `json:"signs"`
	// Chess names columns by letters and counts rows from the bottom. Other
	// boards are counted from 0 at the top left.
	Chess bool `json:"chess"`
}

// Look is how the run's boards are drawn, as JSON.
func (r *Run) Look() (string, error) {
	text, err := json.Marshal(look{Game: r.Game.Name, Signs: r.Game.Layout.Signs, Chess: r.Game.Layout.Moves != "" && !r.Game.Layout.Pairs})
	return string(text), err
}

// MoveForm tells how moves name their squares, "" if that is not known.
func (r *Run) MoveForm() string { return r.Game.Layout.Moves }

// boardRows are the rows of a position split by slashes, the top one first: the
// first field of its line, whatever the game.
func boardRows(position string) string {
	first, _, _ := strings.Cut(position, " ")
	return first
}
