package class

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/course/intake"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/untrusted"
)

// Ladder is a class whose submissions play each other. They are taken, compiled and
// examined as for a grading.
type Ladder struct {
	class   *Class
	scratch *scratch
}

// pseudonymsFile says whose pseudonyms are in the folder of a private ladder.
const pseudonymsFile = "pseudonyms.csv"

// NewLadder takes what the class has handed in. Of the options it uses those about the
// class and about programs.
func NewLadder(ctx context.Context, o Options) (*Ladder, error) {
	c := &Class{Options: o, journal: newJournal()}
	scratch, err := c.open()
	if err == nil {
		err = c.take(ctx, scratch.dir)
	}
	if err != nil {
		scratch.close()
		return nil, err
	}
	return &Ladder{c, scratch}, nil
}

// Close removes the copies of the submissions.
func (l *Ladder) Close() { l.scratch.close() }

// LadderName is what the season of a class is called after its folder or archive.
func LadderName(path string, private bool) string {
	const longest = 25 // with what stands around it, the longest name of a tournament
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	name := filepath.Base(path)
	for intake.IsArchive(name) {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	name = plainName(name)
	name = strings.Trim(name[:min(longest, len(name))], "-")
	if name == "" {
		name = "class"
	}
	if private {
		name += "-private"
	}
	return "ladder-" + name
}

// Enter compiles and examines the submissions, with what the season's folder keeps of
// earlier examinations. Whoever cannot play is absent.
func (l *Ladder) Enter(ctx context.Context, folder string) (players []tournament.Contender, absent []tournament.Absent, err error) {
	c := l.class
	c.Out = folder
	if err := os.MkdirAll(filepath.Join(c.Out, examFolder), 0o755); err != nil {
		return nil, nil, err
	}
	if err := c.callLadderNames(); err != nil {
		return nil, nil, fmt.Errorf("ladder in %q: %w", c.Out, err)
	}
	if err := c.prepareLadder(ctx); err != nil {
		return nil, nil, err
	}
	for _, s := range c.Submissions {
		if s.Playable() {
			players = append(players, tournament.Contender{Name: s.Name, Version: "submission:sha256=" + s.Hash, Agent: s.agent})
			continue
		}
		const longest = 300
		why := string(s.Verdict) + ": " + untrusted.Line(s.Problem, longest)
		if c.Private { // problems name files, and files students
			why = string(s.Verdict) + ": " + s.Verdict.Sentence()
		}
		absent = append(absent, tournament.Absent{Agent: s.Name, Why: why})
	}
	return players, absent, nil
}

func (c *Class) prepareLadder(ctx context.Context) error {
	c.Progress.Begin("examining", len(c.Submissions), "submission")
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for _, s := range c.Submissions {
		group.Go(func() error {
			defer c.Progress.Add(1)
			if err := c.findProgram(s); err != nil || !s.Playable() {
				return cmp.Or(err, ctx.Err())
			}
			if err := c.examineOne(ctx, s); err != nil || !s.Playable() {
				return err
			}
			return c.refuseSilent(ctx, s)
		})
	}
	return group.Wait()
}

// refuseSilent refuses a submission that never makes a legal move. One that had no time for
// any in its examination gets the time of a move.
func (c *Class) refuseSilent(ctx context.Context, s *Submission) error {
	switch {
	case s.Exam == nil || s.Exam.Answers > 0:
		return nil
	case s.Exam.Verdict != doctor.Reject:
		return c.tryMove(ctx, s)
	}
	text := s.Exam.Code.Sentence()
	if at := slices.IndexFunc(s.Exam.Checks, func(k doctor.Check) bool { return k.Status == doctor.Fail }); at >= 0 {
		text = s.Exam.Checks[at].Name + ": " + s.Exam.Checks[at].Text
	}
	s.nothing = true
	s.refuse(s.Exam.Code, "no legal move: %s", text)
	return nil
}

// tryMove asks for the first move of a game, and refuses a submission that fails.
func (c *Class) tryMove(ctx context.Context, s *Submission) error {
	limits := c.Grading.Rubric.GameLimits()
	const most = 30 * time.Second // programs with a clock are told it
	limits.Game = min(limits.Game, most)
	var failure *course.Cause
	round := arena.Round{Game: c.Grading.Game, Agents: []agent.Agent{s.agent}, Voids: true, Done: func(rec arena.Record) {
		failure = course.CauseOfLoss(rec.Reason, rec.Failure, rec.Stderr[game.First])
	}}
	job := arena.Job{Variant: c.Grading.Variant, Opening: "start", PlyCap: 1, Limits: limits, Keep: true}
	if _, err := (arena.Cores{Workers: 1}).Run(ctx, round, []arena.Job{job}); err != nil || failure == nil {
		return err
	}
	s.nothing = true
	s.refuse(failure.Verdict, "no first move: %s", failure.Text)
	return c.saveExamination(s, examination{Broken: s.Problem, Verdict: s.Verdict})
}

// callLadderNames gives the submissions the names that the ladder's records have: their
// own if they fit, or pseudonyms.
func (c *Class) callLadderNames() error {
	if c.Private {
		return c.callPseudonyms()
	}
	const longest = 40
	for _, s := range c.Submissions {
		name := untrusted.Line(s.Name, longest)
		if name != s.Name || name == "" || name == arena.DrawName || name == arena.NoneName {
			sum := sha256.Sum256([]byte(s.Name)) // others may look the same
			name += keyMark + hex.EncodeToString(sum[:4])
		}
		s.Name = name
	}
	return nil
}

// callPseudonyms gives submissions the pseudonyms of before, and new ones to others. Who
// is who is written down for staff's eyes before anything else is.
func (c *Class) callPseudonyms() error {
	const most = 1 << 24 // bytes
	path := filepath.Join(c.Out, pseudonymsFile)
	text, err := files.Read(path, most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", pseudonymsFile, err)
	}
	if len(rows) == 0 {
		rows = [][]string{{"pseudonym", "name"}}
	}
	known := map[string]string{}
	for _, row := range rows[1:] {
		known[row[1]] = row[0]
	}
	before := len(rows)
	for _, s := range c.Submissions {
		name, ok := known[cell(s.Name)]
		if !ok {
			var word [6]byte
			_, _ = rand.Read(word[:]) // it never fails
			name = "player-" + hex.EncodeToString(word[:])
			known[cell(s.Name)], rows = name, append(rows, []string{name, cell(s.Name)})
		}
		s.Name = name
	}
	slices.SortFunc(c.Submissions, func(a, b *Submission) int { return strings.Compare(a.Name, b.Name) })
	if len(rows) == before {
		return nil
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return err
	}
	if err := files.CreatePrivate(path, nil); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return files.Replace(path, b.Bytes())
}
