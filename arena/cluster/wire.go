package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/fxamacker/cbor/v2"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/quantity"
	"evolab/stats"
)

// cborModes encode and decode the messages sent by the thousand, jobs and results, as
// CBOR (RFC 8949): a third of the bytes and a fraction of the time that JSON takes.
type cborModes struct {
	encoding cbor.EncMode
	decoding cbor.DecMode
	err      error
}

var openModes = sync.OnceValue(func() (w cborModes) {
	if w.encoding, w.err = (cbor.EncOptions{ShortestFloat: cbor.ShortestFloat16}).EncMode(); w.err != nil {
		return w
	}
	w.decoding, w.err = cbor.DecOptions{
		MaxArrayElements: maxMoves, MaxMapPairs: 16, MaxNestedLevels: 8, // anybody with the token can write a message
		IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden, NaN: cbor.NaNDecodeForbidden, Inf: cbor.InfDecodeForbidden,
	}.DecMode()
	return w
})

func marshal(v any) ([]byte, error) {
	w := openModes()
	if w.err != nil {
		return nil, w.err
	}
	data, err := w.encoding.Marshal(v)
	if err != nil {
		return nil, err
	}
	return data, nil
}

// unmarshal reads a message that anybody with the token may have written.
func unmarshal(data []byte, v any) error {
	w := openModes()
	if w.err != nil {
		return w.err
	}
	if len(data) > MaxBytes {
		return fmt.Errorf("%s (allowed: up to %d)", quantity.Of(len(data), "byte"), MaxBytes)
	}
	return w.decoding.Unmarshal(data, v)
}

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
	Waits      [2]waits // of the players, in earlier games
	Pairs      int      // of a match runner
}

// waits are how long a program has waited in its games.
type waits struct {
	_     struct{} `cbor:",toarray"`
	Games int
	Time  int64 // nanoseconds
}

func newTask(k key, j *arena.Job, before [2]agent.Waits) task {
	return task{
		Waits: [2]waits{{Games: before[0].Games, Time: int64(before[0].Time)}, {Games: before[1].Games, Time: int64(before[1].Time)}},
		Key:   k, Variant: j.Variant, Opening: j.Opening, First: j.First, Second: j.Second, Move: int64(j.Limits.Move), Game: int64(j.Limits.Game),
		PlyCap: j.PlyCap, Pairs: j.Pairs, Seed: j.Seed, Keep: j.Keep, Timed: j.Timed, DrawOnTime: j.DrawOnTime,
	}
}

func (t *task) job(id int) arena.Job {
	return arena.Job{
		ID: id, Variant: t.Variant, Opening: t.Opening, First: t.First, Second: t.Second,
		Limits: arena.Limits{Move: time.Duration(t.Move), Game: time.Duration(t.Game)},
		PlyCap: t.PlyCap, Pairs: t.Pairs, Seed: t.Seed, Keep: t.Keep, Trace: true, Timed: t.Timed, DrawOnTime: t.DrawOnTime,
	}
}

// batch is a message to a worker: games to play.
type batch struct {
	_           struct{} `cbor:",toarray"`
	ID          string
	Coordinator string // who has the lineup
	Work        string // to whom the results go
	Lineup      string // hash
	Games       []task
}

// Bounds of what a message may hold.
const (
	maxGames = 1000    // of a batch
	MaxBytes = 8 << 20 // also of a message of the server
)

func parseBatch(data []byte) (*batch, error) {
	var b batch
	if err := unmarshal(data, &b); err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	switch {
	case len(b.Games) == 0 || len(b.Games) > maxGames:
		return nil, fmt.Errorf("batch: %s (expected: 1..%d)", quantity.Of(len(b.Games), "game"), maxGames)
	case !isHash(b.Lineup) || len(b.Work) != workLength || !isHex(b.Work) || b.ID == "" || len(b.ID) > maxName || !isName(b.Coordinator):
		return nil, errors.New("batch: a name that is none")
	}
	for i := range b.Games {
		t := &b.Games[i]
		if min(t.Waits[0].Games, t.Waits[1].Games) < 0 || min(t.Waits[0].Time, t.Waits[1].Time) < 0 {
			return nil, fmt.Errorf("batch: game %d: waits below 0", i)
		}
		if t.First < 0 || t.Second < 0 || t.Move < 0 || t.Game < 0 || t.PlyCap < 0 || t.Pairs < 0 {
			return nil, fmt.Errorf("batch: game %d: a negative number", i)
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

// marshalJSON writes what people may want to read too: statuses and objects.
func marshalJSON(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return data, nil
}

// unmarshalJSON reads a message that somebody else may have written.
func unmarshalJSON(data []byte, v any) error {
	if len(data) > MaxBytes {
		return fmt.Errorf("%s (allowed: up to %d)", quantity.Of(len(data), "byte"), MaxBytes)
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

// report is a message in the stream of results: what a worker has played. Its subject says
// who that is.
type report struct {
	_       struct{} `cbor:",toarray"`
	Batch   string   // or a coordinator alone: the worker's reports for it do not count
	Version string
	Seconds float64 // that the worker took for these games
	Speed   float64 // of the worker's search, in nodes a second, if time limits the games
	Games   []outcome
	// Failed says why the rest of the batch was not played; of the game with this key.
	Failed string
	At     *key
	// Void is that game's outcome if the machine has spoiled it.
	Void *outcome
	// Refused: Failed is why the worker's owner does not allow it.
	Refused bool
	// PlaysOthers: despite Failed the worker can play other games.
	PlaysOthers bool

	stale bool // the coordinator no longer has the agents: nobody waits for the report
}

// outcome is what a worker claims about a game, as it travels. Who won, why and by how much
// does not: the coordinator derives it from the moves.
type outcome struct {
	_       struct{} `cbor:",toarray"`
	Key     key
	Trace   []byte
	Forfeit string
	Failure string
	CPU     [2]float64
	Waited  [2]float64
	Stderr  [2]string
	Pairs   stats.Pentanomial
}

func newOutcome(k key, r *arena.Record) outcome {
	c := r.Claim()
	return outcome{Key: k, Trace: c.Trace, Forfeit: c.Forfeit, Failure: c.Failure, CPU: c.CPU, Waited: c.Waited, Stderr: c.Stderr, Pairs: c.Pairs}
}

func (o *outcome) claim() arena.Claim {
	return arena.Claim{Trace: o.Trace, Forfeit: o.Forfeit, Failure: o.Failure, CPU: o.CPU, Waited: o.Waited, Stderr: o.Stderr, Pairs: o.Pairs}
}

const (
	maxText   = 1 << 16
	maxMoves  = 1 << 16
	maxName   = 64
	maxNumber = 1 << 30
)

// parseReport reads a report strictly: anybody with the token can write one.
func parseReport(data []byte) (*report, error) {
	var r report
	if err := unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	switch {
	case len(r.Games) > maxGames:
		return nil, fmt.Errorf("report: %s (allowed: up to %d)", quantity.Of(len(r.Games), "game"), maxGames)
	case len(r.Batch) > maxName || len(r.Version) > maxText:
		return nil, errors.New("report: a name that is none")
	case !(r.Seconds >= 0 && r.Seconds < maxNumber) || !(r.Speed >= 0 && r.Speed < 1<<50) || len(r.Failed) > maxText:
		return nil, errors.New("report: a number or a text out of range")
	}
	for i := range r.Games {
		if err := r.Games[i].check(); err != nil {
			return nil, fmt.Errorf("report: game %d: %w", i, err)
		}
	}
	return &r, r.checkVoid()
}

// checkVoid fails if the void game of a report is not void.
func (r *report) checkVoid() error {
	if r.Void == nil {
		return nil
	}
	if r.Void.Forfeit != arena.Void || r.At == nil || *r.At != r.Void.Key {
		return fmt.Errorf("report: a void game with reason %.40q", r.Void.Forfeit)
	}
	return r.Void.check()
}

// size is about what an outcome takes in memory, in bytes.
func (o *outcome) size() int {
	const perOutcome = 300 // besides the texts
	return perOutcome + len(o.Trace) + len(o.Forfeit) + len(o.Failure) + len(o.Stderr[0]) + len(o.Stderr[1])
}

func (o *outcome) check() error {
	if max(len(o.Failure), len(o.Forfeit), len(o.Stderr[0]), len(o.Stderr[1]), len(o.Trace)) > maxText {
		return errors.New("a text that is too long")
	}
	for _, seconds := range []float64{o.CPU[0], o.CPU[1], o.Waited[0], o.Waited[1]} {
		if !(seconds >= 0 && seconds < maxNumber) { // not even a number
			return fmt.Errorf("%v s", seconds)
		}
	}
	return nil
}

// isName reports whether a text can name a worker in subjects and keys.
func isName(text string) bool {
	if text == "" || len(text) > maxName {
		return false
	}
	for _, c := range text {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// key identifies a game by the hash of everything that decides it.
type key [16]byte

// MarshalBinary implements encoding.BinaryMarshaler.
func (k key) MarshalBinary() ([]byte, error) { return k[:], nil }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (k *key) UnmarshalBinary(data []byte) error {
	if len(data) != len(k) {
		return errors.New("a key of another length")
	}
	copy(k[:], data)
	return nil
}

func (k key) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

// keyer makes the keys of a lineup's games.
type keyer struct {
	lineup *lineup
	common string   // the part that all keys have in common
	agents []string // a hash of each
	text   []byte
}

func newKeyer(program string, l *lineup) (*keyer, error) {
	k := &keyer{lineup: l, common: fmt.Sprintf("%s|%s|%t|", program, l.Game, l.Voids)}
	for i := range l.Agents {
		data, err := marshalJSON(&l.Agents[i])
		if err != nil {
			return nil, err
		}
		k.agents = append(k.agents, hashOf(data))
	}
	return k, nil
}

// key returns the key of a job. Games that may come out differently each time also have
// their number in it.
func (k *keyer) key(j *arena.Job) key {
	t := append(append(append(k.text[:0], k.common...), k.agents[j.First]...), k.agents[j.Second]...)
	for _, text := range []string{j.Variant, j.Opening} {
		t = append(strconv.AppendInt(append(t, '|'), int64(len(text)), 10), '|')
		t = append(t, text...)
	}
	for _, n := range []int64{int64(j.Limits.Move), int64(j.Limits.Game), int64(j.PlyCap), int64(j.Pairs)} {
		t = strconv.AppendInt(append(t, '|'), n, 10)
	}
	t = strconv.AppendUint(append(t, '|'), j.Seed, 10)
	for _, b := range []bool{j.Keep, j.Timed, j.DrawOnTime} {
		t = strconv.AppendBool(append(t, '|'), b)
	}
	if !k.lineup.repeatable(j) {
		t = strconv.AppendInt(append(t, '|'), int64(j.ID), 10)
	}
	k.text = t
	sum := sha256.Sum256(t)
	return key(sum[:16])
}
