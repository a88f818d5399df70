package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"evolab/arena"
)

// task is a game as it travels to a worker.
type task struct {
	_          struct{} `cbor:",toarray"`
	Key        key
	Variant    string
	Opening    string
	First      int
	Second     int
	Move       int64 // limits, in nanoseconds
	Game       int64
	PlyCap     int
	Seed       uint64
	Keep       bool
	Timed      bool
	DrawOnTime bool
}

func newTask(k key, j *arena.Job, keep bool) task {
	return task{
		Key: k, Variant: j.Variant, Opening: j.Opening, First: j.First, Second: j.Second, Move: int64(j.Limits.Move), Game: int64(j.Limits.Game),
		PlyCap: j.PlyCap, Seed: j.Seed, Keep: j.Keep || keep, Timed: j.Timed, DrawOnTime: j.DrawOnTime,
	}
}

func (t *task) job(id int) arena.Job {
	return arena.Job{
		ID: id, Variant: t.Variant, Opening: t.Opening, First: t.First, Second: t.Second,
		Limits: arena.Limits{Move: time.Duration(t.Move), Game: time.Duration(t.Game)},
		PlyCap: t.PlyCap, Seed: t.Seed, Keep: t.Keep, Timed: t.Timed, DrawOnTime: t.DrawOnTime,
	}
}

// batch is a message of the jobs.
type batch struct {
	_      struct{} `cbor:",toarray"`
	ID     string
	Work   string // to whom the results go
	Lineup string // the hash of who plays
	Games  []task
}

// Bounds of what a message may hold.
const (
	mostGames = 1000    // of a batch
	MostBytes = 8 << 20 // also of a message of the server
)

// parseBatch reads a batch strictly.
func parseBatch(data []byte) (*batch, error) {
	var b batch
	if err := read(data, &b); err != nil {
		return nil, fmt.Errorf("cluster: batch: %w", err)
	}
	switch {
	case len(b.Games) == 0 || len(b.Games) > mostGames:
		return nil, fmt.Errorf("cluster: batch: %d games (expected: 1..%d)", len(b.Games), mostGames)
	case !isHash(b.Lineup) || len(b.Work) != 16 || !isHex(b.Work) || b.ID == "" || len(b.ID) > 64:
		return nil, errors.New("cluster: batch: a name that is none")
	}
	for i := range b.Games {
		t := &b.Games[i]
		if t.First < 0 || t.Second < 0 || t.Move < 0 || t.Game < 0 || t.PlyCap < 0 {
			return nil, fmt.Errorf("cluster: batch: game %d: a negative number", i)
		}
	}
	return &b, nil
}

func isHash(text string) bool { return len(text) == 64 && isHex(text) }

func isHex(text string) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// encode writes as JSON what people may want to read too: statuses and
// objects.
func encode(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return data, nil
}

// decode reads a message that somebody else may have written.
func decode(data []byte, v any) error {
	if len(data) > MostBytes {
		return fmt.Errorf("%d bytes (allowed: up to %d)", len(data), MostBytes)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}
