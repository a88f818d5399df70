package class

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"evolab/internal/files"
	"evolab/internal/untrusted"
)

// The tables of a class.
const (
	GradebookFile = "gradebook.csv"
	TimingFile    = "timing.csv"
)

// write writes all files about the games so far.
func (c *Class) write(ctx context.Context) error {
	marks := make([]*mark, len(c.Submissions))
	for i, s := range c.Submissions {
		marks[i] = c.mark(s)
	}
	err := errors.Join(c.save(GradebookFile, c.gradebook(marks)), c.save(TimingFile, timing(marks)))
	if err == nil {
		err = c.review(ctx, marks)
	}
	return errors.Join(err, c.pages(marks))
}

func (c *Class) save(name string, rows [][]string) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		for i, cell := range row {
			if _, err := strconv.ParseFloat(cell, 64); err != nil {
				row[i] = untrusted.Cell(cell)
			}
		}
		_ = w.Write(row) // a buffer takes everything
	}
	w.Flush()
	return files.Replace(filepath.Join(c.Out, name), b.Bytes())
}

// gradebook has a row for each submission. It leaves out what depends only on the
// machine, such as times.
func (c *Class) gradebook(marks []*mark) [][]string {
	head := []string{"name", "status", "points", "max", "low", "high"}
	opponents := c.Rubric.Opponents()
	for _, o := range opponents {
		head = append(head, o.Name)
	}
	rows := [][]string{head}
	for _, m := range marks {
		row := []string{m.Name, string(c.shown(m.Status)), "", number(c.Rubric.Max()), "", ""}
		if m.judged() {
			got, _, predicted := m.report.Total()
			row[2] = number(got)
			if e := predicted.Estimate(); len(m.lines) > 0 {
				row[4], row[5] = number(e.Low), number(e.High)
			}
		}
		for _, stage := range m.report.Stages {
			for _, r := range stage.Rows {
				cell := ""
				if r.Played() {
					cell = number(r.Points)
				}
				row = append(row, cell)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func timing(marks []*mark) [][]string {
	rows := [][]string{{"name", "games", "void or missing", "cpu seconds", "longest game, cpu seconds", "a ply in the examination, cpu seconds"}}
	for _, m := range marks {
		var all, longest float64 // CPU seconds of its games
		for i := range m.lines {
			used := m.lines[i].CPU[side(&m.jobs[i])]
			all, longest = all+used, max(longest, used)
		}
		rows = append(rows, []string{m.Name, fmt.Sprint(len(m.lines)), fmt.Sprint(m.missed), seconds(all), seconds(longest), seconds(m.ply().Seconds())})
	}
	return rows
}

func seconds(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// number formats points with up to two decimals.
func number(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }
