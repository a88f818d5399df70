package strconv

import "errors"

var errSyntax = errors.New("invalid syntax")

// Atoi reads a decimal number of at most 18 digits.
func Atoi(text string) (int, error) {
	at, value := 0, 0
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		at = 1
	}
	if at == len(text) || len(text)-at > 18 {
		return 0, errSyntax
	}
	for i := at; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return 0, errSyntax
		}
		value = 10*value + int(text[i]-'0')
	}
	if text[0] == '-' {
		value = -value
	}
	return value, nil
}

// Itoa writes a number in decimal.
func Itoa(value int) string { return string(AppendInt(nil, int64(value), 10)) }

// FormatInt writes a number in decimal; the base is always 10.
func FormatInt(value int64, base int) string { return string(AppendInt(nil, value, base)) }

// AppendInt appends a number in decimal; the base is always 10.
func AppendInt(dst []byte, value int64, base int) []byte {
	if value < 0 {
		dst = append(dst, '-')
		return AppendUint(dst, uint64(-value), base)
	}
	return AppendUint(dst, uint64(value), base)
}

// AppendUint appends a number in decimal; the base is always 10.
func AppendUint(dst []byte, value uint64, base int) []byte {
	var digits [20]byte
	n := len(digits)
	for {
		n--
		digits[n] = '0' + byte(value%uint64(base))
		value /= uint64(base)
		if value == 0 {
			break
		}
	}
	return append(dst, digits[n:]...)
}

func ParseFloat(text string, bits int) (float64, error)

// ParseInt reads a decimal number; its base and width are always 10 and 64.
func ParseInt(text string, base, bits int) (int64, error) {
	n, err := Atoi(text)
	return int64(n), err
}

// ParseUint reads a number without a sign, of at most 16 digits.
func ParseUint(text string, base, bits int) (uint64, error) {
	var value uint64
	if len(text) == 0 || len(text) > 16 {
		return 0, errSyntax
	}
	for i := 0; i < len(text); i++ {
		digit := digitOf(text[i])
		if digit >= base {
			return 0, errSyntax
		}
		value = value*uint64(base) + uint64(digit)
	}
	return value, nil
}

// digitOf is the value of a digit, a large number if it is none.
func digitOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 1000
}
