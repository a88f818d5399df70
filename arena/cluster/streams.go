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
	objectBucket      = "evolab"
	workerBucket      = "evolab-workers"
	coordinatorBucket = "evolab-labs"

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
	// serverTimeout is how long the server may take to answer.
	serverTimeout = 5 * time.Second
	// maxTries is how often a batch is delivered.
	maxTries = 3
	// retention is how long results and objects wait for whoever resumes the work.
	retention = 7 * 24 * time.Hour
	// heartbeat is how often workers and coordinators report that they are there, and
	// maxSilence is the silence after which they are not.
	heartbeat  = 2 * time.Second
	maxSilence = 4 * heartbeat
	// maxStored bounds each stream on the disk, in bytes.
	maxStored = 2 << 30
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

// workLength is the length of the WORK of subjects.
const workLength = 16

// WorkName returns the WORK of subjects.
func WorkName(home, of string) string { return hashOf([]byte(home + "\x00" + of))[:workLength] }

// broker is the server as a coordinator uses it.
type broker struct {
	js           jetstream.JetStream
	jobs         jetstream.Stream
	results      jetstream.Stream
	objects      jetstream.ObjectStore
	workers      jetstream.KeyValue
	coordinators jetstream.KeyValue
	ackWaits     struct { // the values of AckWait on the server, by kind of jobs
		mu     sync.Mutex
		byKind map[string]time.Duration
	}
}

// openBroker makes the streams and buckets that are missing.
func openBroker(ctx context.Context, js jetstream.JetStream, program string) (b *broker, err error) {
	b = &broker{js: js}
	if b.jobs, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: JobsStream, Subjects: []string{jobsPrefix + ">"}, Retention: jetstream.WorkQueuePolicy, MaxBytes: maxStored,
	}); err != nil {
		return nil, fmt.Errorf("cluster: stream of jobs: %w", err)
	}
	if b.results, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: ResultsStream, Subjects: []string{resultsPrefix + ">"}, MaxAge: retention, MaxBytes: maxStored,
	}); err != nil {
		return nil, fmt.Errorf("cluster: stream of results: %w", err)
	}
	if b.objects, err = js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objectBucket, TTL: retention}); err != nil {
		return nil, fmt.Errorf("cluster: store of objects: %w", err)
	}
	for bucket, kv := range map[string]*jetstream.KeyValue{workerBucket: &b.workers, coordinatorBucket: &b.coordinators} {
		config := jetstream.KeyValueConfig{Bucket: bucket, TTL: time.Hour, Storage: jetstream.MemoryStorage, MaxBytes: 64 << 20}
		if *kv, err = js.CreateOrUpdateKeyValue(ctx, config); err != nil {
			return nil, fmt.Errorf("cluster: keys %s: %w", bucket, err)
		}
	}
	return b, b.createConsumers(ctx, program)
}

const (
	// A worker may be silent for a few times the expected time of its batch, but
	// for no less than minAckWait, since busy machines stall, and no more than
	// maxAckWait.
	minAckWait     = 2 * time.Second
	initialAckWait = 5 * time.Second // before there is an expected time
	maxAckWait     = 30 * time.Second
)

// ackWait is how long a worker may be silent about a batch with this expected time.
func ackWait(batch time.Duration) time.Duration {
	return min(max(5*batch, minAckWait), maxAckWait)
}

// createConsumers creates the consumers that a program's workers share.
func (b *broker) createConsumers(ctx context.Context, program string) error {
	for _, kind := range []string{plainKind, execKind} {
		if err := b.createConsumer(ctx, program, kind, initialAckWait); err != nil {
			return err
		}
	}
	return nil
}

func (b *broker) createConsumer(ctx context.Context, program, kind string, wait time.Duration) error {
	b.ackWaits.mu.Lock()
	defer b.ackWaits.mu.Unlock()
	_, err := b.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName(program, kind), FilterSubject: jobsSubject(program, kind, "*"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxDeliver: maxTries, MaxAckPending: -1,
		MemoryStorage: true, // who plays what need not survive a restart: the server delivers it again
	})
	if err != nil {
		return fmt.Errorf("cluster: consumer of %s: %w", program, err)
	}
	if b.ackWaits.byKind == nil {
		b.ackWaits.byKind = map[string]time.Duration{}
	}
	b.ackWaits.byKind[kind] = wait
	return nil
}
