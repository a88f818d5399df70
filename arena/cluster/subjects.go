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

// The subjects of messages.
const (
	// ResultsStream keeps the results.
	ResultsStream = "EVOLAB_RESULTS"

	jobsPrefix    = "evolab.jobs."    // WORKER: batches to play
	resultsPrefix = "evolab.results." // WORK.WORKER: reports
	statusPrefix  = "evolab.status."  // WORKER: who is there
	objectsPrefix = "evolab.objects." // COORDINATOR: requests for parts of a lineup
	labSubject    = "evolab.lab"      // coordinators say that they are there
	helloSubject  = "evolab.hello"    // workers are asked to say that they are
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

// workerID is the name of a worker: in subjects, in records and for people.
type workerID string

func parseWorkerID(text string) (workerID, error) {
	if !isName(text) {
		return "", fmt.Errorf("no worker: %.100q", text)
	}
	return workerID(text), nil
}

func parseResultsSubject(subject string) (workerID, error) {
	_, worker, _ := strings.Cut(strings.TrimPrefix(subject, resultsPrefix), ".")
	return parseWorkerID(worker)
}

func resultsSubject(work string, by workerID) string { return resultsPrefix + work + "." + string(by) }

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
		return nil, fmt.Errorf("stream of results: %w", err)
	}
	return s, nil
}
