package artemis

import (
	"strings"
	"testing"
)

// On a board that is not the server's, a client says so instead of losing without
// a word.
func TestAnotherBoard(t *testing.T) {
	const big, small = "18x18", "8x8"
	for _, c := range []struct {
		name, variant string
		lines         []string
		answer        string // to the last of the lines
		after         []string
		doubt         string // of a game that ended
		err           string
	}{
		{"a removal that the server refuses", big, []string{"Game:1", "Player:1", "?Remove:"}, "[8:8]", []string{`Error: "[8:8]" is no legal move`, "Opponent wins!"},
			"the server did not take the move [8:8]: was the answer in time, and is its board 18x18, too? --variant 8x8 gives another size", ""},
		{"a removal that the server refuses with its size", big, []string{"Game:1", "Player:1", "?Remove:"}, "[8:8]",
			[]string{`Error: "[8:8]" is no legal move on a board of 6x7`, "Opponent wins!"},
			"the server did not take the move [8:8]: its board is 6x7, not 18x18; give --variant 6x7", ""},
		{"a size that is none", small, []string{"Game:1", "Player:1", "?Remove:"}, "[3:3]", []string{"Error: no move on a board of 99x99", "Opponent wins!"},
			"the server did not take the move [3:3]: was the answer in time, and is its board 8x8, too? --variant 18x18 gives another size", ""},
		{"a removal that does not exist here", small, []string{"Game:1", "Color:BLACK", "Player:2"}, "", []string{"Removed:[8:8]"},
			"", "the server announces Removed:[8:8], which does not fit this board of 8x8, but one of 18x18: give --variant 18x18. The position is XOXOXOXO/"},
		{"a corner that is none here", big, []string{"Game:1", "Color:BLACK", "Player:2"}, "", []string{"Removed:[7:7]"}, "", "this board of 18x18, but one of 8x8: give --variant 8x8. The"},
		{"a move that does not exist here", small, []string{"Game:1", "Color:BLACK", "Player:2", "Removed:[0:0]", "Removed:[0:1]"}, "",
			[]string{"Move[0:3]:[0:1]"}, "", "this board of 8x8; if the server's is another, such as 18x18, give --variant 18x18. The position"},
		{"another question", small, []string{"Game:1", "Player:1"}, "", []string{"?Move(1000):"}, "",
			"asks with ?Move(1000):, which does not fit this board of 8x8; if the server's is another, such as 18x18, give --variant 18x18."},
		{"a password that comes back", small, []string{"Game:1"}, "", []string{"Removed:secret"}, "", "announces Removed:(hidden), which"},
		{"lost while there is a move", big, []string{"Game:1", "Player:1", "?Remove:"}, "[0:0]",
			[]string{"Color:BLACK", "Removed:[0:0]", "Removed:[0:1]", "?Move(1000):", "Move[2:0]:[0:0]", "Move[0:3]:[0:1]", "Opponent wins!"},
			"the server counts the game as lost, but on this board there is a move: is its board 18x18, too? --variant 8x8 gives another size", ""},
		{"won early", big, []string{"Game:1", "Player:1", "?Remove:"}, "[0:0]", []string{"Color:BLACK", "Removed:[0:0]", "You win!"}, "", ""},
		{"out of time, asked", small, []string{"Game:1", "Player:1", "?Remove:"}, "", []string{"Error: the time is up", "Opponent wins!"}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := NewClient(Account{Password: "secret"}, start(t, c.variant))
			talk(t, client, c.lines...)
			if c.answer != "" {
				board := client.Board()
				if _, err := client.Answer(legal(t, &board, c.answer)); err != nil {
					t.Fatal(err)
				}
			}
			var err error
			for _, line := range c.after {
				if _, err = client.Receive(line); err != nil {
					break
				}
			}
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) || client.Doubt() != c.doubt {
				t.Errorf("error %v, doubt %q", err, client.Doubt())
			}
		})
	}
}
