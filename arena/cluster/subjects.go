package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The subjects of messages. KEY is a worker's public key and NAME its name: a server lets
// a worker publish and subscribe only where its own key stands.
const (
	// ResultsStream keeps the results.
	ResultsStream = "EVOLAB_RESULTS"

	jobsPrefix    = "evolab.jobs."    // KEY.NAME: batches to play
	resultsPrefix = "evolab.results." // WORK.KEY.NAME: reports
	statusPrefix  = "evolab.status."  // KEY.NAME: who is there
	objectsPrefix = "evolab.objects." // COORDINATOR.KEY.NAME: requests for parts of a lineup
	labSubject    = "evolab.lab"      // coordinators say that they are there
	helloSubject  = "evolab.hello"    // workers are asked to say that they are
	inboxPrefix   = "_INBOX."         // KEY: answers
)

const (
	// serverTimeout is how long the server may take to answer.
	serverTimeout = 5 * time.Second
	// maxTries is how often a game is tried.
	maxTries = 3
	// retention is how long results wait for whoever resumes the work.
	retention = 7 * 24 * time.Hour
	// heartbeat is how often workers and coordinators report that they are there, and
	// maxSilence is the silence after which they are not.
	heartbeat  = 2 * time.Second
	maxSilence = 4 * heartbeat
	// maxStored bounds the stream on the disk, in bytes.
	maxStored = 2 << 30
)

// workerID is a worker in subjects: KEY.NAME.
type workerID string

func newWorkerID(key, name string) workerID { return workerID(key + "." + name) }

// key is the identity that counts: one key may have many processes.
func (id workerID) key() string { key, _, _ := strings.Cut(string(id), "."); return key }
func (id workerID) name() string {
	_, name, _ := strings.Cut(string(id), ".")
	return name
}

// String is the worker's name and the beginning of its key, as records have it.
func (id workerID) String() string { return id.name() + "/" + ShortKey(id.key()) }

// ShortKey is the beginning of a public key, enough to tell keys apart.
func ShortKey(key string) string {
	const shown = 9
	return key[:min(len(key), shown)]
}

// parseWorkerID reads the end of a subject.
func parseWorkerID(text string) (workerID, error) {
	key, name, _ := strings.Cut(text, ".")
	if !isKey(key) || !isName(name) {
		return "", fmt.Errorf("cluster: no worker: %.100q", text)
	}
	return newWorkerID(key, name), nil
}

// parseResultsSubject returns the work and the worker of a report.
func parseResultsSubject(subject string) (work string, by workerID, err error) {
	work, worker, _ := strings.Cut(strings.TrimPrefix(subject, resultsPrefix), ".")
	by, err = parseWorkerID(worker)
	return work, by, err
}

func resultsSubject(work string, by workerID) string { return resultsPrefix + work + "." + string(by) }

// hashOf is the name of an object.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// workLength is the length of the WORK of subjects.
const workLength = 16

// WorkName returns the WORK of subjects.
func WorkName(home, of string) string { return hashOf([]byte(home + "\x00" + of))[:workLength] }

// openResults makes the stream of results if it is missing.
func openResults(ctx context.Context, js jetstream.JetStream) (jetstream.Stream, error) {
	s, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: ResultsStream, Subjects: []string{resultsPrefix + ">"}, MaxAge: retention, MaxBytes: maxStored,
	})
	if err != nil {
		return nil, fmt.Errorf("cluster: stream of results: %w", err)
	}
	return s, nil
}
