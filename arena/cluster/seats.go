package cluster

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"evolab/agent"
	"evolab/arena"
	"evolab/host"
)

// seats are the lineups that a worker has at hand.
type seats struct {
	games agent.Table
	get   fetcher
	mu    sync.Mutex
	list  []*seated // the last used one last
	dir   string    // of bundles; "" until there is one
	held  *os.File
}

// seated is a lineup, ready to play.
type seated struct {
	hash  string
	users int
	made  sync.Once
	round arena.Round
	timed bool // an agent limits its own time
	err   error
}

// take returns a lineup; leave gives it back.
func (s *seats) take(hash string) (*seated, error) {
	s.mu.Lock()
	at := slices.IndexFunc(s.list, func(l *seated) bool { return l.hash == hash })
	var l *seated
	if at >= 0 {
		l = s.list[at]
		s.list = append(slices.Delete(s.list, at, at+1), l)
	} else {
		l = &seated{hash: hash}
		s.list = append(s.list, l)
	}
	l.users++
	s.mu.Unlock()
	l.made.Do(func() { l.err = s.make(l) })
	if l.err != nil {
		s.leave(l)
		return nil, l.err
	}
	return l, nil
}

// leave closes the lineups that nobody uses, except the latest four. A lineup that
// failed is not kept: the next try may succeed.
func (s *seats) leave(l *seated) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.users--
	idle := 0
	for _, other := range slices.Backward(s.list) {
		if other.users == 0 {
			idle++
		}
		if other.users == 0 && (idle > 4 || other.err != nil) {
			other.close()
			s.list = slices.DeleteFunc(s.list, func(l *seated) bool { return l == other })
		}
	}
}

func (l *seated) close() {
	for _, a := range l.round.Agents {
		_ = a.Close() // only scratch folders are left then
	}
}

// close ends all lineups.
func (s *seats) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.list {
		l.close()
	}
	s.list = nil
	if s.held != nil {
		_ = host.Remove(s.dir)
		_ = s.held.Close()
	}
}

// make fetches a lineup and makes its agents. Each is compiled when its first game
// begins: one that does not compile holds up no others.
func (s *seats) make(l *seated) error {
	data, err := s.get(l.hash)
	if err != nil {
		return err
	}
	who, err := parseLineup(data)
	if err != nil {
		return err
	}
	g, err := s.games.Find(who.Game)
	if err != nil {
		return err
	}
	if who.programs && who.Require != "" {
		level, err := host.ParseLevel(who.Require)
		if err == nil {
			err = host.Require(level)
		}
		if err != nil {
			return err
		}
	}
	l.round = arena.Round{Game: g, Voids: who.Voids}
	for i := range who.Agents {
		a, err := who.Agents[i].agent(g, s.get, s.folder)
		if err == nil {
			from, _ := agent.OriginOf(a)
			l.round.Agents, l.timed = append(l.round.Agents, a), l.timed || from.Spec.Timed()
		}
		if err != nil {
			return fmt.Errorf("cluster: agent %d of the lineup: %w", i+1, err)
		}
	}
	return nil
}

// folder is where a bundle is unpacked, once.
func (s *seats) folder(hash string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		var err error
		if s.dir, s.held, err = host.TempDir("worker"); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(s.dir, hash)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	bundle, err := s.get(hash)
	if err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	if err := unpack(bundle, dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}
