package artemis

import "strings"

// longSecret is the length from which on a password does not turn up by chance.
const longSecret = 6

// Shown is what a server has sent, as it can be put on a terminal: in plain
// ASCII, and without the password, should it come back.
//
// Passwords are numbers, often of one or two digits, which boards and clocks are
// full of; to hide those would hide what the server complains of, and tell the
// password by where the text has holes. So a short one is hidden only where it
// is a word of its own (in "password4:" too, but not in "14"), and none within
// the cells of a removal or a move, "[4:4]", where only the board speaks.
func Shown(text string, secret Password) string {
	word := string(secret)
	var out []byte
	for i := 0; i < len(text); {
		n := cells(text[i:])
		if n == 0 && word != "" && strings.HasPrefix(text[i:], word) && (len(word) >= longSecret || alone(text, i, i+len(word))) {
			out = append(out, []byte("(hidden)")...)
			i += len(word)
			continue
		}
		for end := i + max(n, 1); i < end; i++ {
			out = append(out, printable(text[i]))
		}
	}
	return string(out)
}

func printable(c byte) byte {
	if c < ' ' || c > '~' {
		return '?'
	}
	return c
}

// alone reports whether text[from:to] does not go on as it begins and ends: digits
// are not among digits, nor letters among letters.
func alone(text string, from, to int) bool {
	return (from == 0 || differ(text[from-1], text[from])) && (to == len(text) || differ(text[to-1], text[to]))
}

func differ(a, b byte) bool {
	return !(isDigit(a) && isDigit(b)) && !(isLetter(a) && isLetter(b))
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// mostDigits of a row or a column make a cell; the largest board has fewer than
// a hundred.
const mostDigits = 2

// cells is the length of the cell that a text begins with, such as [12:3]; 0 for
// none.
func cells(text string) int {
	if text == "" || text[0] != '[' {
		return 0
	}
	row := digits(text[1:])
	if row == 0 || row > mostDigits || len(text) <= 1+row || text[1+row] != ':' {
		return 0
	}
	col := digits(text[2+row:])
	end := 2 + row + col
	if col == 0 || col > mostDigits || len(text) <= end || text[end] != ']' {
		return 0
	}
	return end + 1
}

// digits is how many digits a text begins with.
func digits(text string) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}
