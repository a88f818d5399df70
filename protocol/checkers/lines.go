package checkers

import "fmt"

// cutLine takes the first line off data, without its end and the blanks before
// it; there is false when nothing is left.
func cutLine(data []byte) (line, rest []byte, there bool) {
	end := 0
	for end < len(data) && data[end] != '\n' {
		end++
	}
	line = data[:end]
	for len(line) > 0 && isBlank(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	if end < len(data) {
		return line, data[end+1:], true
	}
	return line, nil, end > 0
}

// cutWord takes the first word off a line, which is empty if there is none.
func cutWord(line []byte) (word, rest []byte) {
	start := 0
	for start < len(line) && isBlank(line[start]) {
		start++
	}
	end := start
	for end < len(line) && !isBlank(line[end]) {
		end++
	}
	return line[start:end], line[end:]
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// onlyBlank tells whether nothing but blanks and line ends is left.
func onlyBlank(data []byte) bool {
	for _, b := range data {
		if !isBlank(b) && b != '\n' {
			return false
		}
	}
	return true
}

// quote shows the beginning of a line, whatever its bytes are.
func quote(line []byte) string {
	const longest = 20
	if len(line) == 0 {
		return "an empty line"
	}
	if len(line) > longest {
		return fmt.Sprintf("%q... (%d bytes)", line[:longest], len(line))
	}
	return fmt.Sprintf("%q", line)
}
