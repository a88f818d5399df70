package intake

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Returned is what a roster says of somebody when it is given back, as cells.
type Returned struct{ Points, Verdict, Page string }

// sheet is a roster's file as it came: whoever imports points wants the same rows and
// columns again.
type sheet struct {
	rows  [][]string
	head  int // the row that names the columns; -1: none
	comma rune
	crlf  bool
	bom   bool
	sep   bool      // the first line tells Excel the delimiter
	wide  wideOrder // of the characters, in UTF-16; nil: it is UTF-8
}

// wideOrder reads and writes characters of two bytes.
type wideOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// byteOrderMark begins a file that Excel has written, and that it reads as UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// readSheet reads a file, its rows without the spaces before cells, and the lines at which
// they begin.
func readSheet(data []byte) (s sheet, trimmed [][]string, lines []int, err error) {
	text, err := s.decode(data)
	if err != nil {
		return s, nil, nil, err
	}
	// It would take tabs, and with them empty cells.
	if trimmed, lines, err = s.read(text, s.comma != '\t'); err != nil {
		return s, nil, nil, err
	}
	s.rows = trimmed
	// A space before a quotation mark is an error here: then the spaces are lost.
	if rows, _, err := s.read(text, false); err == nil && len(rows) == len(trimmed) {
		s.rows = rows
	}
	return s, trimmed, lines, nil
}

// excelComma is the line that tells Excel the delimiter.
var excelComma = regexp.MustCompile(`^(?i:sep)=(.)\r?\n`)

// decode notes how a file is written, and returns its lines in UTF-8, without one that
// tells the delimiter.
func (s *sheet) decode(data []byte) (text []byte, err error) {
	var mark rune
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")): // Blackboard's .xls, and Excel's "Unicode Text"
		s.wide = binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		s.wide = binary.BigEndian
	}
	if s.wide != nil {
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = s.wide.Uint16(data[2*i:])
		}
		data = []byte(string(utf16.Decode(units)))
	}
	text, s.bom = bytes.CutPrefix(data, []byte(byteOrderMark))
	if bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) {
		return nil, errors.New("it is not text in UTF-8")
	}
	s.crlf = bytes.Contains(text, []byte("\r\n"))
	if m := excelComma.FindSubmatch(text); m != nil {
		s.sep, text = true, text[len(m[0]):]
		mark, _ = utf8.DecodeRune(m[1])
	}
	if s.comma = mark; !slices.Contains([]rune{',', ';', '\t', '|'}, mark) {
		s.comma = delimiter(text)
	}
	return text, nil
}

// delimiter is what stands between the columns of the first line that has several.
func delimiter(text []byte) rune {
	best := ','
	for line := range bytes.Lines(text) {
		for _, r := range ";\t" {
			if bytes.Count(line, []byte(string(r))) > bytes.Count(line, []byte(string(best))) {
				best = r
			}
		}
		if bytes.ContainsRune(line, best) {
			break
		}
	}
	return best
}

// read reads the rows of a text, with the lines of the file at which they begin.
func (s *sheet) read(text []byte, trim bool) (rows [][]string, lines []int, err error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = s.comma, -1, trim
	before := 0
	if s.sep {
		before = 1
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, lines, nil
		}
		var where *csv.ParseError
		if errors.As(err, &where) {
			where.StartLine, where.Line = where.StartLine+before, where.Line+before
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := r.FieldPos(0)
		rows, lines = append(rows, row), append(lines, line+before)
	}
}

func (s *sheet) text(rows [][]string) []byte {
	var b bytes.Buffer
	if s.bom {
		b.WriteString(byteOrderMark)
	}
	if s.sep {
		end := "\n"
		if s.crlf {
			end = "\r\n"
		}
		fmt.Fprintf(&b, "sep=%c%s", s.comma, end)
	}
	w := csv.NewWriter(&b)
	w.Comma, w.UseCRLF = s.comma, s.crlf
	_ = w.WriteAll(rows) // a buffer takes everything
	if s.wide == nil {
		return b.Bytes()
	}
	var wide []byte
	for _, unit := range utf16.Encode([]rune(b.String())) {
		wide = s.wide.AppendUint16(wide, unit)
	}
	return wide
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
	if at := r.sheet.head; at >= 0 {
		if first := r.sheet.rows[at]; len(first) == width && width > len(added) && slices.Equal(first[width-len(added):], added) {
			width -= len(added)
		}
	}
	rows := make([][]string, len(r.sheet.rows))
	for i, row := range r.sheet.rows {
		rows[i] = make([]string, width+len(added))
		copy(rows[i][:width], row)
	}
	if r.sheet.head >= 0 {
		copy(rows[r.sheet.head][width:], added)
	}
	for i := range r.persons {
		p := of(r.persons[i].Person)
		copy(rows[r.persons[i].row][width:], []string{p.Points, p.Verdict, p.Page})
	}
	return r.sheet.text(rows)
}

// ParseReturned is the roster of a file that Return has made, without what it has added.
func ParseReturned(data []byte) (*Roster, error) {
	s, _, _, err := readSheet(data)
	if err != nil {
		return nil, err
	}
	rows := make([][]string, len(s.rows))
	for i, row := range s.rows {
		rows[i] = row[:max(0, len(row)-len(returnedColumns()))]
	}
	roster, err := parseRoster(s.text(rows))
	if err == nil {
		roster.sheet.comma = s.comma // of a single column that is left, nothing tells it
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
				if head := r.sheet.head; head >= 0 && at(wanted[head], j) != "" {
					d.What = wanted[head][j]
				}
				if of := slices.IndexFunc(r.persons, func(e enrolled) bool { return e.row == i }); of >= 0 {
					d.Who = r.persons[of].title
				}
				list = append(list, d)
			}
		}
	}
	return list, nil
}

// read reads a file that was given back, with the lines at which its rows begin.
func (r *Roster) read(data []byte) (rows [][]string, lines []int, err error) {
	var s sheet
	text, err := s.decode(data)
	if err != nil {
		return nil, nil, err
	}
	s.comma = r.sheet.comma
	return s.read(text, false)
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
	if r.sheet.head != 0 {
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
