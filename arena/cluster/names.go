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
	JobsStream    = "EVOLAB_JOBS"
	ResultsStream = "EVOLAB_RESULTS"
	ObjectBucket  = "evolab"
	WorkerBucket  = "evolab-workers"
	LabBucket     = "evolab-labs"

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
	for bucket, kv := range map[string]*jetstream.KeyValue{WorkerBucket: &b.workers, LabBucket: &b.labs} {
		config := jetstream.KeyValueConfig{Bucket: bucket, TTL: time.Hour, Storage: jetstream.MemoryStorage, MaxBytes: 64 << 20}
		if *kv, err = js.CreateOrUpdateKeyValue(ctx, config); err != nil {
			return nil, fmt.Errorf("cluster: keys %s: %w", bucket, err)
		}
	}
	return b, b.consumers(ctx, program)
}
