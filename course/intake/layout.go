package intake

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"evolab/internal/quantity"
)

// ErrLayout is the error of a folder of which it is not known what belongs to whom.
var ErrLayout = errors.New("it is not laid out as a class")

func (c *class) layoutError(format string, args ...any) error {
	return fmt.Errorf("folder %q: %w: %s (expected: a folder, a source or an archive for each student, or a download from %s)",
		c.Path, ErrLayout, fmt.Sprintf(format, args...), systemNames())
}

// checkLayout refuses a class in which loose files cannot be students.
func (c *class) checkLayout(students []*student) error {
	var strange, loose []string
	for _, s := range students {
		for _, p := range s.parts {
			switch {
			case s.system != "" || !p.loose:
			case p.single || IsArchive(p.entry):
				loose = append(loose, p.entry)
			default:
				strange = append(strange, p.entry)
			}
		}
	}
	if len(strange) > 0 {
		return c.layoutError("%s no source, no archive and no folder: %s", quantity.Verb(len(strange), "a file is", "files are"), quoted(strange))
	}
	for _, name := range loose {
		if other := c.companion(name, loose); other != "" {
			return c.layoutError("%q seems to belong to %q", other, name)
		}
	}
	return c.checkStamps(students)
}

// stamp matches what systems put into names, and people hardly ever: a day, compact only
// with a time of day since numbers of students may look like one, or the number of an attempt.
var stamp = sync.OnceValue(func() *regexp.Regexp {
	const (
		year, month, day = `20[0-9]{2}`, `(?:0[1-9]|1[0-2])`, `(?:0[1-9]|[12][0-9]|3[01])`
		between          = `[-._]`
		word             = `(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*`
		blank            = `[-._, ]+`
	)
	return regexp.MustCompile(`(?i)(?:^|[^0-9])(?:` + strings.Join([]string{
		year + between + month + between + day, day + between + day + between + year,
		year + month + day + `[T_ -]?(?:[01][0-9]|2[0-3])[-:.]?[0-5][0-9](?:[-:.]?[0-5][0-9])?[0-9]{0,3}Z?`,
		word + blank + `[0-9]{1,2}` + blank + year, `[0-9]{1,2}` + blank + word + blank + year,
	}, "|") + `)(?:[^0-9]|$)|(?:^|[^a-z])(?:attempt|submission|handin)[-_ ]?[0-9]`)
})

// checkStamps refuses a download of a system whose names are not known: of two attempts it
// would make two students.
func (c *class) checkStamps(students []*student) error {
	var stamped []string
	all := 0
	for _, s := range students {
		for _, p := range s.parts {
			if all++; s.system == "" && stamp().MatchString(p.entry) {
				stamped = append(stamped, p.entry)
			}
		}
	}
	if len(stamped) < 2 || 2*len(stamped) <= all {
		return nil
	}
	return c.layoutError("%d of %s have a time or the number of an attempt in their names, as a system gives them that is not known: %s", len(stamped), quantity.Of(all, "submission"), quoted(stamped))
}

// companion is another loose file that is called as one is but for the name of a program, as
// ada_helper.py beside ada_my_player3.py; "" for none. What is called as a program is leaves
// all others to it.
func (c *class) companion(name string, loose []string) string {
	programOf := func(name string) (prefix string, ok bool) {
		for _, program := range c.Names.Sources {
			if prefix, ok := strings.CutSuffix(name, program); ok {
				last, _ := utf8.DecodeLastRuneInString(prefix)
				return prefix, prefix == "" || !unicode.IsLetter(last) && !unicode.IsDigit(last)
			}
		}
		return "", false
	}
	prefix, ok := programOf(name)
	if !ok {
		return ""
	}
	at := slices.IndexFunc(loose, func(other string) bool {
		its, program := programOf(other)
		return other != name && strings.HasPrefix(other, prefix) && (!program || its == prefix)
	})
	if at < 0 {
		return ""
	}
	return loose[at]
}

// checkNesting refuses a class of which most are classes themselves, such as its sections.
func (c *class) checkNesting(list []*Handin) error {
	var nested []string
	why, all := "", 0
	for _, h := range list {
		if h.system != "" {
			continue
		}
		if all++; h.nested {
			nested, why = append(nested, h.Name), h.Problem
		}
	}
	if 2*len(nested) <= all {
		return nil
	}
	return c.layoutError("%d of %s %s like several in one: %s: %s", len(nested), quantity.Of(all, "submission"), quantity.Verb(len(nested), "looks", "look"), quoted(nested), why)
}
