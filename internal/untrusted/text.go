// Package untrusted makes text that others wrote harmless: what a program prints,
// the names of its files, a record from somewhere else, a peer's line.
package untrusted

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text escapes what a terminal, an editor or a browser would interpret instead of
// showing it: control characters, characters without a shape, which can reverse the
// direction of writing, and invalid UTF-8. Newlines and tabs stay. The escapes are
// those of JSON, so that a line of JSON stays one.
func Text(text string) string {
	if !strings.ContainsFunc(text, Obeyed) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"):
			b.WriteByte('\r')
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case Obeyed(r):
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Obeyed reports whether a character is interpreted instead of shown.
func Obeyed(r rune) bool {
	if r >= ' ' && r < 0x7f {
		return false
	}
	return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Line is a text on one line, shortened to its beginning and its end if it has more
// than most characters.
func Line(text string, most int) string {
	text = OneLine(text)
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	const gap = " ... "
	head := (most - len(gap)) / 2
	return string(runes[:head]) + gap + string(runes[len(runes)-(most-len(gap)-head):])
}

// Printable is a text on one line that cannot control a terminal.
func Printable(text string) string {
	const longest = 4000 // characters: more than anything that evolab writes
	return Line(text, longest)
}

// formula are the characters that begin a formula in a spreadsheet.
const formula = "=+-@＝＋－＠"

// Cell is a text for a cell of a table as CSV: on one line, and none that a
// spreadsheet takes for a formula.
func Cell(text string) string {
	text = OneLine(text)
	if strings.IndexAny(text, formula) == 0 {
		return "'" + text
	}
	return text
}

// Literal is a cell that a spreadsheet keeps as it is written: besides formulas, it takes
// texts for dates (1-17, 3/60, MAR1), times, numbers (007, 1e5) and truth values. An
// apostrophe in front keeps it from that.
func Literal(text string) string {
	text = Cell(text)
	if converted().MatchString(text) {
		return "'" + text
	}
	return text
}

// converted matches what Excel and LibreOffice convert, in English, German, French, Italian
// and Spanish, and more.
var converted = sync.OnceValue(func() *regexp.Regexp {
	const month = `(?:jan(?:uary?|uar|v|vier)?|feb(?:ruary|ruar|raio|braio|rero)?|f[eé]v(?:r|rier)?|mar(?:ch|s|zo)?|mär(?:z)?|a[pbv]r(?:il|ile)?|ma[iygr](?:gio|o)?|june?|juni|juin|july?|juli|juil(?:let)?|` +
		`giu(?:gno)?|lug(?:lio)?|jun(?:io)?|jul(?:io)?|gen(?:naio)?|ene(?:ro)?|aug(?:ust)?|ao[uû]t|ago(?:sto)?|sept?(?:iembre|ember|embre)?|set(?:tembre|iembre)?|o[ckt]t(?:ober|obre|ubre|obre)?|nov(?:ember|embre|iembre)?|d[eéi][cz](?:ember|embre|iembre)?)`
	const gap = `[-/., ]*`
	return regexp.MustCompile(`(?i)^\s*(?:` +
		`[0-9.,:/+\-%e ($€£]*[0-9][0-9.,:/+\-%etz )$€£]*|` + // numbers, amounts, fractions, shares, dates, times
		`[0-9]{1,2}[0-9: ]*[ap]\.?m?\.?|` +
		`[0-9]{0,4}` + gap + month + gap + `[0-9]{0,4}` + gap + `[0-9]{0,4}(?: [0-9:]+)?|` +
		`true|false|wahr|falsch)\s*$`)
})

// Markdown is a text on one line that is shown in Markdown as it is: no HTML, no
// link, no end of a table's cell.
func Markdown(text string) string { return markdown.Replace(OneLine(text)) }

var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "|", `\|`, "&", "&amp;", "~", `\~`)

// Name is a name that somebody chose, on one line and harmless. Other than with OneLine,
// different names stay different, also as a Cell: blanks are escaped but for single spaces
// between words.
func Name(text string) string {
	var b strings.Builder
	spaced := true // after a blank, or at the beginning
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		rest := text[i+n:]
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case Obeyed(r), unicode.IsSpace(r) && (r != ' ' || spaced || rest == ""),
			r == '\\' && strings.IndexAny(rest, "ux") == 0, r == '\'' && i == 0 && strings.IndexAny(rest, formula) == 0:
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteString(text[i : i+n])
		}
		spaced = unicode.IsSpace(r)
		i += n
	}
	return b.String()
}

// OneLine is a text without ends of lines, and harmless.
func OneLine(text string) string { return Text(strings.Join(strings.Fields(text), " ")) }
