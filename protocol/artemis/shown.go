package artemis

import "strings"

// Shown is a server's text for a terminal: in plain ASCII, and without the password,
// should it be echoed.
//
// Passwords are numbers, often of one or two digits, which are everywhere in boards
// and clocks; hiding all of them would hide the server's complaint, and reveal the
// password by the gaps. So a short one is hidden only as a word of its own (in
// "password4:" too, but not in "14"), and none within the cells of a removal or a
// move, "[4:4]".
func Shown(text string, secret Password) string {
	// longSecret is the length from which a password does not occur by chance.
	const longSecret = 6
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
			c := text[i]
			if c < ' ' || c > '~' {
				c = '?'
			}
			out = append(out, c)
		}
	}
	return string(out)
}

// alone reports whether text[from:to] is not part of a longer number or word.
func alone(text string, from, to int) bool {
	return (from == 0 || differ(text[from-1], text[from])) && (to == len(text) || differ(text[to-1], text[to]))
}

func differ(a, b byte) bool {
	return !(isDigit(a) && isDigit(b)) && !(isLetter(a) && isLetter(b))
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// cells is the length of the cell at the start of a text, such as [12:3]; 0 for none.
func cells(text string) int {
	// mostDigits of a row or a column; the largest board has fewer than a hundred.
	const mostDigits = 2
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

// digits is the number of digits at the start of a text.
func digits(text string) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}
