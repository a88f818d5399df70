package strings

// HasPrefix reports whether a text begins with another.
func HasPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && s[:len(prefix)] == prefix
}

// HasSuffix reports whether a text ends with another.
func HasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix
}

// CutPrefix takes a prefix off a text.
func CutPrefix(s, prefix string) (after string, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// TrimSuffix takes a suffix off a text that has it.
func TrimSuffix(s, suffix string) string {
	if !HasSuffix(s, suffix) {
		return s
	}
	return s[:len(s)-len(suffix)]
}

// TrimPrefix takes a prefix off a text that has it.
func TrimPrefix(s, prefix string) string {
	if !HasPrefix(s, prefix) {
		return s
	}
	return s[len(prefix):]
}

// Index is the place of the first instance of a text, -1 if there is none.
func Index(s, part string) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
}

// Contains reports whether a text is a part of another.
func Contains(s, part string) bool { return Index(s, part) >= 0 }

// LastIndexByte is the place of the last instance of a byte, -1 if there is
// none.
func LastIndexByte(s string, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

// Cut splits a text at the first instance of another.
func Cut(s, sep string) (before, after string, found bool) {
	at := Index(s, sep)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(sep):], true
}

// ReplaceAll puts a text instead of every instance of another, which is
// not empty.
func ReplaceAll(s, from, to string) string {
	done := ""
	for {
		at := Index(s, from)
		if at < 0 {
			return done + s
		}
		done += s[:at] + to
		s = s[at+len(from):]
	}
}

// TrimSpace takes the blanks of ASCII off both ends.
func TrimSpace(s string) string {
	low, high := 0, len(s)
	for low < high && isSpace(s[low]) {
		low++
	}
	for high > low && isSpace(s[high-1]) {
		high--
	}
	return s[low:high]
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
