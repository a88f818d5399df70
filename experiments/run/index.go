package run

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"evolab/internal/files"
	"evolab/internal/progress"
	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// IndexFile is the index's name in the folder of runs.
const IndexFile = "lab.db"

// Index is the index of a folder of runs. Several processes may have it open.
type Index struct {
	root     string
	db       *sql.DB
	lock     *flock.Flock // nil: the index is in memory
	progress progress.Progress
}

// errDamaged is the error of a file that is no index of this version, and of every
// failure in SQLite, whose cause is determined before anything is removed.
var errDamaged = errors.New("run: the index is damaged or of another version")

// Open opens and updates the index of the runs below root. It recreates an index
// that is damaged or of another version, and makes one in memory if none can be
// written, as on a full disk. The follower is told of the reading of many runs; it may
// be nil.
func Open(ctx context.Context, root string, follower progress.Progress) (*Index, error) {
	if follower == nil {
		follower = progress.None{}
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return openMemory(ctx, root, follower)
	}
	x, err := openShared(ctx, root, follower)
	if errors.Is(err, errDamaged) {
		if err = rebuild(ctx, root); err == nil {
			x, err = openShared(ctx, root, follower)
		}
	}
	if err == nil {
		return x, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return openMemory(ctx, root, follower)
}

// openShared opens and updates the file.
func openShared(ctx context.Context, root string, follower progress.Progress) (*Index, error) {
	x := &Index{root: root, lock: newLock(root), progress: follower}
	if err := waitFor(ctx, x.lock.TryRLockContext); err != nil {
		return nil, err
	}
	return x.ready(ctx, filepath.Join(root, IndexFile), "rw")
}

// ready connects to an index and updates it.
func (x *Index) ready(ctx context.Context, path, mode string) (*Index, error) {
	err := x.connect(path, mode)
	if err == nil {
		err = x.Refresh(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

// rebuild replaces a damaged or missing index with an empty one, while nobody has it
// open: SQLite would mix the old log into the new index.
func rebuild(ctx context.Context, root string) error {
	lock := newLock(root)
	if err := waitFor(ctx, lock.TryLockContext); err != nil {
		return err
	}
	defer lock.Close()
	x := &Index{root: root}
	path := filepath.Join(root, IndexFile)
	err := x.connect(path, "rw")
	if err == nil {
		err = x.checkIntact(ctx)
	}
	if err = errors.Join(err, x.Close()); err == nil {
		return nil // somebody else was faster
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := files.Remove(path + suffix); err != nil {
			return fmt.Errorf("run: %w", err)
		}
	}
	x = &Index{root: root}
	return errors.Join(x.connect(path, "rwc"), x.Close())
}

// openMemory makes an index that ends with the process.
func openMemory(ctx context.Context, root string, follower progress.Progress) (*Index, error) {
	x := &Index{root: root, progress: follower}
	return x.ready(ctx, ":memory:", "memory")
}

// connect opens the file and makes its table if it is new. The mode is SQLite's:
// rw for a file that exists, rwc, memory.
func (x *Index) connect(path, mode string) error {
	options := url.Values{
		"mode":    {mode},
		"_pragma": {"busy_timeout(60000)", "journal_mode(wal)", "synchronous(normal)"},
		"_txlock": {"immediate"},
	}
	var err error
	if x.db, err = sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+options.Encode()); err != nil {
		return fmt.Errorf("run: index: %w", err)
	}
	x.db.SetMaxOpenConns(1) // each connection to :memory: has an index of its own
	var version, tables int
	if err = x.db.QueryRow("PRAGMA user_version").Scan(&version); err == nil {
		err = x.db.QueryRow("SELECT count(*) FROM sqlite_master").Scan(&tables)
	}
	switch {
	case err != nil:
	case version == schema:
		return nil
	case version != 0 || tables != 0:
		return fmt.Errorf("%w: version %d", errDamaged, version)
	default:
		err = x.create()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}

// create makes the table, unless another process has just made it.
func (x *Index) create() error {
	tx, err := x.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil || version == schema {
		return err
	}
	if _, err := tx.Exec(createTable); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", schema)); err != nil {
		return err
	}
	return tx.Commit()
}

// Runs lists the runs, the newest first. Their settings are known if they are asked for,
// which takes longer.
func (x *Index) Runs(ctx context.Context, settings bool) ([]*Summary, error) {
	c := &Catalogue{Index: x}
	if err := c.load(ctx, settings); err != nil {
		return nil, err
	}
	return c.Runs(), nil
}

// Close closes the index, so that others can recreate it.
func (x *Index) Close() error {
	var err error
	if x.db != nil {
		err = x.db.Close()
	}
	if x.lock != nil {
		err = errors.Join(err, x.lock.Close())
	}
	if err != nil {
		return fmt.Errorf("run: index: %w", err)
	}
	return nil
}

// newLock keeps an index from being removed while somebody uses it.
func newLock(root string) *flock.Flock {
	return flock.New(filepath.Join(root, IndexFile+".lock"), flock.SetPermissions(0o644))
}

func waitFor(ctx context.Context, take func(context.Context, time.Duration) (bool, error)) error {
	const (
		patience = time.Minute // more than making the index of very many runs takes
		pause    = 10 * time.Millisecond
	)
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	if ok, err := take(ctx, pause); err != nil || !ok {
		return fmt.Errorf("run: index: waiting for the others: %w", errors.Join(err, ctx.Err()))
	}
	return nil
}

// Refresh reads the folders that have changed since they were last read.
func (x *Index) Refresh(ctx context.Context) error {
	known, err := x.rows(ctx)
	if err != nil {
		return err
	}
	now, err := folders(x.root)
	if err != nil {
		return err
	}
	var stale, gone []string
	for run := range known {
		if _, there := now[run]; !there {
			gone = append(gone, run)
		}
	}
	for run, stamp := range now {
		if k, ok := known[run]; !ok || k.stamp != stamp || k.status == IsRunning {
			stale = append(stale, run)
		}
	}
	if len(gone) > 0 {
		if err := x.store(nil, gone); err != nil {
			return err
		}
	}
	return x.readAll(ctx, stale, known, now)
}

// batch is how many runs are stored at once.
const batch = 200

// readAll stores the runs in batches: an interruption keeps what was read.
func (x *Index) readAll(ctx context.Context, stale []string, known map[string]knownRow, stamps map[string]string) error {
	follower := x.progress
	if len(stale) <= batch { // over before anybody has looked
		follower = progress.None{}
	}
	follower.Begin("reading runs into the index", len(stale), "run")
	for part := range slices.Chunk(stale, batch) {
		read, others, err := x.read(ctx, part, stamps)
		gone := slices.DeleteFunc(others, func(name string) bool { _, ok := known[name]; return !ok })
		if err == nil && len(read)+len(gone) > 0 {
			err = x.store(read, gone)
		}
		if err != nil {
			return err
		}
		follower.Add(len(part))
	}
	return nil
}

// folders lists what may be runs, with the stamps of their folders.
func folders(root string) (map[string]string, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !isMissing(err) {
		return nil, fmt.Errorf("run: %w", err)
	}
	list := make(map[string]string, len(entries))
	for _, e := range entries {
		if e.IsDir() || e.Type()&os.ModeSymlink != 0 {
			if stamp, ok := folderStamp(filepath.Join(root, e.Name())); ok && !strings.HasPrefix(e.Name(), ".") {
				list[e.Name()] = stamp
			}
		}
	}
	return list, nil
}

// knownRow is what the index has of a run.
type knownRow struct{ stamp, status string }

// rows reads the index; damaged rows have no stamp.
func (x *Index) rows(ctx context.Context) (map[string]knownRow, error) {
	rows, err := x.db.QueryContext(ctx, "SELECT run, stamp, status, key, summary, settings, sum FROM runs")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer rows.Close()
	list := map[string]knownRow{}
	for rows.Next() {
		var run, stamp, status, key, summary, settings string
		var sum int64
		if err := rows.Scan(&run, &stamp, &status, &key, &summary, &settings, &sum); err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
		k := knownRow{stamp, status}
		if checksum(run, stamp, key, summary, settings) != sum {
			k.stamp = ""
		}
		list[run] = k
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return list, nil
}

// checkIntact fails if the index is damaged.
func (x *Index) checkIntact(ctx context.Context) error {
	var answer string
	if err := x.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer); err != nil || answer != "ok" {
		return errors.Join(errDamaged, err)
	}
	_, err := x.rows(ctx)
	return err
}

// read summarises folders, several at a time. The others are no runs.
func (x *Index) read(ctx context.Context, runs []string, stamps map[string]string) (read []row, others []string, err error) {
	list := make([]*row, len(runs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, run := range runs {
		group.Go(func() error {
			folder := filepath.Join(x.root, run)
			if ctx.Err() != nil || !IsRun(folder) {
				return ctx.Err()
			}
			r, err := newRow(Summarize(folder), stamps[run])
			list[i] = &r
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	for i, r := range list {
		if r != nil {
			read = append(read, *r)
		} else {
			others = append(others, runs[i])
		}
	}
	return read, others, nil
}

// store changes the index at once: others see all of it or nothing.
func (x *Index) store(read []row, gone []string) error {
	tx, err := x.db.Begin()
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer tx.Rollback()
	for _, r := range read {
		if err := r.insert(tx); err != nil {
			return err
		}
	}
	for _, run := range gone {
		if _, err := tx.Exec("DELETE FROM runs WHERE run = ?", run); err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}

// schema is the version of the index; an index of another version is recreated.
const schema = 4

// createTable makes the only table. stamp identifies the state of the folder, key is that of
// the summary, and sum detects damage.
const createTable = `CREATE TABLE runs (
	run      TEXT PRIMARY KEY,
	stamp    TEXT NOT NULL,
	status   TEXT NOT NULL,
	key      TEXT NOT NULL,
	summary  TEXT NOT NULL,
	settings TEXT NOT NULL,
	sum      INTEGER NOT NULL
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
	object, err := json.Marshal(s.settings)
	if err != nil {
		return row{}, fmt.Errorf("run: %s: %w", s.Run, err)
	}
	return row{stamp, s, string(text), string(object)}, nil
}

func (r row) insert(tx *sql.Tx) error {
	s := r.summary
	_, err := tx.Exec("INSERT OR REPLACE INTO runs VALUES (?,?,?,?,?,?,?)", s.Run, r.stamp, s.Status, s.Key, r.text, r.settings,
		// Of what is found and shown: SQLite detects damage to its structure, not to its
		// contents.
		checksum(s.Run, r.stamp, s.Key, r.text, r.settings))
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}

func checksum(parts ...string) int64 {
	return int64(crc32.ChecksumIEEE([]byte(strings.Join(parts, "\x00"))))
}

// folderStamp changes whenever an idle run changes: every change adds to its history or
// replaces a file of the folder. A recent stamp never repeats.
func folderStamp(folder string) (stamp string, ok bool) {
	// recent is the age below which another change may have the same time on a file
	// system's clock.
	const recent = 2 * time.Second
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return "", false
	}
	changed := info.ModTime()
	size := int64(0)
	if h, err := os.Stat(filepath.Join(folder, HistoryFile)); err == nil {
		size = h.Size()
		if h.ModTime().After(changed) {
			changed = h.ModTime()
		}
	}
	stamp = fmt.Sprintf("%x-%x", changed.UnixNano(), size)
	if age := time.Since(changed); age < recent && age > -recent {
		stamp += fmt.Sprintf("-%x", time.Now().UnixNano())
	}
	return stamp, true
}
