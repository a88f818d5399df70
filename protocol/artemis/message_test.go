package artemis

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"evolab/game/konane"
)

func TestMessages(t *testing.T) {
	for line, want := range map[string]Message{
		"?Username:":            {Kind: AskUser},
		"?Username":             {Kind: AskUser},
		"?Password:":            {Kind: AskPassword},
		"?Opponent:":            {Kind: AskOpponent},
		"?Remove:":              {Kind: AskRemove},
		"?Move(180000):":        {Kind: AskMove, Clock: 3 * time.Minute},
		"?Move(179892):\r":      {Kind: AskMove, Clock: 179892 * time.Millisecond},
		"?Move(-5):":            {Kind: AskMove},
		"?Move:":                {Kind: AskMove},
		"?Move(99999999999999)": {Kind: AskMove},
		"?Rematch:":             {Kind: AskOther, Text: "?Rematch:"},
		"Game:17":               {Kind: GameID, Number: 17},
		"Player:2":              {Kind: Player, Number: 2},
		"Color:BLACK":           {Kind: Color},
		"Color:WHITE":           {Kind: Color, Colour: konane.White},
		"Removed:[0:0]":         {Kind: Removed, Move: "[0:0]"},
		"Move[2:0]:[0:0]":       {Kind: Moved, Move: "[2:0]:[0:0]"},
		"You win!":              {Kind: YouWin},
		"Opponent wins!":        {Kind: OpponentWins},
		"Error: illegal move":   {Kind: Failure, Text: "Error: illegal move"},
		Notice(3, 14, 2):        {Kind: EventNotice, Number: 14, Text: "Event: user 3 meets user 14 in round 2; name 14, or 0 for whoever is next"},
		NoticeOfNone(3):         {Kind: EventNotice, Text: "Event: user 3 has no game now"},
		"Event: meets user 9e9": {Kind: EventNotice, Text: "Event: meets user 9e9"},
		"Player:3":              {Text: "Player:3"},
		"Game:x":                {Text: "Game:x"},
		"Color:RED":             {Text: "Color:RED"},
		"Removed:":              {Text: "Removed:"},
		"Moved pieces: 3":       {Text: "Moved pieces: 3"},
		Banner:                  {Text: Banner},
		"":                      {},
	} {
		if got := ParseMessage(line); got != want {
			t.Errorf("%q is %+v, want %+v", line, got, want)
		}
	}
}

// What is written is read as the same message.
func FuzzParseMessage(f *testing.F) {
	for _, line := range []string{"?Move(180000):", "Removed:[0:0]", "Move[2:0]:[0:0]", "Color:WHITE", "Game:1", Notice(1, 2, 3), "?What", "Error x", "\x00"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m := ParseMessage(line)
		if again := ParseMessage(m.String()); again != m {
			t.Errorf("%q is %+v, written %q, read as %+v", line, m, m.String(), again)
		}
	})
}

func TestLinesOfAnyLength(t *testing.T) {
	var l Lines
	if err := l.Feed([]byte("a\r\nb\n\n" + strings.Repeat("x", MaxLine) + "\n")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a", "b", "", strings.Repeat("x", MaxLine)} {
		if got, ok := l.Next(); !ok || got != want {
			t.Errorf("got %.10q, want %.10q", got, want)
		}
	}
	if _, ok := l.Next(); ok {
		t.Error("one line too many")
	}
	if err := l.Feed([]byte("c\n" + strings.Repeat("x", MaxLine+1))); err != ErrLine {
		t.Errorf("a line without an end: %v", err)
	}
	if got, _ := l.Next(); got != "c" {
		t.Errorf("the line before is %q", got)
	}
}

// However the bytes are cut, the lines are the same.
func FuzzLines(f *testing.F) {
	f.Add([]byte("Game:1\r\nPlayer:1\n?Remove:\n"), uint64(3))
	f.Add([]byte("\r\n\r\n\r"), uint64(1))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		if len(data) > MaxLine {
			data = data[:MaxLine]
		}
		var whole, cut Lines
		if err := whole.Feed(data); err != nil {
			t.Fatal(err)
		}
		for _, chunk := range chunks(data, seed) {
			if err := cut.Feed(chunk); err != nil {
				t.Fatal(err)
			}
		}
		want := strings.Split(string(data), "\n")
		for _, line := range want[:len(want)-1] {
			a, _ := whole.Next()
			b, _ := cut.Next()
			if a != b || a != strings.TrimSuffix(line, "\r") {
				t.Fatalf("lines %q and %q of %q", a, b, line)
			}
		}
		if _, ok := cut.Next(); ok {
			t.Fatal("one line too many")
		}
	})
}

func TestPasswordIsNeverPrinted(t *testing.T) {
	account := Account{User: 7, Opponent: 8, Password: "4705123"}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		for _, value := range []any{account, &account, account.Password, []Password{account.Password}} {
			if text := fmt.Sprintf(format, value); strings.Contains(text, "4705") || strings.Contains(text, "34373035") {
				t.Errorf("%s prints %s", format, text)
			}
		}
	}
}
