package intake

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Returned is what a roster says of somebody when it is given back, as cells.
type Returned struct{ Points, Verdict, Page string }

// sheet is a roster's file as it came: whoever imports points wants the same rows and
// columns again.
type sheet struct {
	rows  [][]string
	head  bool // the first row names the columns
	comma rune
	crlf  bool
	bom   bool
}

// byteOrderMark begins a file that Excel has written, and that it reads as UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// sheetOf reads a file whose cells are read already, but without the spaces before them.
func sheetOf(data []byte, trimmed [][]string, comma rune, head bool) sheet {
	s := sheet{rows: trimmed, head: head, comma: comma, crlf: bytes.Contains(data, []byte("\r\n")), bom: bytes.HasPrefix(data, []byte(byteOrderMark))}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	r.Comma, r.FieldsPerRecord = comma, -1
	// A space before a quotation mark is an error here: then the spaces are lost.
	if rows, err := r.ReadAll(); err == nil && len(rows) == len(trimmed) {
		s.rows = rows
	}
	return s
}

// text is the file with these rows.
func (s *sheet) text(rows [][]string) []byte {
	var b bytes.Buffer
	if s.bom {
		b.WriteString(byteOrderMark)
	}
	w := csv.NewWriter(&b)
	w.Comma, w.UseCRLF = s.comma, s.crlf
	_ = w.WriteAll(rows) // a buffer takes everything
	return b.Bytes()
}

// returnedColumns are the heads of the columns that Return adds.
func returnedColumns() []string { return []string{"points", "verdict", "page"} }

// Return is the roster's file with columns at its end for what is returned to each person.
// Those of a file that has been returned before are replaced.
func (r *Roster) Return(of func(Person) Returned) []byte {
	added := returnedColumns()
	width := 0
	for _, row := range r.sheet.rows {
		width = max(width, len(row))
	}
	if first := r.sheet.rows[0]; r.sheet.head && len(first) == width && width > len(added) && slices.Equal(first[width-len(added):], added) {
		width -= len(added)
	}
	rows := make([][]string, len(r.sheet.rows))
	for i, row := range r.sheet.rows {
		rows[i] = make([]string, width+len(added))
		copy(rows[i][:width], row)
	}
	if r.sheet.head {
		copy(rows[0][width:], added)
	}
	for i := range r.persons {
		p := of(r.persons[i].Person)
		copy(rows[r.persons[i].row][width:], []string{p.Points, p.Verdict, p.Page})
	}
	return r.sheet.text(rows)
}

// ParseReturned is the roster of a file that Return has made, without what it has added.
func ParseReturned(data []byte) (*Roster, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	r.Comma, r.FieldsPerRecord = delimiter(data), -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		rows[i] = row[:max(0, len(row)-len(returnedColumns()))]
	}
	s := sheet{comma: r.Comma, bom: bytes.HasPrefix(data, []byte(byteOrderMark))}
	roster, err := parseRoster(s.text(rows))
	if err == nil {
		roster.sheet.comma = r.Comma // of a single column that is left, nothing tells it
	}
	return roster, err
}

// Difference is a cell of a file that was given back which is not what it should be.
type Difference struct {
	Line      int    // of the file
	Who, What string // the row's person and the column, as far as they have names
	Has, Want string
}

// Compare compares a file that was given back with the one that Return or ReturnToCanvas
// makes. Columns that only the file has are nobody's figures.
func (r *Roster) Compare(has, want []byte) (list []Difference, err error) {
	wanted, _, err := r.read(want)
	if err != nil {
		return nil, err
	}
	rows, lines, err := r.read(has)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(wanted) {
		list = append(list, Difference{What: "the number of rows", Has: strconv.Itoa(len(rows)), Want: strconv.Itoa(len(wanted))})
	}
	at := func(row []string, i int) string {
		if i < len(row) {
			return row[i]
		}
		return ""
	}
	for i := range min(len(rows), len(wanted)) {
		for j, cell := range wanted[i] {
			if got := at(rows[i], j); got != cell {
				d := Difference{Line: lines[i], What: fmt.Sprintf("column %d", j+1), Has: got, Want: cell}
				if r.sheet.head && at(wanted[0], j) != "" {
					d.What = wanted[0][j]
				}
				if of := slices.IndexFunc(r.persons, func(e enrolled) bool { return e.row == i }); of >= 0 {
					d.Who = r.persons[of].title()
				}
				list = append(list, d)
			}
		}
	}
	return list, nil
}

// read reads a file that was given back, with the lines at which its rows begin.
func (r *Roster) read(data []byte) (rows [][]string, lines []int, err error) {
	c := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	c.Comma, c.FieldsPerRecord = r.sheet.comma, -1
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return rows, lines, nil
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := c.FieldPos(0)
		rows, lines = append(rows, row), append(lines, line)
	}
}

// ReturnToCanvas is the roster's file with the points in its column for the assignment, to
// be imported into Canvas as it is: Canvas would take further columns for new assignments.
// It is nil unless Canvas has exported the file, and one column without points alone is
// that of an assignment.
func (r *Roster) ReturnToCanvas(of func(Person) Returned) []byte {
	column := r.assignment()
	if column < 0 {
		return nil
	}
	rows := make([][]string, len(r.sheet.rows))
	for i, row := range r.sheet.rows {
		rows[i] = slices.Clone(row)
	}
	for i := range r.persons {
		row := &rows[r.persons[i].row]
		for len(*row) <= column {
			*row = append(*row, "")
		}
		(*row)[column] = of(r.persons[i].Person).Points
	}
	return r.sheet.text(rows)
}

// assignment is the only column of Canvas's export that is an assignment's and has no
// points; -1 if there is none, or several.
func (r *Roster) assignment() int {
	if !r.sheet.head {
		return -1
	}
	var head []string
	for _, cell := range r.sheet.rows[0] {
		head = append(head, fold(cell))
	}
	if !slices.Contains(head, "student") || !slices.Contains(head, "id") || !slices.Contains(head, "section") {
		return -1
	}
	persons, others := columnNames(), append(returnedColumns(), "integrationid", "rootaccount", "section", "notes")
	found := -1
	for i, name := range head {
		if name == "" || persons[name] != unknown || slices.Contains(others, name) || r.isTaken(i) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// isTaken reports whether a column has a cell of a person, or is one that Canvas computes.
func (r *Roster) isTaken(column int) bool {
	cell := func(row int) string {
		if cells := r.sheet.rows[row]; column < len(cells) {
			return strings.TrimSpace(cells[column])
		}
		return ""
	}
	for row := range r.sheet.rows[1:] {
		if fold(cell(row+1)) == "readonly" {
			return true
		}
	}
	return slices.ContainsFunc(r.persons, func(e enrolled) bool { return cell(e.row) != "" })
}
