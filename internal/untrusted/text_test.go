package untrusted

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"plain, é, 囲碁\tand\n":            "plain, é, 囲碁\tand\n",
		"\x1b[31mred\x1b[0m":             `\u001b[31mred\u001b[0m`,
		"\x1b]0;title\x07":               `\u001b]0;title\u0007`,
		"a\rb":                           `a\u000db`,
		"a\r\nb":                         "a\r\nb",
		"\u009b2J":                       `\u009b2J`,
		"\x9b2J":                         `\x9b2J`,
		"evil\u202egnp.exe":              `evil\u202egnp.exe`,
		"a\u200bb\u2066c\u2028":          `a\u200bb\u2066c\u2028`,
		"tag \U000e0041":                 `tag \udb40\udc41`,
		"\x00\x7f":                       `\u0000\u007f`,
		"\ufffd is a character that may": "\ufffd is a character that may",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		" two\n lines\t":                       "two lines",
		"a\x1b[1m\nb":                          `a\u001b[1m b`,
		"0123456789abcdefghijklmnopqrstuvwxyz": "0123456 ... stuvwxyz",
	} {
		if got := Line(text, 20); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "": "", "a=b": "a=b",
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
		"+1":                 "'+1",
		"-1":                 "'-1",
		"@sum":               "'@sum",
		"\t=1":               "'=1",
		"\r\n=1":             "'=1",
		"＝1":                 "'＝1",
		"two\nlines":         "two lines",
		"\x1b[1m":            `\u001b[1m`,
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q is the cell %q, want %q", text, got, want)
		}
	}
}

// Names that somebody could take for each other are told apart, in tables too.
func TestName(t *testing.T) {
	seen := map[string]string{}
	for text, want := range map[string]string{
		"Ada Lovelace":       "Ada Lovelace",
		"Ada  Lovelace":      `Ada \u0020Lovelace`,
		" Ada Lovelace":      `\u0020Ada Lovelace`,
		"Ada Lovelace ":      `Ada Lovelace\u0020`,
		"Ada\tLovelace":      `Ada\u0009Lovelace`,
		"Ada\nLovelace":      `Ada\u000aLovelace`,
		"Ada\u00a0Lovelace":  `Ada\u00a0Lovelace`,
		"Ada \u3000Lovelace": `Ada \u3000Lovelace`,
		`Ada\u00a0Lovelace`:  `Ada\u005cu00a0Lovelace`,
		`Ada\Lovelace`:       `Ada\Lovelace`,
		"Ada\x1b[1m":         `Ada\u001b[1m`,
		"Ada\u202e":          `Ada\u202e`,
		"Ada\xff":            `Ada\xff`,
		`Ada\xff`:            `Ada\u005cxff`,
		"=1":                 "=1",
		"'=1":                `\u0027=1`,
		"'n":                 "'n",
		" ":                  `\u0020`,
		"":                   "",
	} {
		got := Name(text)
		if got != want || OneLine(got) != got {
			t.Errorf("%q is called %q, want %q", text, got, want)
		}
		if before, twice := seen[Cell(got)]; twice {
			t.Errorf("%q and %q have the same cell %q", before, text, Cell(got))
		}
		seen[Cell(got)] = text
	}
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"ga, own_liberties": "ga, own_liberties",
		"<script>":          "&lt;script&gt;",
		"[x](y)":            `\[x\](y)`,
		"a|b":               `a\|b`,
		"`x` *y* \\":        "\\`x\\` \\*y\\* \\\\",
		"two\nlines":        "two lines",
		"\u202e":            `\\u202e`,
	} {
		if got := Markdown(text); got != want {
			t.Errorf("%q in Markdown is %q, want %q", text, got, want)
		}
	}
}

// No text keeps a character that is obeyed, and a line of JSON keeps its meaning.
func FuzzText(f *testing.F) {
	f.Add("\x1b[0m\u202e\xff\U000e0041")
	f.Fuzz(func(t *testing.T, text string) {
		got := Text(text)
		if strings.ContainsFunc(strings.ReplaceAll(got, "\r\n", ""), Obeyed) || !utf8.ValidString(got) || Text(got) != got {
			t.Errorf("%q is shown as %q", text, got)
		}
		if line := Line(text, 100); strings.ContainsFunc(line, Obeyed) || strings.ContainsAny(line, "\n\t") || utf8.RuneCountInString(line) > 100 {
			t.Errorf("%q is the line %q", text, line)
		}
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var before, after string
		if err := json.Unmarshal(quoted, &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(Text(string(quoted))), &after); err != nil || before != after {
			t.Errorf("%q in JSON means %q, %v", before, after, err)
		}
	})
}

// Spreadsheets convert the texts on the left; Literal keeps them, and leaves all others as
// they are.
func TestLiteral(t *testing.T) {
	for _, text := range []string{
		"1-17", "0-12", "3/4", "1/60", "1 1/2", "12:30", "2026-11-24", "2026-11-24 14:31:21", "2026-11-24T14:31:21Z", "24.11.2026", "MAR1", "mar-1", "SEPT2",
		"1-Dec", "24 Nov 2026", "Nov 24, 2026", "november", "DEC", "märz 3", "3 pm", "12:30 a", "007", "1e5", "1,000", "50%", ".5", "TRUE", "false",
		"-1", "+1", "=1+1", "@sum", "$5", "5 €", "(5)", "1 mars 2026", "mars-1", "3 août", "2 juil", "maggio 3", "dic-1",
	} {
		if got := Literal(text); got != "'"+text {
			t.Errorf("%q: %q", text, got)
		}
	}
	for _, text := range []string{
		"2026-11-24-143121-quick", "quick", "frozen:depth=2", "ga", "6x6", "18x18", "[4, 0]", "stones_late", "mark2", "marcel", "on", "e", "", "-", "a", "p", "cma-es",
		"./x b 0 -", "window 3x3", "truth", "1-17-g", "a1", "mag7x", "genes",
	} {
		if got := Literal(text); got != Cell(text) {
			t.Errorf("%q: %q", text, got)
		}
	}
}
