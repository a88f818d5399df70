package artemis

// Account is what a client tells the server about itself.
type Account struct {
	User, Opponent int
	Password       Password
	Event          bool // ask for the next opponent, on a server of evolab that runs an event
}

// MaxUser is the largest number of a user, and of a password.
const MaxUser = 1<<31 - 1

// Password is a password that is never printed.
type Password string

// PasswordVariable is the environment variable with the client's password.
const PasswordVariable = "ARTEMIS_PASSWORD"

// Sendable reports whether a password is a single line and not empty: the server
// expects a number.
func (p Password) Sendable() bool {
	for i := 0; i < len(p); i++ {
		if p[i] < ' ' || p[i] == 0x7f {
			return false
		}
	}
	return p != ""
}
