package report

import "strings"

// boardStyles tells for each game what the signs of a position look like:
// black or white stones, crowned ones, or letters.
var boardStyles = map[string]map[rune]string{
	"littlego":  {'X': "black", 'O': "white"},
	"konane":    {'X': "black", 'O': "white"},
	"halma":     {'B': "black", 'W': "white"},
	"checkers":  {'b': "black", 'w': "white", 'B': "black crowned", 'W': "white crowned"},
	"tictactoe": {'X': "cross", 'O': "nought"},
}

// boardRows are the rows of a position, the top one first: the first field of
// its line, whatever the game.
func boardRows(position string) []string {
	first, _, _ := strings.Cut(position, " ")
	return strings.Split(first, "/")
}

// cells are the style classes of a board's squares, "" where it is empty. Signs
// of a game without styles stand for themselves.
func cells(game string, rows []string) [][]string {
	styles := boardStyles[game]
	var board [][]string
	for _, row := range rows {
		var line []string
		for _, sign := range row {
			line = append(line, styles[sign])
		}
		board = append(board, line)
	}
	return board
}
