package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"evolab/agent/frozen/endings"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/search/checkers"
	"evolab/search/checkers/retrograde"
	"evolab/search/cputime"
)

// endingsFlags are those of evolve solve for a database of endings.
type endingsFlags struct {
	Endings int `key:"endings" doc:"make the exact values of all positions with up to this many pieces, check them, and keep them in the cache folder (checkers)" range:"2..5" allowed:"2..5"`
	Workers int `key:"workers" doc:"classes of endings at a time" range:"0..4096" allowed:"1..4096, or 0 for one per core"`
}

// check refuses what endings do not go with.
func (f *endingsFlags) check(c *cobra.Command, p *positionFlags) error {
	if !f.given(c) {
		return refuseIdle(c, "with --endings only", "workers")
	}
	if p.game != "checkers" {
		return badInput(fmt.Errorf("--endings is not for %s (allowed: checkers)", p.game), "evolve solve without it proves positions of every game that has a solver")
	}
	return refuseIdle(c, "without --endings only", "position", "nodes", "time", "checkpoint", "book", "memory", "book-ply", "extend", "replies", "likely", "hints")
}

func (f *endingsFlags) given(c *cobra.Command) bool { return c.Flags().Changed("endings") }

const cacheHint = "XDG_CACHE_HOME (LocalAppData on Windows) names another folder for caches"

// endingsMade is the result line of evolve solve --endings.
type endingsMade struct {
	Endings   int     `json:"endings"` // pieces
	Positions int64   `json:"positions"`
	File      string  `json:"file"`
	Bytes     int     `json:"bytes"`
	SHA256    string  `json:"sha256"`
	Seconds   float64 `json:"seconds"` // of CPU
}

// makeEndings makes endings, checks them, and only then writes them.
func (a *app) makeEndings(ctx context.Context, f *endingsFlags) error {
	path, err := endings.File(f.Endings)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = creatable("the cache folder's file", path)
	}
	if err != nil {
		return badInput(err, cacheHint)
	}
	used := cputime.Process()
	o := retrograde.Options{Pieces: f.Endings, Workers: cmp.Or(f.Workers, runtime.GOMAXPROCS(0))}
	data, err := withBar(a, "making", &o, func() ([]byte, error) { return retrograde.Make(ctx, o) })
	if err != nil {
		return endingsEnded(err)
	}
	made, err := checkers.Parse(data)
	if err != nil {
		return err
	}
	positions, err := withBar(a, "checking", &o, func() (int64, error) { return retrograde.Check(ctx, made, o) })
	if err != nil {
		return endingsEnded(err)
	}
	if err := files.Replace(path, data); err != nil {
		return badInput(err, cacheHint)
	}
	got := endingsMade{f.Endings, positions, path, len(data), made.Sum(), (cputime.Process() - used).Seconds()}
	return a.print(got, "%s: %s with up to %s, all checked; %s, SHA-256 %s  (%.0f s)\n",
		got.File, quantity.Of(got.Positions, "position"), quantity.Of(got.Endings, "piece"), quantity.Of(got.Bytes, "byte"), got.SHA256, got.Seconds)
}

// withBar does one of the two long parts of the work.
func withBar[T any](a *app, what string, o *retrograde.Options, work func() (T, error)) (T, error) {
	bar := term.NewBar(a.err, retrograde.Total(o.Pieces), "position")
	defer bar.Close()
	bar.Describe(what)
	o.Report = bar.Add
	return work()
}

// endingsEnded adds a hint to the error of work that was cut short.
func endingsEnded(err error) error {
	if errors.Is(err, context.Canceled) {
		return &exitError{exitInterrupted, errors.New("interrupted; nothing was written"), "the same command begins anew"}
	}
	return err
}
