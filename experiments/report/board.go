package report

import (
	"encoding/json"
	"strings"
)

// Look tells the page's script how to draw the run's boards, as JSON.
func (r *Run) Look() (string, error) {
	text, err := json.Marshal(struct {
		Game string `json:"game"`
		// Signs are those of the game's layout. Without them the boards are bare.
		Signs map[string]string `json:"signs"`
		// Chess names columns by letters and counts rows from the bottom. Other
		// boards are counted from 0 at the top left.
		Chess bool `json:"chess"`
	}{r.Game.Name, r.Game.Layout.Signs, r.Game.Layout.Moves != "" && !r.Game.Layout.Pairs})
	return string(text), err
}

// MoveForm is how moves name their squares, "" if unknown.
func (r *Run) MoveForm() string { return r.Game.Layout.Moves }

// boardRows are the rows of a position split by slashes, the top one first: the
// first field of its line, whatever the game.
func boardRows(position string) string {
	first, _, _ := strings.Cut(position, " ")
	return first
}
