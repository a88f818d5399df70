package untrusted

import "strings"

// Cell is a text for a cell of a table as CSV: on one line, and none that a
// spreadsheet takes for a formula.
func Cell(text string) string {
	text = OneLine(text)
	if strings.IndexAny(text, "=+-@＝＋－＠") == 0 {
		return "'" + text
	}
	return text
}

// Markdown is a text on one line that is shown in Markdown as it is: no HTML, no
// link, no end of a table's cell.
func Markdown(text string) string { return markdown.Replace(OneLine(text)) }

var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "|", `\|`, "&", "&amp;", "~", `\~`)

// OneLine is a text without ends of lines, and harmless.
func OneLine(text string) string { return Text(strings.Join(strings.Fields(text), " ")) }
