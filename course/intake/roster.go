package intake

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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
	row     int      // of the sheet
	ids     []string // all that may stand for the person: ids, logins, the address
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
	return nil, fmt.Errorf("intake: roster %q: %w: %w (expected: CSV with columns such as id, name, email)", path, ErrRoster, err)
}

// column is what a column of a roster holds.
type column int

const (
	unknown column = iota
	idColumn
	nameColumn
	firstColumn // given names
	lastColumn
	emailColumn
	arrivedColumn
	deadlineColumn
)

// columnNames are the heads of columns, folded. They are those of Canvas (Student, ID, SIS
// User ID, SIS Login ID), Moodle (Identifier, Full name, ID number, Email address, Last
// modified (submission)), Gradescope (Name, SID, Email) and Vocareum (Email, ID, Name).
func columnNames() map[string]column {
	return map[string]column{
		"id": idColumn, "sid": idColumn, "studentid": idColumn, "userid": idColumn, "sisuserid": idColumn, "sisloginid": idColumn, "sisid": idColumn,
		"idnumber": idColumn, "studentnumber": idColumn, "number": idColumn, "netid": idColumn, "login": idColumn, "loginid": idColumn, "username": idColumn,
		"user": idColumn, "identifier": idColumn, "uid": idColumn, "uscid": idColumn,
		"name": nameColumn, "student": nameColumn, "studentname": nameColumn, "fullname": nameColumn, "sortablename": nameColumn,
		"firstname": firstColumn, "givenname": firstColumn, "givennames": firstColumn, "first": firstColumn,
		"lastname": lastColumn, "surname": lastColumn, "familyname": lastColumn, "last": lastColumn,
		"email": emailColumn, "emailaddress": emailColumn, "mail": emailColumn,
		"submitted": arrivedColumn, "submittedat": arrivedColumn, "submissiontime": arrivedColumn, "lastmodifiedsubmission": arrivedColumn,
		"deadline": deadlineColumn,
	}
}

// parseRoster reads a roster.
func parseRoster(data []byte) (*Roster, error) {
	whole := data
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if bytes.IndexByte(data, 0) >= 0 || !utf8.Valid(data) {
		return nil, errors.New("it is not text in UTF-8")
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma, r.FieldsPerRecord = delimiter(data), -1
	r.TrimLeadingSpace = r.Comma != '\t' // it would take tabs, and with them empty cells
	var columns []column
	var rows [][]string
	var headed bool
	roster := &Roster{}
	taken, takenID := map[string]int{}, map[string]int{}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		rows = append(rows, cells)
		if columns == nil {
			if columns, headed = headOf(cells); headed {
				continue
			}
		}
		person, err := rowOf(cells, columns)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if person == nil {
			continue
		}
		key := person.title()
		if before := taken[key]; before > 0 {
			return nil, fmt.Errorf("line %d: %s is there already, in line %d", line, key, before)
		}
		taken[key], person.row = line, len(rows)-1
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
	roster.sheet = sheetOf(whole, rows, r.Comma, headed)
	return roster, nil
}

// delimiter is what stands between the columns of the first line.
func delimiter(data []byte) rune {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	best := ','
	for _, r := range ";\t" {
		if bytes.ContainsRune(line, r) && bytes.Count(line, []byte(string(r))) > bytes.Count(line, []byte(string(best))) {
			best = r
		}
	}
	return best
}

// headOf returns what the columns hold, judging by the first line, and whether that line is
// a head.
func headOf(cells []string) (columns []column, head bool) {
	columns = make([]column, len(cells))
	known := columnNames()
	for i, cell := range cells {
		columns[i] = known[fold(cell)]
		head = head || columns[i] != unknown
	}
	if head && !slices.ContainsFunc(cells, isDatum) {
		return columns, true
	}
	clear(columns)
	for i, cell := range cells {
		switch {
		case strings.Contains(cell, "@"):
			columns[i] = emailColumn
		case strings.ContainsFunc(cell, unicode.IsDigit):
			columns[i] = idColumn
		case cell != "" && !slices.Contains(columns, nameColumn):
			columns[i] = nameColumn
		}
	}
	return columns, false
}

// isDatum reports whether a cell is nobody's name for a column: an address or a number.
// A student may be called First or User.
func isDatum(cell string) bool {
	cell = strings.TrimSpace(cell)
	return strings.Contains(cell, "@") || cell != "" && strings.Trim(cell, "0123456789") == ""
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
			cell = strings.TrimPrefix(cell, "Participant ") // Moodle
			if e.ID == "" {
				e.ID = cell
			}
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
			if user, _, ok := strings.Cut(cell, "@"); ok && user != "" {
				e.ids = append(e.ids, user)
			}
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
	if e.Name == "" {
		e.Name = strings.TrimSpace(first + " " + last)
	}
	if last == "" {
		if family, given, ok := strings.Cut(e.Name, ","); ok {
			first, last = given, family
		}
	}
	e.names = []string{fold(e.Name), fold(e.title())}
	if last != "" {
		e.names = append(e.names, fold(first+last), fold(last+first))
	}
	if e.Name == "" && len(e.ids) == 0 || len(e.ids) == 0 && fold(e.Name) == "pointspossible" || fold(e.Name) == "studenttest" {
		return nil, nil // lines of Canvas that are about nobody
	}
	return e, nil
}

// fold is a text with nothing but its letters and digits, in small letters.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// join completes the students from a roster, merges those that are the same person, and
// lists those who handed in nothing.
func (r *Roster) join(students []*student) (list []*student, missing []*Handin) {
	if r == nil {
		return students, nil
	}
	owners, seen := map[int]*student{}, map[int]bool{}
	for _, s := range students {
		var found []int
		for i, p := range s.persons {
			if row := r.find(p, s.internal); row >= 0 {
				s.persons[i] = r.persons[row].Person
				found = append(found, row)
			}
		}
		if len(found) == 0 {
			s.notes = append(s.notes, "not on the roster")
			list = append(list, s)
			continue
		}
		for _, row := range found { // of those who have worked together the latest deadline counts
			seen[row] = true
			if own := r.persons[row].deadline; own.After(s.deadline) {
				s.deadline = own
			}
		}
		if first := &r.persons[found[0]]; !first.arrived.IsZero() {
			s.arrived = first.arrived
		}
		if old := owners[found[0]]; old != nil && len(found) == 1 {
			old.parts = append(old.parts, s.parts...)
			continue
		}
		owners[found[0]] = s
		list = append(list, s)
	}
	for i := range r.persons {
		if !seen[i] {
			missing = append(missing, r.persons[i].missing())
		}
	}
	return list, missing
}

// find returns the row of a person; -1 if none fits, or several do. The id that a system
// uses among its own need not be the roster's: it counts only where no name contradicts.
func (r *Roster) find(p Person, internal bool) int {
	named := func(e *enrolled) bool { return fold(p.Name) != "" && slices.Contains(e.names, fold(p.Name)) }
	known := func(e *enrolled) bool {
		return slices.ContainsFunc(e.ids, func(id string) bool {
			return p.ID != "" && strings.EqualFold(id, p.ID) || p.Email != "" && strings.EqualFold(id, p.Email) || p.ID == "" && p.Name != "" && strings.EqualFold(id, p.Name)
		})
	}
	row := r.only(func(e *enrolled) bool { return known(e) && (!internal || e.agrees(p.Name)) })
	if row < 0 {
		row = r.only(named)
	}
	return row
}

// agrees reports whether a name has a word of the person's, or the person has no name.
func (e *enrolled) agrees(name string) bool {
	words := strings.FieldsFunc(e.Name, func(r rune) bool { return fold(string(r)) == "" })
	return len(words) == 0 || slices.ContainsFunc(words, func(word string) bool { return strings.Contains(fold(name), fold(word)) })
}

// only returns the only row that fits; -1 for none or several.
func (r *Roster) only(fits func(*enrolled) bool) int {
	row := -1
	for i := range r.persons {
		if !fits(&r.persons[i]) {
			continue
		}
		if row >= 0 {
			return -1
		}
		row = i
	}
	return row
}

// title is what gradebooks call somebody who handed in nothing.
func (e *enrolled) title() string { return identity(e.Name, cmp.Or(e.ID, e.Email)) }

// missing is the handin of somebody who has handed in nothing.
func (e *enrolled) missing() *Handin {
	return &Handin{Name: e.title(), Persons: []Person{e.Person}, Verdict: course.Missing, Problem: "nothing was handed in"}
}
