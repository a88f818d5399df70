package report

import (
	_ "embed"
	"encoding/json"
	"strings"

	"evolab/agent"
)

// BoardScript draws boards on a page, in the style of BoardStyle.
//
//go:embed board.js
var BoardScript string

//go:embed board.css
var BoardStyle string

// Look tells the page's script how to draw the run's boards, as JSON.
func (r *Run) Look() (string, error) { return Look(r.Game) }

// Look tells a script how to draw a game's boards, as JSON.
func Look(info agent.Info) (string, error) {
	chess := info.Layout.Moves != "" && !info.Layout.Pairs
	text, err := json.Marshal(struct {
		Game string `json:"game"`
		// Signs are those of the game's layout. Without them the boards are bare.
		Signs map[string]string `json:"signs"`
		// Chess names columns by letters and counts rows from the bottom. Other
		// boards are counted from 0 at the top left.
		Chess bool `json:"chess"`
		// Down: those rows are counted from the top.
		Down bool `json:"down,omitempty"`
		// Across: moves name the column of a square before its row.
		Across bool `json:"across"`
	}{info.Name, info.Layout.Signs, chess, chess && info.Layout.Down, info.Layout.Across})
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
