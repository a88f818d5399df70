package run

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Filter is a condition on runs, such as
//
//	ga.sigma>.3 and (game=checkers or tags=good) and not halma
//
// A comparison is a field, one of = != < <= > >= ~ !~ and a value; ~ stands for
// "contains". A word alone stands for runs that have it in a name, note, tag or game. Words
// with other characters than letters, digits and . _ - : / % stand in quotes. "and" binds more tightly
// than "or". Case makes no difference. A value that is not known fulfils only != and !~.
type Filter struct {
	Text  string
	holds func(s *Summary) bool
}

// FilterError is the error of a text that is no filter, at its place.
type FilterError struct {
	Text       string
	Start, End int // bytes of the text that are wrong; equal at its end
	What       string
}

func (e *FilterError) Error() string {
	return fmt.Sprintf("run: filter %q, character %d: %s", e.Text, utf8.RuneCountInString(e.Text[:e.Start])+1, e.What)
}

// Before, Wrong and After are the text in its parts.
func (e *FilterError) Before() string { return e.Text[:e.Start] }
func (e *FilterError) Wrong() string  { return e.Text[e.Start:e.End] }
func (e *FilterError) After() string  { return e.Text[e.End:] }

// The bounds of a filter keep it from using up the stack.
const (
	maxFilter = 4000 // bytes
	maxNested = 100
)

// ParseFilter reads a filter; the empty one holds for all runs. The error is a
// *[FilterError].
func ParseFilter(text string) (Filter, error) {
	p := filterParser{text: text}
	if len(text) > maxFilter {
		return Filter{}, p.wrong(0, 0, fmt.Sprintf("it has %s (allowed: %d)", quantity.Of(len(text), "byte"), maxFilter))
	}
	all := Filter{text, func(*Summary) bool { return true }}
	if err := p.next(); err != nil {
		return Filter{}, err
	}
	if p.is == endToken {
		return all, nil
	}
	holds, err := p.either()
	if err == nil && p.is != endToken {
		err = p.refuse("expected: and, or, or the end")
	}
	if err != nil {
		return Filter{}, err
	}
	return Filter{text, holds}, nil
}

// Holds reports whether a run fulfils the filter.
func (f *Filter) Holds(s *Summary) bool { return f.holds == nil || f.holds(s) }

// Condition is the text of a comparison, as a filter has it.
func Condition(field, operator, value string) string { return field + operator + quoteWord(value) }

// quoteWord puts a word into quotes if it needs any.
func quoteWord(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !inWord(r) }) && !isKeyword(word) {
		return word
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
}

func isKeyword(word string) bool {
	return slices.Contains([]string{"and", "or", "not"}, strings.ToLower(word))
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("._-:/%+", r)
}

// tokenKind is what a token is.
type tokenKind int

const (
	endToken tokenKind = iota
	wordToken
	quotedToken
	operatorToken
	openToken
	closeToken
)

// filterParser reads a filter token by token.
type filterParser struct {
	text       string
	start, end int // of the token
	is         tokenKind
	word       string // of a word, without its quotes
	depth      int
}

type condition = func(s *Summary) bool

func (p *filterParser) wrong(start, end int, what string) error {
	return &FilterError{p.text, start, end, what}
}

// refuse is the error at the token.
func (p *filterParser) refuse(what string) error { return p.wrong(p.start, p.end, what) }

// next reads a token.
func (p *filterParser) next() error {
	rest := strings.TrimLeftFunc(p.text[p.end:], unicode.IsSpace)
	p.start = len(p.text) - len(rest)
	p.end, p.word = p.start, ""
	if rest == "" {
		p.is = endToken
		return nil
	}
	for _, operator := range []string{"!=", "!~", "<=", ">=", "=", "<", ">", "~"} {
		if strings.HasPrefix(rest, operator) {
			p.is, p.word, p.end = operatorToken, operator, p.start+len(operator)
			return nil
		}
	}
	switch first, size := utf8.DecodeRuneInString(rest); {
	case first == '(' || first == ')':
		p.is, p.end = openToken, p.start+1
		if first == ')' {
			p.is = closeToken
		}
		return nil
	case first == '"' || first == '\'':
		return p.quoted(rest, byte(first))
	case inWord(first):
		n := strings.IndexFunc(rest, func(r rune) bool { return !inWord(r) })
		if n < 0 {
			n = len(rest)
		}
		p.is, p.word, p.end = wordToken, rest[:n], p.start+n
		return nil
	default:
		return p.wrong(p.start, p.start+size, "no word, comparison or bracket begins so (other characters stand in quotes)")
	}
}

// quoted reads a word in quotes; a backslash stands before what would end it.
func (p *filterParser) quoted(rest string, quote byte) error {
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\' && i+1 < len(rest):
			i++
			b.WriteByte(rest[i])
		case c == quote:
			p.is, p.word, p.end = quotedToken, b.String(), p.start+i+1
			return nil
		default:
			b.WriteByte(c)
		}
	}
	return p.wrong(p.start, len(p.text), "the quotes are not closed")
}

// keyword reports whether the token is this word.
func (p *filterParser) keyword(word string) bool {
	return p.is == wordToken && strings.EqualFold(p.word, word)
}

// either reads conditions with "or" between them.
func (p *filterParser) either() (condition, error) {
	return p.joined("or", p.both, func(a, b condition) condition { return func(s *Summary) bool { return a(s) || b(s) } })
}

// both reads conditions with "and" between them.
func (p *filterParser) both() (condition, error) {
	return p.joined("and", p.single, func(a, b condition) condition { return func(s *Summary) bool { return a(s) && b(s) } })
}

func (p *filterParser) joined(word string, part func() (condition, error), join func(a, b condition) condition) (condition, error) {
	all, err := part()
	for err == nil && p.keyword(word) {
		if err = p.next(); err != nil {
			break
		}
		var one condition
		if one, err = part(); err == nil {
			all = join(all, one)
		}
	}
	return all, err
}

// single reads a comparison, a word, a negation or what stands in brackets.
func (p *filterParser) single() (condition, error) {
	if p.depth++; p.depth > maxNested {
		return nil, p.refuse(fmt.Sprintf("more than %s in each other", quantity.Of(maxNested, "bracket")))
	}
	defer func() { p.depth-- }()
	switch {
	case p.keyword("not"):
		if err := p.next(); err != nil {
			return nil, err
		}
		one, err := p.single()
		return func(s *Summary) bool { return !one(s) }, err
	case p.is == openToken:
		return p.bracketed()
	case p.is == quotedToken, p.is == wordToken && !isKeyword(p.word):
		return p.comparison()
	case p.is == endToken:
		return nil, p.refuse("it ends where a condition should follow")
	}
	return nil, p.refuse("expected: a condition, such as game=halma or test>.6")
}

func (p *filterParser) bracketed() (condition, error) {
	opened := p.start
	if err := p.next(); err != nil {
		return nil, err
	}
	one, err := p.either()
	switch {
	case err != nil:
		return nil, err
	case p.is == endToken:
		return nil, p.wrong(opened, opened+1, "this bracket is not closed")
	case p.is != closeToken:
		return nil, p.refuse("expected: and, or, or a closing bracket")
	}
	return one, p.next()
}

// comparison reads a field with what its value is compared with, or a word that is
// searched for.
func (p *filterParser) comparison() (condition, error) {
	name, start, end := p.word, p.start, p.end
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.is != operatorToken {
		return anywhere(name), nil
	}
	f, ok := FindField(strings.ToLower(name))
	if !ok {
		return nil, p.wrong(start, end, "neither a fact nor a key of configs"+config.DidYouMean(name, FieldNames()))
	}
	operator, at := p.word, *p
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.is != wordToken && p.is != quotedToken {
		return nil, p.refuse("expected: a value after " + operator)
	}
	compare, err := f.comparison(operator, p.word)
	switch {
	case errors.Is(err, errNoOrder):
		return nil, at.refuse(f.Name + " has no order (expected: = != ~ or !~)")
	case err != nil:
		return nil, p.refuse(err.Error())
	}
	return compare, p.next()
}

// errNoOrder is the error of a text that is compared by size.
var errNoOrder = errors.New("no order")

// anywhere searches for a word.
func anywhere(word string) condition {
	word = strings.ToLower(word)
	return func(s *Summary) bool {
		for _, text := range []string{s.Run, s.Name, s.Game, s.Experiment, s.Sweep, s.Note} {
			if strings.Contains(strings.ToLower(text), word) {
				return true
			}
		}
		return hasTag(s, func(tag string) bool { return strings.Contains(strings.ToLower(tag), word) })
	}
}

func hasTag(s *Summary, is func(tag string) bool) bool { return slices.ContainsFunc(s.Tags, is) }

// comparison compares the field of runs with a value.
func (f *Field) comparison(operator, value string) (condition, error) {
	positive := func(is condition) condition { return is }
	if strings.HasPrefix(operator, "!") {
		operator = operator[1:]
		positive = func(is condition) condition { return func(s *Summary) bool { return !is(s) } }
	}
	lower := strings.ToLower(value)
	switch {
	case operator == "~":
		return positive(func(s *Summary) bool { return strings.Contains(strings.ToLower(f.text(s)), lower) }), nil
	case value == "" && operator == "=":
		return positive(func(s *Summary) bool { return !f.has(s) }), nil
	case f.Kind == NumberField:
		is, err := f.compareNumbers(operator, value)
		return positive(is), err
	case f.Kind == TimeField:
		is, err := f.compareTimes(operator, value)
		return positive(is), err
	case operator != "=":
		return nil, errNoOrder
	case f.Kind == TagsField:
		return positive(func(s *Summary) bool {
			return hasTag(s, func(tag string) bool { return strings.EqualFold(tag, value) })
		}), nil
	}
	return positive(func(s *Summary) bool { return strings.EqualFold(f.text(s), value) }), nil
}

func (f *Field) compareNumbers(operator, value string) (condition, error) {
	text, percent := strings.CutSuffix(value, "%")
	if f.Name == seedKey && operator == "=" { // as a fraction it may not be exact
		if n, err := strconv.ParseUint(text, 10, 64); err == nil && !percent {
			return func(s *Summary) bool { return s.settings != nil && s.Seed == n }, nil
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x != x {
		return nil, fmt.Errorf("%s is a number, and %q is none", f.Name, value)
	}
	if percent {
		x /= 100
	}
	return f.within(func(y float64) bool {
		switch operator {
		case "<":
			return y < x
		case "<=":
			return y <= x
		case ">":
			return y > x
		case ">=":
			return y >= x
		}
		return y == x
	}), nil
}

// compareTimes compares with a day or a minute: from its beginning to its end it is the
// same.
func (f *Field) compareTimes(operator, value string) (condition, error) {
	from, err := time.ParseInLocation(time.DateOnly, value, time.Local)
	to := from.AddDate(0, 0, 1)
	if err != nil {
		from, err = time.ParseInLocation(startedForm, strings.Replace(value, "T", " ", 1), time.Local)
		to = from.Add(time.Minute)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is a time (expected: such as 2026-01-31 or \"2026-01-31 12:00\")", f.Name)
	}
	low, high := float64(from.Unix()), float64(to.Unix())
	return f.within(func(at float64) bool {
		switch operator {
		case "<":
			return at < low
		case "<=":
			return at < high
		case ">":
			return at >= high
		case ">=":
			return at >= low
		}
		return low <= at && at < high
	}), nil
}

// within asks for a known number.
func (f *Field) within(is func(x float64) bool) condition {
	return func(s *Summary) bool {
		x, known := f.number(s)
		return known && is(x)
	}
}
