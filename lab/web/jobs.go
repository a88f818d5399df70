package web

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"sync"

	"evolab/agent"
	"evolab/experiments/bridge/mlflow"
	"evolab/experiments/run"
	"evolab/experiments/train"
)

// mostJobs is how many experiments a server works on at a time.
const mostJobs = 4

// jobs are the experiments that this server works on, or has worked on.
type jobs struct {
	ctx   context.Context // its end interrupts them
	games agent.Table     // that they may be of

	mu     sync.Mutex
	atWork sync.WaitGroup
	count  int
	byRun  map[string]*job
}

// job is an experiment at work. It follows its run.
type job struct {
	jobs    *jobs
	stop    context.CancelFunc
	started chan string // the name of the run
	working bool
	notes   []string
	told    *mlflow.Follower
}

func (j *jobs) wait() { j.atWork.Wait() }

// about returns the remarks of a run's job, and whether it is at work here,
// so that it can be stopped.
func (j *jobs) about(run string) (notes []string, working bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if job := j.byRun[run]; job != nil {
		return slices.Clone(job.notes), job.working
	}
	return nil, false
}

// begin lets work begin in the background and returns the name of its run.
func (j *jobs) begin(r *http.Request, work func(context.Context, *job) error) (string, error) {
	j.mu.Lock()
	if j.count >= mostJobs {
		j.mu.Unlock()
		return "", refuse(http.StatusServiceUnavailable, "this server works on %d experiments already", mostJobs)
	}
	j.count++
	j.atWork.Add(1)
	j.mu.Unlock()
	ctx, stop := context.WithCancel(j.ctx)
	one := &job{jobs: j, stop: stop, started: make(chan string, 1), working: true}
	failed := make(chan error, 1)
	go func() {
		defer j.atWork.Done()
		defer stop()
		err := work(ctx, one)
		defer one.told.Wait()
		one.told.End()
		one.end(err)
		failed <- err
	}()
	select {
	case run := <-one.started:
		return run, nil
	case err := <-failed:
		select {
		case run := <-one.started: // it was faster than this
			return run, nil
		default:
		}
		return "", err
	case <-r.Context().Done():
		return "", r.Context().Err()
	}
}

// end records how the work ended.
func (o *job) end(err error) {
	o.jobs.mu.Lock()
	defer o.jobs.mu.Unlock()
	o.jobs.count--
	o.working = false
	if err != nil && !errors.Is(err, train.ErrNoChampion) && !errors.Is(err, context.Canceled) {
		o.notes = append(o.notes, plain(err))
	}
}

// Started is called once the run has a folder.
func (o *job) Started(folder string, _ train.Plan) {
	run := filepath.Base(folder)
	o.told = mlflow.Follow(folder, o.jobs.games, o.Note)
	o.jobs.mu.Lock()
	if o.jobs.byRun == nil {
		o.jobs.byRun = map[string]*job{}
	}
	o.jobs.byRun[run] = o
	o.jobs.mu.Unlock()
	o.started <- run
}

// Generation is called when a generation has been recorded.
func (o *job) Generation(run.Metrics, run.Timing) { o.told.News() }

// Begin keeps the name of a stage as a remark.
func (o *job) Begin(name string, _ int, _ string) { o.Note(name) }

// Add counts nothing: the pages read the run's folder.
func (o *job) Add(int) {}

// Note keeps the last remarks.
func (o *job) Note(text string) {
	const most = 20
	o.jobs.mu.Lock()
	defer o.jobs.mu.Unlock()
	o.notes = append(o.notes, text)
	o.notes = o.notes[max(0, len(o.notes)-most):]
}
