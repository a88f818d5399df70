package term

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Table is a table that fits a width. Where its columns are too wide, it leaves out
// optional ones, wraps prose and shortens names in the middle, which it then lists in
// full below; what still does not fit becomes further blocks of columns, each with the
// key columns.
type Table struct {
	columns []tableColumn
	keys    int // the first columns, which every block has
	rows    [][]string
}

type tableColumn struct {
	head     string
	right    bool
	name     bool
	prose    bool
	optional int // the order in which columns are left out, from 1; 0: never
}

// The least widths of columns that give way, and the gap between columns.
const (
	leastName  = 12
	leastProse = 24
	tableGap   = 2
)

// NewTable returns a table with these heads; the first column is its key.
func NewTable(heads ...string) *Table {
	t := &Table{keys: 1}
	for _, head := range heads {
		t.columns = append(t.columns, tableColumn{head: OneLine(head)})
	}
	return t
}

// Keys sets how many of the first columns every block has.
func (t *Table) Keys(n int) *Table {
	t.keys = n
	return t
}

// Right aligns columns to the right.
func (t *Table) Right(columns ...int) *Table {
	for _, i := range columns {
		t.columns[i].right = true
	}
	return t
}

// Names lets columns be shortened in the middle.
func (t *Table) Names(columns ...int) *Table {
	for _, i := range columns {
		t.columns[i].name = true
	}
	return t
}

// Prose lets columns be wrapped.
func (t *Table) Prose(columns ...int) *Table {
	for _, i := range columns {
		t.columns[i].prose = true
	}
	return t
}

// Optional lets columns be left out, the first one first.
func (t *Table) Optional(columns ...int) *Table {
	for order, i := range columns {
		t.columns[i].optional = order + 1
	}
	return t
}

// Row adds a row; empty cells become dashes.
func (t *Table) Row(cells ...string) {
	row := make([]string, len(t.columns))
	for i := range row {
		row[i] = "-"
		if i < len(cells) && cells[i] != "" {
			row[i] = OneLine(cells[i])
		}
	}
	t.rows = append(t.rows, row)
}

// Text lays the table out for a width.
func (t *Table) Text(width int) string {
	widths, shown := t.fit(width)
	var b strings.Builder
	var full []string
	for n, block := range t.blocks(shown, widths, width) {
		if n > 0 {
			b.WriteByte('\n')
		}
		heads := make([]string, len(t.columns))
		for i, c := range t.columns {
			heads[i] = c.head
		}
		t.write(&b, heads, block, widths)
		for _, row := range t.rows {
			t.write(&b, row, block, widths)
			for _, i := range block {
				if t.columns[i].name && ansi.StringWidth(row[i]) > widths[i] && !slices.Contains(full, row[i]) {
					full = append(full, row[i])
				}
			}
		}
	}
	if len(full) > 0 {
		b.WriteString("in full:\n")
		for _, name := range full {
			b.WriteString("  " + name + "\n")
		}
	}
	return b.String()
}

// fit returns the columns' widths, and which columns are shown.
func (t *Table) fit(width int) (widths, shown []int) {
	widths = make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = ansi.StringWidth(c.head)
		for _, row := range t.rows {
			widths[i] = max(widths[i], ansi.StringWidth(row[i]))
		}
		shown = append(shown, i)
	}
	over := func() int { return total(shown, widths) - width }
	optional := slices.DeleteFunc(slices.Clone(shown), func(i int) bool { return t.columns[i].optional == 0 })
	slices.SortFunc(optional, func(i, j int) int { return t.columns[i].optional - t.columns[j].optional })
	for _, column := range optional {
		if over() > 0 {
			shown = slices.DeleteFunc(shown, func(i int) bool { return i == column })
		}
	}
	natural := slices.Clone(widths)
	t.narrow(widths, shown, width, leastProse, func(c tableColumn) bool { return c.prose })
	t.narrow(widths, shown, width, leastName, func(c tableColumn) bool { return c.name })
	if over() <= 0 {
		return widths, shown
	}
	// Blocks are needed, which have more room for a name.
	for i, c := range t.columns {
		if c.name {
			widths[i] = min(natural[i], max(widths[i], width/2))
		}
	}
	keys := shown[:min(t.keys, len(shown))]
	isName := func(c tableColumn) bool { return c.name }
	t.narrow(widths, keys, 2*width/3, leastName, isName)
	for _, i := range shown[len(keys):] {
		t.narrow(widths, append(slices.Clone(keys), i), width, leastName, isName)
	}
	return widths, shown
}

// narrow makes the widest of some kind of columns narrower, until the shown ones fit or
// all have their least width.
func (t *Table) narrow(widths, shown []int, width, least int, kind func(tableColumn) bool) {
	for total(shown, widths) > width {
		widest := -1
		for _, i := range shown {
			c := t.columns[i]
			if kind(c) && widths[i] > max(least, ansi.StringWidth(c.head)) && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

// total is the width of a block of these columns.
func total(columns, widths []int) int {
	sum := -tableGap
	for _, i := range columns {
		sum += widths[i] + tableGap
	}
	return sum
}

// blocks divides the shown columns so that each block fits.
func (t *Table) blocks(shown, widths []int, width int) [][]int {
	keys := min(t.keys, len(shown))
	blocks := [][]int{slices.Clone(shown[:keys])}
	for _, i := range shown[keys:] {
		last := &blocks[len(blocks)-1]
		if len(*last) > keys && total(append(slices.Clone(*last), i), widths) > width {
			blocks = append(blocks, slices.Clone(shown[:keys]))
			last = &blocks[len(blocks)-1]
		}
		*last = append(*last, i)
	}
	return blocks
}

// write writes a row's cells of a block, on as many lines as its prose takes.
func (t *Table) write(b *strings.Builder, cells []string, block, widths []int) {
	lines, most := make([][]string, len(block)), 1
	for n, i := range block {
		lines[n] = []string{Shorten(cells[i], widths[i])}
		if t.columns[i].prose {
			lines[n] = Wrap(cells[i], widths[i])
		}
		most = max(most, len(lines[n]))
	}
	for line := range most {
		text := ""
		for n, i := range block {
			cell := ""
			if line < len(lines[n]) {
				cell = lines[n][line]
			}
			margin := strings.Repeat(" ", max(0, widths[i]-ansi.StringWidth(cell)))
			if t.columns[i].right {
				cell, margin = margin+cell, ""
			}
			text += cell + margin + strings.Repeat(" ", tableGap)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}
