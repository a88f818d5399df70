package run

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
)

// schema is the version of the index; an index of another version is recreated.
const schema = 1

// createTable makes the only table. The columns beside summary are those of
// queries; stamp identifies the state of the folder, and sum detects damage.
const createTable = `CREATE TABLE runs (
	run        TEXT PRIMARY KEY,
	stamp      TEXT NOT NULL,
	game       TEXT NOT NULL,
	status     TEXT NOT NULL,
	experiment TEXT NOT NULL,
	generation INTEGER NOT NULL,
	best       REAL,
	validated  REAL,
	started    INTEGER NOT NULL,
	seconds    REAL NOT NULL,
	key        TEXT NOT NULL,
	tags       TEXT NOT NULL,
	summary    TEXT NOT NULL,
	settings   TEXT NOT NULL,
	sum        INTEGER NOT NULL
) WITHOUT ROWID`

// row is a line of the table.
type row struct {
	stamp    string
	summary  Summary
	text     string // the summary as JSON
	settings string // the config as a JSON object
}

func newRow(s Summary, stamp string) (row, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return row{}, fmt.Errorf("run: %s: %w", s.Run, err)
	}
	settings := map[string]string{}
	for _, v := range s.settings {
		settings[v.Path] = v.Text
	}
	object, err := json.Marshal(settings)
	if err != nil {
		return row{}, fmt.Errorf("run: %s: %w", s.Run, err)
	}
	return row{stamp, s, string(text), string(object)}, nil
}

func (r row) insert(tx *sql.Tx) error {
	s := r.summary
	columns := []any{s.Run, r.stamp, s.Game, s.Status, s.Experiment, s.Generation, s.Best, s.Validated, s.Started.UnixMilli(), s.Seconds,
		s.key, joinTags(s.Tags), r.text, r.settings,
		// Of what queries find and show: SQLite detects damage to its structure, not to its
		// contents.
		checksum(s.Run, r.stamp, s.key, r.text)}
	_, err := tx.Exec("INSERT OR REPLACE INTO runs VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", columns...)
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}

func checksum(parts ...string) int64 {
	return int64(crc32.ChecksumIEEE([]byte(strings.Join(parts, "\x00"))))
}

// joinTags surrounds each tag with spaces, so that queries can find one.
func joinTags(tags []string) string { return " " + strings.Join(tags, " ") + " " }

// settingTexts are the forms in which a config may write a value.
func settingTexts(value string) []string {
	texts := []string{value, strconv.Quote(value)}
	if n, err := strconv.ParseFloat(value, 64); err == nil {
		texts = append(texts, strconv.FormatFloat(n, 'g', -1, 64), strconv.FormatFloat(n, 'f', -1, 64))
	}
	return texts
}
