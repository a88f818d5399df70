package network

import (
	"fmt"
	"os"

	"golang.org/x/term"
)

// Password is the value of an environment variable, or else what is typed at
// the terminal after a prompt, which does not show it; false if there is
// neither.
func Password(variable, prompt string) (text string, ok bool) {
	if text, ok = os.LookupEnv(variable); ok {
		return text, true
	}
	in := int(os.Stdin.Fd())
	if !term.IsTerminal(in) {
		return "", false
	}
	fmt.Fprint(os.Stderr, prompt)
	typed, err := term.ReadPassword(in)
	fmt.Fprintln(os.Stderr)
	return string(typed), err == nil
}
