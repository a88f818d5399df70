package mlflow

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
)

// pace is how long a follower waits.
type pace struct {
	minPause  time.Duration // at least, between two times of sending
	maxPause  time.Duration // at most, while the server is away
	finalWait time.Duration // for the rest, once the run has ended
}

// Follower sends a run while it is running, from a goroutine of its own that
// nobody waits for before the end. A nil Follower does nothing.
type Follower struct {
	folder string
	games  agent.Table
	client *Client
	warn   func(string)
	warned bool
	news   chan struct{} // one place: what is new is in the folder
	pace   pace
	ending chan struct{}
	ended  sync.Once
	done   chan struct{}
	stop   context.CancelFunc
}

// Follow follows the run of a folder if its config says so. It warns once.
func Follow(folder string, games agent.Table, warn func(string)) *Follower {
	config := &experiment.Config{Games: games}
	err := experiment.LoadInto(config, filepath.Join(folder, run.ConfigFile), nil)
	if err != nil || config.Tracking.MLflow == "" {
		return nil
	}
	c, err := New(config.Tracking.MLflow)
	if err != nil { // the config was checked
		warn("warning: " + err.Error())
		return nil
	}
	return follow(folder, games, c, warn, pace{minPause: time.Second, maxPause: time.Minute, finalWait: 10 * time.Second})
}

func follow(folder string, games agent.Table, c *Client, warn func(string), p pace) *Follower {
	ctx, stop := context.WithCancel(context.Background())
	f := &Follower{
		folder: folder, games: games, client: c, warn: warn, stop: stop, pace: p,
		news: make(chan struct{}, 1), ending: make(chan struct{}), done: make(chan struct{}),
	}
	f.Notify()
	go f.work(ctx)
	return f
}

// Notify tells the follower that the folder has more. It never waits.
func (f *Follower) Notify() {
	if f == nil {
		return
	}
	select {
	case f.news <- struct{}{}:
	default: // it is known already
	}
}

// End says that the run has ended. Wait then waits for what is left to send, but
// not for long.
func (f *Follower) End() {
	if f != nil {
		f.ended.Do(func() {
			close(f.ending)
			time.AfterFunc(f.pace.finalWait, f.stop)
		})
	}
}

// Wait is called after End.
func (f *Follower) Wait() {
	if f != nil {
		<-f.done
	}
}

func (f *Follower) work(ctx context.Context) {
	defer close(f.done)
	defer f.stop()
	failed := f.pace.minPause
	for {
		select {
		case <-f.news:
		case <-f.ending:
			f.last(ctx)
			return
		}
		began := time.Now()
		var rest time.Duration
		if f.send(ctx) == nil {
			// Reading the folder again should take little of the machine.
			rest, failed = max(f.pace.minPause, 50*time.Since(began)), f.pace.minPause
		} else {
			rest, failed = failed, min(2*failed, f.pace.maxPause)
			f.Notify()
		}
		select {
		case <-time.After(rest):
		case <-f.ending:
		}
	}
}

// last sends the end of the run, and tries twice.
func (f *Follower) last(ctx context.Context) {
	if f.send(ctx) == nil {
		return
	}
	select {
	case <-ctx.Done():
		return
	case <-time.After(f.pace.minPause):
	}
	_ = f.send(ctx) // that it failed was said before
}

// send warns of the first failure.
func (f *Follower) send(ctx context.Context) error {
	r, err := run.Read(f.games, f.folder)
	var sent Sent
	if err == nil {
		sent, err = f.client.Send(ctx, r)
	}
	note := sent.Note
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%s: it takes longer than %v after the end of the run", f.client.base, f.pace.finalWait)
	}
	if err != nil {
		name := filepath.Base(f.folder)
		note = fmt.Sprintf("%s; the run continues, and sends what is missing once it can; evolve export %s --to mlflow --uri %s does so later",
			strings.TrimPrefix(err.Error(), "mlflow: "), name, f.client.base)
	}
	if note != "" && !f.warned {
		f.warned = true
		f.warn("warning: " + note)
	}
	return err
}
