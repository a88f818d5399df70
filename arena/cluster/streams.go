package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The names of what is on the server.
const (
	JobsStream        = "EVOLAB_JOBS"
	ResultsStream     = "EVOLAB_RESULTS"
	ObjectBucket      = "evolab"
	WorkerBucket      = "evolab-workers"
	CoordinatorBucket = "evolab-labs"

	jobsPrefix    = "evolab.jobs."
	resultsPrefix = "evolab.results."
	checkPrefix   = "evolab.check."
)

// The kinds of jobs.
const (
	plainKind = "plain"
	execKind  = "exec" // programs play
)

const (
	// answer is how long the server may take to answer.
	answer = 5 * time.Second
	// tries is how often a batch is delivered.
	tries = 3
	// kept is how long results and objects wait for whoever resumes the work.
	kept = 7 * 24 * time.Hour
	// heard is how often workers and coordinators report that they are there, and
	// gone is the silence after which they are not.
	heard = 2 * time.Second
	gone  = 4 * heard
	// mostStored bounds each stream on the disk.
	mostStored = 2 << 30
)

func jobsSubject(program, kind, work string) string {
	return jobsPrefix + program + "." + kind + "." + work
}
func resultsSubject(work string) string        { return resultsPrefix + work }
func checkSubject(worker string) string        { return checkPrefix + worker }
func consumerName(program, kind string) string { return program + "-" + kind }

// hashOf is the name of an object.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// WorkName is the WORK of subjects.
func WorkName(home, of string) string { return hashOf([]byte(home + "\x00" + of))[:16] }

// board is the server as a coordinator sees it.
type board struct {
	js      jetstream.JetStream
	jobs    jetstream.Stream
	results jetstream.Stream
	objects jetstream.ObjectStore
	workers jetstream.KeyValue
	labs    jetstream.KeyValue
	waits   struct { // the values of AckWait on the server, by kind of jobs
		mu sync.Mutex
		by map[string]time.Duration
	}
}

// openBoard makes the streams and buckets that are missing.
func openBoard(ctx context.Context, js jetstream.JetStream, program string) (b *board, err error) {
	b = &board{js: js}
	if b.jobs, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: JobsStream, Subjects: []string{jobsPrefix + ">"}, Retention: jetstream.WorkQueuePolicy, MaxBytes: mostStored,
	}); err != nil {
		return nil, fmt.Errorf("cluster: stream of jobs: %w", err)
	}
	if b.results, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: ResultsStream, Subjects: []string{resultsPrefix + ">"}, MaxAge: kept, MaxBytes: mostStored,
	}); err != nil {
		return nil, fmt.Errorf("cluster: stream of results: %w", err)
	}
	if b.objects, err = js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: ObjectBucket, TTL: kept}); err != nil {
		return nil, fmt.Errorf("cluster: store of objects: %w", err)
	}
	for bucket, kv := range map[string]*jetstream.KeyValue{WorkerBucket: &b.workers, CoordinatorBucket: &b.labs} {
		config := jetstream.KeyValueConfig{Bucket: bucket, TTL: time.Hour, Storage: jetstream.MemoryStorage, MaxBytes: 64 << 20}
		if *kv, err = js.CreateOrUpdateKeyValue(ctx, config); err != nil {
			return nil, fmt.Errorf("cluster: keys %s: %w", bucket, err)
		}
	}
	return b, b.consumers(ctx, program)
}

const (
	// A worker may be silent for a few times the expected time of its batch, but
	// for no less than shortestWait, since busy machines stall, and no more than
	// longestWait.
	shortestWait = 2 * time.Second
	firstWait    = 5 * time.Second // before there is an expected time
	longestWait  = 30 * time.Second
)

// ackWait is how long a worker may be silent about a batch with this expected time.
func ackWait(batch time.Duration) time.Duration {
	return min(max(5*batch, shortestWait), longestWait)
}

// consumers creates the consumers of a program's workers.
func (b *board) consumers(ctx context.Context, program string) error {
	for _, kind := range []string{plainKind, execKind} {
		if err := b.consumer(ctx, program, kind, firstWait); err != nil {
			return err
		}
	}
	return nil
}

func (b *board) consumer(ctx context.Context, program, kind string, wait time.Duration) error {
	b.waits.mu.Lock()
	defer b.waits.mu.Unlock()
	_, err := b.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName(program, kind), FilterSubject: jobsSubject(program, kind, "*"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxDeliver: tries, MaxAckPending: -1,
		MemoryStorage: true, // who plays what need not survive a restart: the server delivers it again
	})
	if err != nil {
		return fmt.Errorf("cluster: consumer of %s: %w", program, err)
	}
	if b.waits.by == nil {
		b.waits.by = map[string]time.Duration{}
	}
	b.waits.by[kind] = wait
	return nil
}
