package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
)

// objectServer hands out the parts of lineups, by hash, to the workers that have been sent
// games for which they need them, and to nobody else.
type objectServer struct {
	nc *nats.Conn

	mu      sync.Mutex
	lineups map[string]*servedLineup
}

// servedLineup is a lineup of rounds under way.
type servedLineup struct {
	parts   objects
	users   int // rounds
	granted map[workerID]map[string]bool
}

const (
	objectPart  = 4 << 20 // bytes of an answer
	sizeHeader  = "Evolab-Size"
	errorHeader = "Evolab-Error"
)

// use keeps a lineup for a round; release gives it up.
func (s *objectServer) use(hash string, parts objects) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lineups[hash]
	if l == nil {
		l = &servedLineup{parts: parts, granted: map[workerID]map[string]bool{}}
		s.lineups[hash] = l
	}
	l.users++
}

func (s *objectServer) release(hash string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.lineups[hash]; l != nil {
		if l.users--; l.users == 0 {
			delete(s.lineups, hash)
		}
	}
}

// grant lets a worker fetch a lineup and some of its parts.
func (s *objectServer) grant(hash string, to workerID, parts ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lineups[hash]
	if l == nil {
		return
	}
	if l.granted[to] == nil {
		l.granted[to] = map[string]bool{hash: true}
	}
	for _, part := range parts {
		l.granted[to][part] = true
	}
}

// find returns a part that a worker may have.
func (s *objectServer) find(hash string, by workerID) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lineups {
		if l.granted[by][hash] {
			data, ok := l.parts[hash]
			return data, ok
		}
	}
	return nil, false
}

// serve answers a request: the hash, a space, and the place of the first byte. The answer
// goes only to the inbox of the key that asks.
func (s *objectServer) serve(m *nats.Msg) {
	_, worker, _ := strings.Cut(strings.TrimPrefix(m.Subject, objectsPrefix), ".")
	by, err := parseWorkerID(worker)
	if err != nil || !strings.HasPrefix(m.Reply, inboxPrefix+by.key()+".") {
		return
	}
	answer := &nats.Msg{Subject: m.Reply, Header: nats.Header{}}
	hash, place, _ := strings.Cut(string(m.Data), " ")
	from, err := strconv.Atoi(place)
	data, ok := s.find(hash, by)
	switch {
	case err != nil || from < 0 || ok && from > len(data):
		answer.Header.Set(errorHeader, "no such request")
	case !ok:
		answer.Header.Set(errorHeader, "no part of a game of yours")
	default:
		answer.Header.Set(sizeHeader, strconv.Itoa(len(data)))
		answer.Data = data[from:min(len(data), from+objectPart)]
	}
	_ = s.nc.PublishMsg(answer) // who gets none asks again
}

// errUnavailable is the error of an object that its coordinator does not hand out: the work
// is over, or somebody else's.
var errUnavailable = errors.New("not available")

// fetchObject gets an object from a coordinator.
func fetchObject(ctx context.Context, nc *nats.Conn, coordinator string, by workerID, hash string) ([]byte, error) {
	var data []byte
	for {
		once, stop := context.WithTimeout(ctx, 2*serverTimeout)
		m, err := nc.RequestWithContext(once, objectsPrefix+coordinator+"."+string(by), fmt.Appendf(nil, "%s %d", hash, len(data)))
		stop()
		if err == nil && m.Header.Get(errorHeader) != "" {
			err = fmt.Errorf("the coordinator says: %.100s", m.Header.Get(errorHeader))
		}
		if err != nil {
			return nil, fmt.Errorf("cluster: object %s: %w: %w", hash, errUnavailable, err)
		}
		size, err := strconv.Atoi(m.Header.Get(sizeHeader))
		switch {
		case err != nil || size < 0 || len(data)+len(m.Data) > size || len(m.Data) == 0 && size > 0:
			return nil, fmt.Errorf("cluster: object %s: the coordinator answers with what is no part of it", hash)
		case size > maxObject:
			return nil, refuse("an object of %d MB (allowed: up to %d)", size>>20, maxObject>>20)
		}
		if data = append(data, m.Data...); len(data) < size {
			continue
		}
		if hashOf(data) != hash {
			return nil, fmt.Errorf("cluster: object %s: its contents have another hash", hash)
		}
		return data, nil
	}
}
