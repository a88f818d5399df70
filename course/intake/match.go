package intake

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/course"
	"evolab/internal/untrusted"
)

// ErrUnfit is the error of a roster that fewer than half of a class are on.
var ErrUnfit = errors.New("it is the roster of another class, or names students otherwise")

// match are the rows of a roster that a person may be; none: the person is not on it.
type match struct {
	rows   []int
	by     string // the number, login or address that has found them; "": the name
	folded bool   // the name is not quite the row's
	why    string // why it need not be the row's; "" for a single row without doubt
}

// finder finds persons on a roster.
type finder struct {
	*Roster
	internal bool // the system's numbers need not be the roster's
	numbered bool // but the roster has numbers or logins of the system
}

// find finds a person by a number, a login or an address, else by the exact name, else by
// what is left of it without case, accents and blanks.
func (f finder) find(p Person) match {
	known, named := f.known(p), f.named(p.Name)
	title := untrusted.Name(p.Name) // as gradebooks call those who handed in nothing
	exact := f.rows(func(e *enrolled) bool { return p.Name != "" && (e.Name == p.Name || e.title == title) })
	m := match{rows: known, by: cmp.Or(p.ID, p.Email, p.Name)}
	switch {
	case len(known) == 1 && f.agree(known, named, p):
		return m
	case len(known) > 0 && f.internal:
		m.rows = slices.Concat(known, named)
		m.why = fmt.Sprintf("by the number %s it is of %s, by the name of %s", p.ID, f.titles(known), cmp.Or(f.titles(named), "nobody"))
		return m
	case len(known) == 0 && len(exact) > 0:
		m = match{rows: exact}
	case len(known) == 0:
		m = match{rows: named, folded: true}
	}
	switch {
	case len(m.rows) > 1:
		m.why = "it may be of " + f.titles(m.rows)
	case len(m.rows) == 1 && m.by == "" && p.ID != "" && f.numbered:
		m.why = fmt.Sprintf("by the name it is of %s, but %s is nobody's number or login on the roster", f.titles(m.rows), p.ID)
	}
	return m
}

// known are the rows with a person's number, login or address. Who has none may be called
// by it.
func (f finder) known(p Person) []int {
	if f.internal && !f.numbered {
		return nil // it is a number of somebody else by chance
	}
	is := func(id string) bool {
		return id != "" && (strings.EqualFold(id, p.ID) || strings.EqualFold(id, p.Email) || p.ID == "" && p.Email == "" && id == p.Name)
	}
	list := f.rows(func(e *enrolled) bool { return slices.ContainsFunc(e.ids, is) })
	if len(list) == 0 && !f.internal {
		list = f.rows(func(e *enrolled) bool { return is(e.user) })
	}
	return list
}

// named are the rows with a name in either order, or with what it is but for its case.
func (f finder) named(name string) []int {
	orders := []string{fold(name)}
	if family, given, ok := strings.Cut(name, ","); ok {
		orders = append(orders, fold(given+family))
	}
	is := func(id string) bool { return id != "" && !f.internal && strings.EqualFold(id, name) }
	return f.rows(func(e *enrolled) bool {
		return is(e.user) || slices.ContainsFunc(e.ids, is) || slices.ContainsFunc(orders, func(order string) bool { return order != "" && slices.Contains(e.names, order) })
	})
}

// agree reports whether the row of a number that is a system's own has the name as well.
func (f finder) agree(known, named []int, p Person) bool {
	return !f.internal || slices.Contains(named, known[0]) || len(named) == 0 && f.persons[known[0]].agrees(p.Name)
}

func (r *Roster) rows(fits func(*enrolled) bool) (list []int) {
	for i := range r.persons {
		if fits(&r.persons[i]) {
			list = append(list, i)
		}
	}
	return list
}

func (r *Roster) titles(rows []int) string {
	var names []string
	for _, i := range rows {
		names = append(names, r.persons[i].title)
	}
	return strings.Join(names, " or ")
}

// agrees reports whether a name has a word of the person's, or the person has no name.
func (e *enrolled) agrees(name string) bool {
	words := strings.FieldsFunc(e.Name, func(r rune) bool { return fold(string(r)) == "" })
	return len(words) == 0 || slices.ContainsFunc(words, func(word string) bool { return strings.Contains(fold(name), fold(word)) })
}

// placed is a student with the rows of the persons.
type placed struct {
	*student
	matches []match // of the persons
	rows    []int   // without doubt
	maybe   []int
}

func (r *Roster) place(students []*student) []*placed {
	numbered := map[string]bool{} // systems whose numbers or logins the roster has
	for _, s := range students {
		f := finder{r, s.internal, true}
		for _, p := range s.persons {
			if known := f.known(p); p.ID != "" && len(known) == 1 && f.agree(known, f.named(p.Name), p) {
				numbered[s.system] = true
			}
		}
	}
	list := make([]*placed, len(students))
	for i, s := range students {
		at := &placed{student: s}
		f := finder{r, s.internal, numbered[s.system]}
		for _, p := range s.persons {
			m := f.find(p)
			at.matches = append(at.matches, m)
			if m.why == "" {
				at.rows = append(at.rows, m.rows...)
			} else {
				at.maybe = append(at.maybe, m.rows...)
			}
		}
		list[i] = at
	}
	return list
}

// join completes the students from a roster, merges those that are the same person, and
// lists those who handed in nothing. Students who may be one person or two stay apart, and
// are doubted: nobody's submission is replaced by that of a namesake.
func (r *Roster) join(all []*placed) (list []*student, others []*Handin) {
	merged := map[*student]bool{}
	taken := map[string]bool{} // names
	for row := range r.persons {
		var owners, rivals []*placed
		for _, at := range all {
			if slices.Contains(at.rows, row) {
				owners = append(owners, at)
			} else if slices.Contains(at.maybe, row) {
				rivals = append(rivals, at)
			}
		}
		switch {
		case len(owners) == 0 && len(rivals) == 0:
			others = append(others, r.persons[row].handin(course.Missing, "nothing was handed in"))
		case len(owners) == 0:
			others = append(others, r.persons[row].handin(course.Unidentified, "it may have handed in what is called "+called(rivals)))
		case len(rivals) == 0 && slices.ContainsFunc(owners, func(at *placed) bool { return len(at.persons) > 1 }): // they have worked together in one of them
		case len(rivals) == 0 && areOne(owners):
			for _, at := range owners[1:] {
				owners[0].parts = append(owners[0].parts, at.parts...)
				merged[at.student] = true
			}
		default:
			for i, at := range owners {
				rest := slices.Concat(rivals, owners[:i], owners[i+1:])
				at.doubt = cmp.Or(at.doubt, fmt.Sprintf("%s may have handed in this or what is called %s", r.persons[row].title, called(rest)))
			}
		}
	}
	for _, at := range all {
		if !merged[at.student] {
			r.complete(at)
			list, taken[at.name] = append(list, at.student), true
		}
	}
	others = slices.DeleteFunc(others, func(h *Handin) bool { return taken[h.Name] })
	return list, others
}

// areOne reports whether all students of a row, who have worked alone, are one person
// beyond doubt.
func areOne(list []*placed) bool {
	id := ""
	for _, at := range list {
		if its := at.persons[0].ID; len(list) > 1 && at.matches[0].folded || id != "" && its != "" && id != its {
			return false
		}
		id = cmp.Or(id, at.persons[0].ID)
	}
	return true
}

// called names students, but not more than a line takes.
func called(list []*placed) string {
	var names []string
	for _, at := range list {
		names = append(names, at.name)
	}
	return quoted(names)
}

// complete takes what the roster says of a student.
func (r *Roster) complete(at *placed) {
	if len(at.rows) == 0 && len(at.maybe) == 0 {
		at.notes = append(at.notes, "not on the roster")
	}
	for i, m := range at.matches {
		at.doubt = cmp.Or(at.doubt, m.why)
		if m.why != "" || len(m.rows) == 0 {
			continue
		}
		row := &r.persons[m.rows[0]]
		at.persons[i] = row.Person
		if row.deadline.After(at.deadline) { // of those who have worked together the latest counts
			at.deadline = row.deadline
		}
	}
	if len(at.rows) > 0 {
		if when := r.persons[at.rows[0]].arrived; !when.IsZero() {
			at.arrived = when
		}
	}
}

// check refuses a roster that fewer than half of the students are on.
func (r *Roster) check(all []*placed) error {
	var strangers, rows []string
	for _, at := range all {
		if len(at.rows) == 0 && len(at.maybe) == 0 {
			strangers = append(strangers, at.name)
		}
	}
	if 2*len(strangers) <= len(all) {
		return nil
	}
	for i := range r.persons {
		rows = append(rows, r.persons[i].title)
	}
	return fmt.Errorf("roster %q: %w: it has %d of %d who have handed in, and not %s (expected: names, numbers or logins such as %s)",
		r.path, ErrUnfit, len(all)-len(strangers), len(all), quoted(strangers), quoted(rows))
}
