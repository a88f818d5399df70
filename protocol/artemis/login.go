package artemis

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Format keeps the password out of everything that package fmt writes.
func (Password) Format(f fmt.State, _ rune) { fmt.Fprint(f, "(hidden)") }

// MarshalText keeps the password out of everything that is encoded.
func (Password) MarshalText() ([]byte, error) { return []byte("(hidden)"), nil }

// ErrPassword is the error of a user who has another password.
var ErrPassword = errors.New("wrong username or password")

// Login asks a new client for a name, a password and an opponent.
type Login struct {
	// Check refuses a user, with ErrPassword if it has another password; nil accepts
	// everybody.
	Check func(user int, password Password) error
	// Notice is the line for a user who asks for the next opponent; nil if there is no
	// event.
	Notice func(user int) string

	step     int
	user     int
	opponent int
}

// Begin returns the first lines to send.
func (l *Login) Begin() []string {
	return []string{Banner, Message{Kind: AskUser}.String()}
}

// Receive takes the next line. It returns the lines to send, none after the last
// answer, and an error if the login has failed: send its text and disconnect.
func (l *Login) Receive(line string) (send []string, err error) {
	text := strings.TrimSpace(line)
	if l.step == 2 && text == AskNotice {
		if l.Notice == nil {
			return nil, fmt.Errorf("there is no event on this server: name an opponent")
		}
		return []string{l.Notice(l.user), Message{Kind: AskOpponent}.String()}, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	number := int(n)
	if err != nil {
		return nil, fmt.Errorf("%s is no number from 0 to %d", [...]string{"the username", "the password", "the opponent"}[l.step], MaxUser)
	}
	switch l.step {
	case 0:
		l.user = number
		l.step++
		return []string{Message{Kind: AskPassword}.String()}, nil
	case 1:
		if l.Check != nil {
			if err := l.Check(l.user, Password(text)); err != nil {
				return nil, err
			}
		}
		l.step++
		return []string{Message{Kind: AskOpponent}.String()}, nil
	}
	if number == l.user {
		return nil, fmt.Errorf("user %d cannot play against itself", number)
	}
	l.opponent = number
	l.step++
	return nil, nil
}

// Done reports whether everything is known.
func (l *Login) Done() bool { return l.step == 3 }

// User is the user who has logged in.
func (l *Login) User() int { return l.user }

// Opponent is the opponent whom the user names.
func (l *Login) Opponent() int { return l.opponent }
