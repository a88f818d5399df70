package artemis

import "strings"

// Shown is what a server has sent, as it can be put on a terminal: in plain
// ASCII, and without the password, should it come back.
func Shown(text string, secret Password) string {
	if secret != "" {
		text = strings.ReplaceAll(text, string(secret), "(hidden)")
	}
	var out []byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c < ' ' || c > '~' {
			c = '?'
		}
		out = append(out, c)
	}
	return string(out)
}
