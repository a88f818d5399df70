package term

import (
	"context"
	"errors"
	"fmt"
	"io"

	xterm "golang.org/x/term"
)

// ErrNoTerminal is the error of a question to an input that is no terminal.
var ErrNoTerminal = errors.New("the input is no terminal")

// AskPassword reads a password from a terminal without echo. The prompt goes to messages.
func AskPassword(ctx context.Context, in io.Reader, messages io.Writer) (string, error) {
	f, ok := FileOf(in)
	if !ok || !xterm.IsTerminal(int(f.Fd())) {
		return "", ErrNoTerminal
	}
	fd := int(f.Fd())
	state, err := xterm.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("the terminal: %w", err)
	}
	// An interrupted read leaves the terminal without echo.
	stop := context.AfterFunc(ctx, func() { xterm.Restore(fd, state) })
	defer stop()
	fmt.Fprint(messages, "Password: ")
	text, err := xterm.ReadPassword(fd)
	fmt.Fprintln(messages)
	if err != nil {
		return "", fmt.Errorf("the password: %w", err)
	}
	return string(text), nil
}
