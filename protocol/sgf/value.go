package sgf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendText appends a property with a text as its value, escaped.
func appendText(dst []byte, property, text string) []byte {
	dst = append(append(dst, property...), '[')
	for i := range len(text) {
		if text[i] == ']' || text[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, text[i])
	}
	return append(dst, ']')
}

// unescape decodes the raw value of a text: a backslash protects the next byte, and
// removes a line break. Bytes that are not UTF-8 are Latin-1, the format's first
// encoding.
func unescape(raw string) string {
	var b strings.Builder
	raw = breaks.Replace(raw)
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) {
			i++
			if raw[i] == '\n' {
				continue
			}
		}
		b.WriteByte(raw[i])
	}
	text := b.String()
	if !utf8.ValidString(text) {
		runes := make([]rune, len(text))
		for i := range len(text) {
			runes[i] = rune(text[i])
		}
		text = string(runes)
	}
	return cleanText(text)
}

// breaks turns the line breaks of all systems into newlines.
var breaks = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n")

// cleanText is a text as the format keeps it: white space other than line
// breaks is a blank, and so are control characters here.
func cleanText(text string) string {
	text = breaks.Replace(strings.ToValidUTF8(text, "\ufffd"))
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.IsSpace(r)) {
			return ' '
		}
		return r
	}, text)
}

// cleanLine is a text on one line.
func cleanLine(text string) string { return strings.ReplaceAll(cleanText(text), "\n", " ") }
