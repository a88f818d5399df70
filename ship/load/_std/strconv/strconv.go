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
