package run

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// IndexFile is the index's name in the folder of runs.
const IndexFile = "lab.db"

// Index is the index of a folder of runs. Several processes may have it open.
type Index struct {
	root string
	db   *sql.DB
	lock *flock.Flock // nil: the index is in memory
	told Progress
}

// Progress reports how many of the folders to read have been read; it may be nil.
type Progress func(done, total int)

// errDamaged is the error of a file that is no index of this version, and of every
// failure in SQLite, whose cause is determined before anything is removed.
var errDamaged = errors.New("run: the index is damaged or of another version")

// Open opens and updates the index of the runs below root. It recreates an index
// that is damaged or of another version, and makes one in memory if none can be
// written, as on a full disk.
func Open(ctx context.Context, root string, told Progress) (*Index, error) {
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return openMemory(ctx, root, told)
	}
	x, err := openShared(ctx, root, told)
	if errors.Is(err, errDamaged) {
		if err = rebuild(ctx, root); err == nil {
			x, err = openShared(ctx, root, told)
		}
	}
	if err == nil {
		return x, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return openMemory(ctx, root, told)
}

// openShared opens and updates the file.
func openShared(ctx context.Context, root string, told Progress) (*Index, error) {
	x := &Index{root: root, lock: newLock(root), told: told}
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
		err = x.intact(ctx)
	}
	if err = errors.Join(err, x.Close()); err == nil {
		return nil // somebody else was faster
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !missing(err) {
			return fmt.Errorf("run: %w", err)
		}
	}
	x = &Index{root: root}
	return errors.Join(x.connect(path, "rwc"), x.Close())
}

// openMemory makes an index that ends with the process.
func openMemory(ctx context.Context, root string, told Progress) (*Index, error) {
	x := &Index{root: root, told: told}
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
	ctx, stop := context.WithTimeout(ctx, time.Minute) // more than making the index of very many runs takes
	defer stop()
	if ok, err := take(ctx, 10*time.Millisecond); err != nil || !ok {
		return fmt.Errorf("run: index: waiting for the others: %w", errors.Join(err, ctx.Err()))
	}
	return nil
}
