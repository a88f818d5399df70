package artemis

import "testing"

// What people are shown of a game, on standard output or as a warning.
func TestNews(t *testing.T) {
	c := NewClient(Account{User: 1, Opponent: 2, Password: "secret"}, start(t, "4x4"))
	talk(t, c, "Game:7", "Removed:[1:1]", "Removed:[1:2]", "Move[3:1]:[1:1]")
	for _, x := range []struct {
		event           Event
		result, warning string
	}{
		{Event{Kind: Say, Send: "2", Waits: true}, "", "waiting for the opponent"},
		{Event{Kind: Say, Send: "secret", Private: true}, "", ""},
		{Event{Kind: Told, Message: Message{Text: "you meet 2, secret"}}, "", "you meet 2, (hidden)"},
		{Event{Kind: Begun}, "game 7", ""},
		{Event{Kind: Played, Ours: true, Message: Message{Move: "[0:0]"}}, "3. we [0:0]", ""},
		{Event{Kind: Played, Message: Message{Move: "[0:1]"}}, "3. they [0:1]", ""},
		{Event{Kind: Choose}, "", ""},
		{Event{Kind: Stuck}, "", "there is no legal move"},
		{Event{Kind: Trouble, Message: Message{Text: "Error: secret"}}, "", "the server: Error: (hidden)"},
		{Event{Kind: Over}, "", ""},
	} {
		if result, warning := c.News(&x.event); result != x.result || warning != x.warning {
			t.Errorf("%+v: %q, %q (expected: %q, %q)", x.event, result, warning, x.result, x.warning)
		}
	}
}
