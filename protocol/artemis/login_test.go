package artemis

import (
	"slices"
	"strings"
	"testing"
)

// accepts knows one user.
func accepts(user int, password Password) error {
	if user != 12 || password != "34" {
		return ErrPassword
	}
	return nil
}

func TestLogin(t *testing.T) {
	l := Login{Check: accepts}
	if got := l.Begin(); !slices.Equal(got, []string{"Artemis Konane Server", "?Username:"}) {
		t.Errorf("it begins with %q", got)
	}
	for _, step := range []struct{ line, send string }{{"12\r", "?Password:"}, {" 34", "?Opponent:"}, {"56", ""}} {
		if l.Done() {
			t.Fatal("done too early")
		}
		if send, err := l.Receive(step.line); strings.Join(send, "\n") != step.send || err != nil {
			t.Errorf("%q is answered %q, %v", step.line, send, err)
		}
	}
	if !l.Done() || l.User() != 12 || l.Opponent() != 56 {
		t.Errorf("%+v", l)
	}
}

// Whoever asks is told whom to name, and asked again; nobody else is told.
func TestLoginWithANotice(t *testing.T) {
	l := Login{Notice: func(user int) string { return Notice(user, 7, 2) }}
	for _, step := range [][2]string{
		{"12", "?Password:"}, {"3", "?Opponent:"},
		{"?", "Event: user 12 meets user 7 in round 2; name 7, or 0 for whoever is next\n?Opponent:"},
		{" ?\r", "Event: user 12 meets user 7 in round 2; name 7, or 0 for whoever is next\n?Opponent:"}, {"7", ""},
	} {
		send, err := l.Receive(step[0])
		if got := strings.Join(send, "\n"); got != step[1] || err != nil {
			t.Errorf("%q is answered %q, %v", step[0], got, err)
		}
	}
	if !l.Done() || l.Opponent() != 7 {
		t.Errorf("%+v", l)
	}
}

func TestFailedLogins(t *testing.T) {
	for lines, want := range map[string]string{
		"bob":        "the username is no number",
		"":           "the username is no number",
		"-1":         "the username is no number",
		"4294967296": "the username is no number",
		"12 pass":    "the password is no number",
		"12 35":      "wrong username or password",
		"13 34":      "wrong username or password",
		"12 34 x":    "the opponent is no number",
		"12 34 ?":    "there is no event on this server",
		"?":          "the username is no number",
		"12 34 12":   "user 12 cannot play against itself",
	} {
		l := Login{Check: accepts}
		var err error
		for _, line := range strings.Split(lines, " ") {
			if err != nil {
				t.Fatalf("%q: failed too early: %v", lines, err)
			}
			_, err = l.Receive(line)
		}
		if err == nil || !strings.Contains(err.Error(), want) || l.Done() {
			t.Errorf("%q: %v, want %q", lines, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "35") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
}

func FuzzLogin(f *testing.F) {
	f.Add("1\n2\n3")
	f.Add("1\n2\n?\n?\n3")
	f.Add("x")
	f.Fuzz(func(t *testing.T, text string) {
		l := Login{Notice: NoticeOfNone}
		for _, line := range strings.Split(text, "\n") {
			if l.Done() {
				break
			}
			send, err := l.Receive(line)
			if err != nil {
				if l.Done() {
					t.Fatal("done in spite of an error")
				}
				return
			}
			if (len(send) == 0) != l.Done() {
				t.Fatalf("%q is sent, done is %v", send, l.Done())
			}
		}
	})
}

func TestLobby(t *testing.T) {
	var l Lobby
	enter := func(key, user, opponent int) (int, bool) {
		t.Helper()
		other, found, err := l.Enter(Guest{Key: key, User: user, Opponent: opponent})
		if err != nil {
			t.Fatal(err)
		}
		return other.Key, found
	}
	for _, c := range []struct {
		key, user, opponent int
		other               int
		found               bool
	}{
		{1, 10, 20, 0, false},
		{2, 30, 10, 0, false}, // 10 does not want to play 30
		{3, 20, 30, 0, false},
		{4, 40, 30, 0, false},
	} {
		if other, found := enter(c.key, c.user, c.opponent); other != c.other || found != c.found {
			t.Errorf("user %d meets %d, %v", c.user, other, found)
		}
	}
	if _, _, err := l.Enter(Guest{Key: 5, User: 20, Opponent: 10}); err == nil {
		t.Error("user 20 waits twice")
	}
	l.Leave(3)
	if other, found := enter(6, 20, 10); other != 1 || !found {
		t.Errorf("user 20 meets %d, %v; want the one with key 1", other, found)
	}
	if l.Waiting() != 2 {
		t.Errorf("%d guests are left, want 2", l.Waiting())
	}
}
