package littlego

import "evolab/game/littlego"

const hexDigits = "0123456789abcdef"

func appendKey(dst []byte, c code) []byte {
	ply := byte(c >> codePly)
	if ply < 10 {
		dst = append(dst, '0'+ply)
	} else {
		dst = append(dst, 'a'+ply-10)
	}
	for r := range littlego.Size {
		row := c >> (8 * r) & 0xff
		dst = append(dst, hexDigits[row>>4], hexDigits[row&15])
	}
	ko := uint8(c >> codeKo & 31)
	switch {
	case c>>codePass&1 == 1:
		return append(dst, passMark)
	case ko > 0:
		return append(dst, letter(ko-1))
	}
	return append(dst, noMark)
}

func parseKey(text string) (c code, ok bool) {
	ply := hexValue(text[0], 'a'+littlego.LastPly-10)
	if ply < 0 {
		return 0, false
	}
	c = code(ply) << codePly
	for r := range littlego.Size {
		high, low := hexValue(text[1+2*r], 'f'), hexValue(text[2+2*r], 'f')
		if high < 0 || low < 0 || high<<4|low >= 243 {
			return 0, false
		}
		c |= code(high<<4|low) << (8 * r)
	}
	switch mark := text[keyWidth-1]; {
	case mark == passMark:
		c |= 1 << codePass
	case mark >= 'a' && mark < 'a'+littlego.Points:
		c |= code(pointAt(mark)+1) << codeKo
	case mark != noMark:
		return 0, false
	}
	return c, true
}

// hexValue is the value of a digit, of which last is the largest; -1 if it is
// none.
func hexValue(digit, last byte) int {
	switch {
	case digit >= '0' && digit <= '9':
		return int(digit - '0')
	case digit >= 'a' && digit <= last:
		return int(digit-'a') + 10
	}
	return -1
}
