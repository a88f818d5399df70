package sample

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var errSmall = errors.New("too small")

type colour uint8

func (c colour) String() string { return [3]string{"red", "green", "blue"}[c] }

func checked(n int) (int, error) {
	if n < 3 {
		return 0, errSmall
	}
	if n > 9 {
		return 0, fmt.Errorf("the number %d is %w", n, tooLarge(n))
	}
	return n * 2, nil
}

func tooLarge(n int) error {
	return fmt.Errorf("%d too much (100 %% of it), %q, %s", n-9, "a\tb", colour(n%3))
}

func texts(r *report) {
	for _, n := range []int{1, 5, 12} {
		if v, err := checked(n); err != nil {
			r.say("error", err.Error())
			r.truth("which", err == errSmall)
		} else {
			r.number("fine", int64(v))
		}
	}
	text := "checkers"
	r.number("byte", int64(text[2])+int64(len(text)))
	r.say("part", text[1:4]+"-"+text[5:])
	data := []byte(text)
	data[0] = 'C'
	r.say("bytes", string(data[:5]))
	r.truth("compare", string(data[1:3]) == "he")
	digits := strconv.AppendInt(nil, -120, 10)
	r.say("digits", string(digits)+" "+strconv.Itoa(7))
	n, err := strconv.Atoi("-42")
	r.number("read", int64(n))
	r.truth("good", err == nil)
	_, err = strconv.Atoi("4x2")
	r.truth("bad", err != nil)
	seconds, err := strconv.ParseFloat("2.5e1", 64)
	r.number("seconds", int64(seconds*4))
	r.truth("good too", err == nil)
	_, err = strconv.ParseFloat("2.5 ", 64)
	r.truth("bad too", err != nil)
	pieces(r)
	table(r)
	r.say("sprintf", fmt.Sprintf("%d of %s%c", 3, text, 'x'))
}

func pieces(r *report) {
	for _, text := range []string{"", "a", "?Move(7):", "ab:ab:", " \t x y\r\n", "::"} {
		before, after, found := strings.Cut(text, ":")
		r.say("cut", before+"|"+after)
		r.truth("found", found)
		rest, begins := strings.CutPrefix(text, "a")
		r.say("prefix", rest+"|"+strings.TrimPrefix(text, "?")+"|"+strings.TrimSuffix(text, ":"))
		r.truth("begins", begins && strings.HasPrefix(text, "ab") || strings.HasSuffix(text, "\n"))
		r.say("space", "<"+strings.TrimSpace(text)+">")
		r.say("replaced", strings.ReplaceAll(text, "ab", "<a"))
		r.number("at", int64(strings.Index(text, "b")*100+strings.LastIndexByte(text, ':')))
		r.truth("contains", strings.Contains(text, "Mo") || strings.Contains(text, ""))
	}
	r.say("number", strconv.FormatInt(-1<<62, 10))
}

// table reads bytes of all kinds out of a literal of several lines.
func table(r *report) {
	t := []byte("\x00\x001\x7f\x80\x9e\xff\n\r\t\"'\\??=?/%s{}" + odd)
	r.number("bytes", int64(len(t)))
	sum := int64(0)
	for i, b := range t {
		sum = sum*3 + int64(b)*int64(i)&0xffff
		sum &= 0xffffffff
	}
	r.number("weighed", sum)
	with := "nothing\x00" + odd[:2]
	r.number("length", int64(len(with)))
	r.say("after nothing", with[8:])
}

const odd = "O" + even + even + even
const even = "ONOPOO7\x00OQOOO?OOO\\OO-OOOOOONOOPOOQOOO\x9eOOOO\x000123"
