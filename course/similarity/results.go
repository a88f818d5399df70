package similarity

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Result is what a tool has found among the sources of a language.
type Result struct {
	Tool     string // Dolos or JPlag
	Language string
	Pairs    []Found // the most alike first
	// Strangers is how many students of the result are not in the class.
	Strangers int
	// Older reports whether sources have changed since: what was compared is not what is
	// there now.
	Older bool
}

// Found is how much of the sources of two students is alike, as the tool says.
type Found struct {
	First, Second string
	Share         float64 // 0..1
}

// ResultError is the error of a file that a tool cannot have written like this.
type ResultError struct {
	File string
	Line int // from 1; 0: the whole file
	What string
}

func (e *ResultError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("file %q: %s", e.File, e.What)
	}
	return fmt.Sprintf("file %q, line %d: %s", e.File, e.Line, e.What)
}

// tool is where a tool's result lies, and how it is read: columns of a table of pairs.
type tool struct {
	name, file           string // below a language's folder
	first, second, share string
	student              func(cell string) string // the student's folder; "" for none
}

// tools are those whose results are read. Dolos writes pairs.csv with -f csv
// (cli/src/cli/views/fileView.ts of github.com/dodona-edu/dolos), JPlag results.csv with
// --csv-export (CsvComparisonOutput of de.jplag:jplag).
func tools() []tool {
	return []tool{
		{"Dolos", "dolos/pairs.csv", "leftFilePath", "rightFilePath", "similarity", dolosStudent},
		{"JPlag", "jplag/results.csv", "submissionName1", "submissionName2", "averageSimilarity", jplagStudent},
	}
}

// dolosStudent finds the student's folder in the path of a file.
func dolosStudent(cell string) string {
	parts := strings.Split(strings.ReplaceAll(cell, `\`, "/"), "/")
	for i := len(parts) - 3; i >= 0; i-- {
		if parts[i] == studentsFolder {
			return parts[i+1]
		}
	}
	return ""
}

// jplagStudent is the last part of a name: with several folders of submissions, JPlag
// writes the folder before it.
func jplagStudent(cell string) string { return path.Base(strings.ReplaceAll(cell, `\`, "/")) }

// Read reads what the tools have found in an export, after it was written anew; nothing if
// they have not run. names are those of the students, by their folders.
func Read(dir string, names map[string]string) ([]Result, error) {
	var list []Result
	for _, l := range Languages() {
		for _, t := range tools() {
			file := filepath.Join(dir, l.Name, filepath.FromSlash(t.file))
			f, err := open(file)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			r := Result{Tool: t.name, Language: l.Name, Older: isOlder(f, filepath.Join(dir, l.Name, sumsFile))}
			err = t.read(f, names, &r)
			f.Close()
			var wrong *ResultError
			if errors.As(err, &wrong) {
				wrong.File = file
			}
			if err != nil {
				return nil, err
			}
			list = append(list, r)
		}
	}
	return list, nil
}

// isOlder reports whether a result is from before the last change of the sources, or there
// are none of them any more. Some file systems keep times in seconds.
func isOlder(result *os.File, sums string) bool {
	found, err := result.Stat()
	changed, missing := os.Stat(sums)
	return missing != nil || err != nil || found.ModTime().Before(changed.ModTime().Truncate(time.Second))
}

// maxResult is more than the pairs of any class take.
const maxResult = 256 << 20

func open(file string) (*os.File, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxResult {
		return nil, &ResultError{File: file, What: fmt.Sprintf("a table of pairs is expected, a file of at most %d MB", maxResult>>20)}
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// read reads a table of pairs. Of several pairs of files of two students the most alike
// counts, and the files of one student are not compared.
func (t *tool) read(from io.Reader, names map[string]string, r *Result) error {
	rows := csv.NewReader(from)
	rows.ReuseRecord = true
	head, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return &ResultError{What: "it is empty"}
	}
	if err != nil {
		return badTable(err)
	}
	var at [3]int
	for i, name := range []string{t.first, t.second, t.share} {
		if at[i] = slices.Index(head, name); at[i] < 0 {
			return &ResultError{Line: 1, What: fmt.Sprintf("there is no column %s: %s writes %s, %s and %s", name, t.name, t.first, t.second, t.share)}
		}
	}
	shares := map[[2]string]float64{}
	strangers, known := map[string]bool{}, false
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return badTable(err)
		}
		share, err := strconv.ParseFloat(row[at[2]], 64)
		if err != nil || !(share >= 0 && share <= 1) {
			line, _ := rows.FieldPos(at[2])
			return &ResultError{Line: line, What: fmt.Sprintf("%s is %.40q (expected: a number from 0 to 1)", t.share, row[at[2]])}
		}
		var pair [2]string
		whole := true
		for i := range pair {
			folder := t.student(row[at[i]])
			name, ok := names[folder]
			if pair[i] = name; !ok {
				strangers[strings.Clone(folder)] = true // the row is used again
			}
			whole, known = whole && ok, known || ok
		}
		slices.Sort(pair[:])
		if whole && pair[0] != pair[1] {
			shares[pair] = max(shares[pair], share)
		}
	}
	if len(strangers) > 0 && !known {
		return &ResultError{What: "it names nobody of this class"}
	}
	for pair, share := range shares {
		r.Pairs = append(r.Pairs, Found{pair[0], pair[1], share})
	}
	slices.SortFunc(r.Pairs, func(a, b Found) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), strings.Compare(a.First, b.First), strings.Compare(a.Second, b.Second))
	})
	r.Strangers = len(strangers)
	return nil
}

// badTable is the error of a table that is not CSV.
func badTable(err error) error {
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return &ResultError{Line: wrong.Line, What: fmt.Sprintf("it is no table: %v", wrong.Err)}
	}
	return err
}
