package lab

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	protocol "evolab/protocol/artemis"
)

// errPassword is the error of a missing password.
var errPassword = errors.New("evolve: konane connect needs a password")

// artemisPassword reads the user's password. Programs that play for us do not
// inherit it.
func (a *app) artemisPassword(ctx context.Context) (protocol.Password, error) {
	text, found := os.LookupEnv(protocol.PasswordVariable)
	os.Unsetenv(protocol.PasswordVariable)
	if !found {
		var err error
		if text, err = a.askPassword(ctx); err != nil {
			return "", err
		}
	}
	password := protocol.Password(text)
	if !password.Sendable() {
		return "", badInput(errPassword, "it is a number, in the environment variable "+protocol.PasswordVariable)
	}
	return password, nil
}

// askPassword reads a password without echo.
func (a *app) askPassword(ctx context.Context) (string, error) {
	f, ok := fileOf(a.in)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return "", badInput(errPassword, "set the environment variable "+protocol.PasswordVariable+", or run it on a terminal")
	}
	fd := int(f.Fd())
	state, err := term.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("evolve: the terminal: %w", err)
	}
	// An interrupted read leaves the terminal without echo.
	stop := context.AfterFunc(ctx, func() { term.Restore(fd, state) })
	defer stop()
	fmt.Fprint(a.err, "Password: ")
	text, err := term.ReadPassword(fd)
	fmt.Fprintln(a.err)
	if err != nil {
		return "", fmt.Errorf("evolve: the password: %w", err)
	}
	return string(text), nil
}
