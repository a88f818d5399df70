// Package web is the lab in a browser: it shows runs live, compares them,
// replays and plays games, and starts experiments.
//
// It reads through package run and writes only through package train, with its locks.
// Where possible, pages work without scripts; the scripts in assets add live updates.
//
// server.go says what there is at which address, guard.go who is let in and which
// files may be read, answer.go how answers are made, stream.go how they are updated while
// a run grows; then each page has a file of its name.
package web

import (
	"context"
	"embed"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"evolab/agent"
	"evolab/experiments/run"
	"evolab/internal/files"
)

// Options say what a server shows and allows.
type Options struct {
	Runs    string // the folder of the runs
	Project string // configs may name files below this folder
	// Tournaments is their folder, below that of the project.
	Tournaments string
	// AllowExec lets configs name programs, and files elsewhere.
	AllowExec bool
	Programs  agent.Programs // what such programs may do
	Games     agent.Table    // nil: all games
	Formats   []string       // of the figures of runs; nil: svg and png
	Token     string         // what lets a browser in
	// Freeze replaces the weights that the programs of a checkout embed by a run's champion
	// if it is clearly better, and says so; nil: there is no checkout.
	Freeze func(ctx context.Context, folder string) (said string, err error)
	Names  []string // of this server, as browsers call it; see isMe
}

// Server is the lab in a browser.
type Server struct {
	options Options
	runs    *os.Root // the folder of the runs
	project *os.Root
	pages   pages

	choices func() map[string]gameChoices // of forms, by game

	runIndex runIndex
	states   struct { // of runs, for a moment: many pages may follow one run
		mu    sync.Mutex
		byRun map[string]seenState
	}
	playing sync.Mutex // the games that people play are compared and written by one request at a time
	worths  worthCache
	games   gamesIndex
	jobs    jobs
	streams slots
	// What thinks, apart: nobody's move waits for an analysis, nor that for many games.
	engines, analyses, matches slots
	tables                     slots         // of analyses under way, which take turns on the engines
	readers                    slots         // of large files of games
	figures                    slots         // that are drawn
	pace                       time.Duration // between two looks at a growing file
	idle                       *time.Timer   // since the last request; see idleTime
}

// usualPace lets a point be seen well within a second of its line.
const usualPace = 250 * time.Millisecond

// idleTime is how long nobody has asked for anything when the server returns its memory to
// the system: Go would keep tables of searches, figures and games for minutes.
const idleTime = 10 * time.Second

// maxStreams is how many pages can follow something at a time.
const maxStreams = 128

// New makes a server; its runs end with the context, as if interrupted.
func New(ctx context.Context, o Options) (*Server, error) {
	if o.Games == nil {
		o.Games = agent.Games()
	}
	if err := files.MakeFolder(o.Runs); err != nil {
		return nil, err
	}
	engines := max(1, runtime.GOMAXPROCS(0)/2) // runs need cores too
	s := &Server{options: o, streams: newSlots(maxStreams), engines: newSlots(engines), analyses: newSlots(engines), matches: newSlots(engines), tables: newSlots(maxAnalyses), readers: newSlots(1), figures: newSlots(runtime.GOMAXPROCS(0)), pace: usualPace}
	s.jobs.ctx = ctx
	s.choices = sync.OnceValue(func() map[string]gameChoices { return findChoices(s.options.Games) })
	var err error
	if s.pages, err = readPages(); err != nil {
		return nil, err
	}
	if s.runs, err = os.OpenRoot(o.Runs); err != nil {
		return nil, err
	}
	if s.project, err = os.OpenRoot(o.Project); err != nil {
		return nil, err
	}
	s.idle = time.AfterFunc(idleTime, debug.FreeOSMemory)
	return s, nil
}

// Close waits for the runs, whose context has to have ended, and frees the files.
func (s *Server) Close() error {
	s.idle.Stop()
	s.jobs.wait()
	return nil
}

//go:embed assets
var assets embed.FS

// Handler answers requests; those that are not let in get no further than the
// guard.
func (s *Server) Handler() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /assets/{file...}", s.asset)
	m.HandleFunc("GET /favicon.ico", s.icon) // of what is no page of ours, such as a figure
	for pattern, show := range s.routes() {
		if strings.HasSuffix(pattern, "/{figure}") {
			show = s.inTurn(show)
		}
		m.Handle(pattern, s.pages.answering(show))
	}
	m.Handle("/", s.pages.answering(func(_ http.ResponseWriter, r *http.Request) error {
		return &problem{http.StatusNotFound, fmt.Sprintf("there is nothing at %s", r.URL.Path)}
	}))
	return s.guarded(m)
}

func (s *Server) routes() map[string]func(http.ResponseWriter, *http.Request) error {
	return map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /{$}":                                 s.showRuns,
		"GET /runs.csv":                            s.sendList,
		"GET /list/events":                         s.streamList,
		"GET /api/runs":                            s.answerRuns,
		"GET /runs/{run}":                          s.showRun,
		"GET /runs/{run}/events":                   s.streamRun,
		"GET /runs/{run}/metrics.csv":              s.sendCSV,
		"GET /runs/{run}/figures/{figure}":         s.sendRunFigure,
		"GET /api/runs/{run}":                      s.answerRun,
		"GET /api/runs/{run}/metrics":              s.answerMetrics,
		"GET /api/runs/{run}/games":                s.answerGames,
		"GET /api/sweeps":                          s.answerSweeps,
		"GET /api/sweeps/{sweep}":                  s.answerSweep,
		"GET /api/tournaments":                     s.answerTournaments,
		"GET /api/tournaments/{name}":              s.answerTournament,
		"GET /compare":                             s.showCompare,
		"GET /compare/{figure}":                    s.sendOverlay,
		"GET /compare/events":                      s.streamCompared,
		"GET /games":                               s.showGames,
		"GET /games/{file...}":                     s.showGame,
		"GET /play":                                s.showPlay,
		"GET /play/{id}":                           s.showPlayed,
		"GET /export/{file...}":                    s.sendGames,
		"GET /tournaments":                         s.showTournaments,
		"GET /tournaments/{name}":                  s.showTournament,
		"GET /tournaments/{name}/figures/{figure}": s.sendRatings,
		"GET /gradings/{name}":                     s.showGrading,
		"GET /gradings/{name}/pages/{file...}":     s.sendClassPage,
		"GET /sweeps":                              s.showSweeps,
		"GET /sweeps/{sweep}":                      s.showSweep,
		"GET /sweeps/{sweep}/figures/{figure}":     s.sendStudyFigure,
		"GET /new":                                 s.showNew,
		"POST /api/runs":                           s.startRun,
		"POST /api/sweeps":                         s.startSweep,
		"POST /api/sweeps/{name}/stop":             s.stopWork(sweepJob, "sweep"),
		"POST /api/tournaments":                    s.startTournament,
		"POST /api/tournaments/{name}/stop":        s.stopWork(tournamentJob, "tournament"),
		"POST /api/runs/{run}/stop":                s.stopRun,
		"POST /api/runs/{run}/resume":              s.resumeRun,
		"POST /api/runs/{run}/worth":               s.measureWorth,
		"POST /api/runs/{run}/labels":              s.changeLabels,
		"POST /api/runs/{run}/remove":              s.removeRun,
		"POST /api/runs/{run}/freeze":              s.freezeRun,
		"POST /api/compare":                        s.playCompared,
		"POST /api/play":                           s.playMove,
		"GET /analysis/events":                     s.streamAnalysis,
		"GET /reviews/events":                      s.streamReview,
		"GET /reviews/figures/{figure}":            s.sendEvaluation,
		"POST /api/position":                       s.tryMove,
		"POST /api/variations":                     s.keepVariations,
		"POST /api/analyze":                        s.analyze,
	}
}

type seenState struct {
	run.State
	at time.Time
}

// stateOf is the state of a run, at most a second old.
func (s *Server) stateOf(name string) run.State {
	s.states.mu.Lock()
	defer s.states.mu.Unlock()
	now := time.Now()
	if seen := s.states.byRun[name]; now.Sub(seen.at) < time.Second {
		return seen.State
	}
	if s.states.byRun == nil || len(s.states.byRun) > 4*maxStreams {
		s.states.byRun = map[string]seenState{}
	}
	is, _ := run.ReadState(filepath.Join(s.options.Runs, name)) // what cannot be read has no state
	s.states.byRun[name] = seenState{is, now}
	return is
}

// forgetState has the state of a run be read anew.
func (s *Server) forgetState(name string) {
	s.states.mu.Lock()
	defer s.states.mu.Unlock()
	delete(s.states.byRun, name)
}
