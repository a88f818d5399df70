package cluster

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// stock is what a coordinator keeps in the server's store of objects. Rounds side by
// side may have the same lineup, which is removed after the last of them.
type stock struct {
	store jetstream.ObjectStore

	// mu is held while the server is asked, too: what one round removes, another one may
	// be about to store.
	mu    sync.Mutex
	there map[string]bool
	users map[string]int // rounds under way, by the hash of their lineup
}

// put stores the parts that are not there yet, for a round that drops its lineup when
// it is over.
func (s *stock) put(ctx context.Context, lineup string, parts objects) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for hash, data := range parts {
		if s.there[hash] {
			continue
		}
		if _, err := s.store.PutBytes(ctx, hash, data); err != nil {
			return fmt.Errorf("cluster: object: %w", err)
		}
		s.there[hash] = true
	}
	s.users[lineup]++
	return nil
}

// drop removes the lineup of a round that is over, unless another one uses it.
func (s *stock) drop(lineup string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users[lineup]--; s.users[lineup] > 0 {
		return
	}
	delete(s.users, lineup)
	delete(s.there, lineup)
	ctx, stop := context.WithTimeout(context.Background(), gone)
	defer stop()
	_ = s.store.Delete(ctx, lineup) // or it ages
}
