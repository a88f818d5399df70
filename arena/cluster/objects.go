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

// objectServer hands out the parts of lineups, by hash.
type objectServer struct {
	nc *nats.Conn

	mu      sync.Mutex
	lineups map[string]*servedLineup
}

// servedLineup is a lineup of rounds under way.
type servedLineup struct {
	parts objects
	users int // rounds
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
		l = &servedLineup{parts: parts}
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

func (s *objectServer) find(hash string) (data []byte, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lineups {
		if data, ok = l.parts[hash]; ok {
			break
		}
	}
	return data, ok
}

// own returns an object of the rounds under way.
func (s *objectServer) own(hash string) ([]byte, error) {
	data, ok := s.find(hash)
	if !ok {
		return nil, fmt.Errorf("object %s: %w", hash, errUnavailable)
	}
	return data, nil
}

// serve answers a request: the hash, a space, and the place of the first byte.
func (s *objectServer) serve(m *nats.Msg) {
	answer := &nats.Msg{Subject: m.Reply, Header: nats.Header{}}
	hash, place, _ := strings.Cut(string(m.Data), " ")
	from, err := strconv.Atoi(place)
	data, ok := s.find(hash)
	switch {
	case err != nil || from < 0 || ok && from > len(data):
		answer.Header.Set(errorHeader, "no such request")
	case !ok:
		answer.Header.Set(errorHeader, "no part of a game under way")
	default:
		answer.Header.Set(sizeHeader, strconv.Itoa(len(data)))
		answer.Data = data[from:min(len(data), from+objectPart)]
	}
	_ = s.nc.PublishMsg(answer) // who gets none asks again
}

// errUnavailable is the error of an object that its coordinator does not have any more: the
// work is over.
var errUnavailable = errors.New("not available")

func fetchObject(ctx context.Context, nc *nats.Conn, coordinator, hash string) ([]byte, error) {
	var data []byte
	for {
		once, stop := context.WithTimeout(ctx, 2*serverTimeout)
		m, err := nc.RequestWithContext(once, objectsPrefix+coordinator, fmt.Appendf(nil, "%s %d", hash, len(data)))
		stop()
		if err == nil && m.Header.Get(errorHeader) != "" {
			err = fmt.Errorf("the coordinator says: %.100s", m.Header.Get(errorHeader))
		}
		if err != nil {
			return nil, fmt.Errorf("object %s: %w: %w", hash, errUnavailable, err)
		}
		size, err := strconv.Atoi(m.Header.Get(sizeHeader))
		switch {
		case err != nil || size < 0 || len(data)+len(m.Data) > size || len(m.Data) == 0 && size > 0:
			return nil, fmt.Errorf("object %s: the coordinator answers with what is no part of it", hash)
		case size > maxObject:
			return nil, refuse("an object of %d MB (allowed: up to %d)", size>>20, maxObject>>20)
		}
		if data = append(data, m.Data...); len(data) < size {
			continue
		}
		if hashOf(data) != hash {
			return nil, fmt.Errorf("object %s: its contents have another hash", hash)
		}
		return data, nil
	}
}
