package plots

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"

	"evolab/internal/untrusted"
	"evolab/stats"
)

// table is the numbers that a figure shows, for spreadsheets and scripts: a line of names,
// then a row for each place on the figure's axis, or for each mark.
type table [][]string

// estimated names the three columns of an estimate.
type estimated string

// add adds a row. An estimate takes three cells, its value and the ends of its interval; what
// is not known, nil or NaN, is an empty cell. Texts are other people's: a spreadsheet keeps
// them as they are.
func (t *table) add(values ...any) {
	var row []string
	for _, v := range values {
		switch v := v.(type) {
		case []string:
			for _, text := range v {
				row = append(row, cell(text))
			}
		case int:
			row = append(row, strconv.Itoa(v))
		case float64:
			row = append(row, exact(v))
		case []float64:
			for _, x := range v {
				row = append(row, exact(x))
			}
		case estimated:
			row = append(row, string(v), string(v)+"_low", string(v)+"_high")
		case stats.Estimate:
			row = append(row, exact(v.Value), exact(v.Low), exact(v.High))
		case *stats.Estimate:
			if v == nil {
				row = append(row, "", "", "")
			} else {
				row = append(row, exact(v.Value), exact(v.Low), exact(v.High))
			}
		default:
			row = append(row, cell(fmt.Sprint(v)))
		}
	}
	*t = append(*t, row)
}

// alone is an estimate of too few runs for an interval.
func alone(value float64) stats.Estimate {
	return stats.Estimate{Value: value, Low: math.NaN(), High: math.NaN()}
}

// cell is a text. The value of a setting that is a number, as exact writes it, or a truth value
// stays what it is.
func cell(text string) string {
	if x, err := strconv.ParseFloat(text, 64); err == nil && exact(x) == text || text == "true" || text == "false" {
		return text
	}
	return untrusted.Literal(text)
}

// exact is a number that reads back as the same number.
func exact(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func (t table) csv() []byte {
	var b bytes.Buffer
	_ = csv.NewWriter(&b).WriteAll(t) // a buffer takes everything
	return b.Bytes()
}
