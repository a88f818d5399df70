package intake

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"evolab/course"
	"evolab/host"
)

// Roster lists who belongs to a class.
type Roster struct {
	path    string
	persons []enrolled
	sheet   sheet
}

// enrolled is a row of a roster.
type enrolled struct {
	Person
	title   string   // what gradebooks call somebody who handed in nothing
	row     int      // of the sheet
	ids     []string // all that may stand for the person: ids, logins, the address
	user    string   // what stands before the @ of the address
	names   []string // in all orders, folded
	arrived time.Time
	// deadline is the person's own; zero: that of the class.
	deadline time.Time
}

// ErrRoster is the error of a roster that cannot be read.
var ErrRoster = errors.New("it is no roster")

// ReadRoster reads a roster: CSV, with commas, semicolons or tabs between the columns. Its
// first line names them; without such a line they are told apart by what they hold.
func ReadRoster(path string) (*Roster, error) {
	const maxBytes = 8 << 20
	data, _, err := host.ReadFile(filepath.Dir(path), filepath.Base(path), maxBytes)
	if err == nil {
		var r *Roster
		if r, err = parseRoster(data); err == nil {
			r.path = path
			return r, nil
		}
	}
	return nil, fmt.Errorf("roster %q: %w: %w (expected: CSV with columns such as id, name, email)", path, ErrRoster, err)
}

func parseRoster(data []byte) (*Roster, error) {
	sheet, rows, lines, err := readSheet(data)
	if err != nil {
		return nil, err
	}
	var columns []column
	if sheet.head, columns, err = headOf(rows); err != nil {
		return nil, err
	}
	roster := &Roster{sheet: sheet}
	taken, takenID := map[string]int{}, map[string]int{}
	for i := sheet.head + 1; i < len(rows); i++ {
		line := lines[i]
		person, err := rowOf(rows[i], columns)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if person == nil {
			continue
		}
		if before := taken[person.title]; before > 0 {
			return nil, fmt.Errorf("line %d: %s is there already, in line %d", line, person.title, before)
		}
		taken[person.title], person.row = line, i
		if before := takenID[person.ID]; before > 0 {
			return nil, fmt.Errorf("line %d: the id %q is there already, in line %d", line, person.ID, before)
		}
		if person.ID != "" {
			takenID[person.ID] = line
		}
		roster.persons = append(roster.persons, *person)
	}
	if len(roster.persons) == 0 {
		return nil, errors.New("it names nobody")
	}
	return roster, nil
}

// rowOf is the person of a row; nil for none.
func rowOf(cells []string, columns []column) (*enrolled, error) {
	e := &enrolled{}
	var first, last string
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if i >= len(columns) || cell == "" {
			continue
		}
		switch columns[i] {
		case idColumn:
			if cell = idOf(cell); cell == "" {
				continue
			}
			e.ID = cmp.Or(e.ID, cell)
			e.ids = append(e.ids, cell)
		case nameColumn:
			e.Name = cell
		case firstColumn:
			first = cell
		case lastColumn:
			last = cell
		case emailColumn:
			e.Email = cell
			e.ids = append(e.ids, cell)
			e.user, _, _ = strings.Cut(cell, "@")
		case arrivedColumn:
			if cell == "-" {
				continue
			}
			var err error
			if e.arrived, err = ParseTime(cell); err != nil {
				return nil, err
			}
		case deadlineColumn:
			if cell == "-" {
				continue
			}
			var err error
			if e.deadline, err = ParseTime(cell); err != nil {
				return nil, fmt.Errorf("deadline: %w", err)
			}
		}
	}
	if whole := e.Name; whole != "" && (first == "") != (last == "") { // in some languages the word for the rest of a name is that for a name
		switch {
		case first != "" && !strings.Contains(fold(whole), fold(first)):
			e.Name, last = "", whole
		case last != "" && !strings.Contains(fold(whole), fold(last)):
			e.Name, first = "", whole
		}
	}
	if e.Name == "" {
		e.Name = strings.TrimSpace(first + " " + last)
	}
	if last == "" {
		if family, given, ok := strings.Cut(e.Name, ","); ok {
			first, last = given, family
		}
	}
	e.title = nameOf([]Person{e.Person})
	e.names = []string{fold(e.Name), fold(e.title)}
	if last != "" {
		e.names = append(e.names, fold(first+last), fold(last+first))
	}
	if e.Name == "" && len(e.ids) == 0 || len(e.ids) == 0 && fold(e.Name) == "pointspossible" || fold(e.Name) == "studenttest" {
		return nil, nil // lines of Canvas that are about nobody
	}
	return e, nil
}

// handin is that of somebody of whom no submission is known.
func (e *enrolled) handin(v course.Verdict, problem string) *Handin {
	return &Handin{Name: e.title, Persons: []Person{e.Person}, Verdict: v, Problem: problem}
}
