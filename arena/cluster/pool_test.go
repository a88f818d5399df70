package cluster

import (
	"sync"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// emptyBoard is that of a server of its own.
func emptyBoard(t *testing.T) *broker {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBroker(t.Context(), js, "program")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What a round has stored is there until the round is over, whatever rounds with the
// same lineup begin and end meanwhile.
func TestRoundsShareALineup(t *testing.T) {
	t.Parallel()
	b := emptyBoard(t)
	shared := objectStore{store: b.objects, stored: map[string]bool{}, users: map[string]int{}}
	var rounds sync.WaitGroup
	for range 3 {
		rounds.Go(func() {
			for range 30 {
				if err := shared.put(t.Context(), "lineup", objects{"lineup": []byte("who plays"), "program": []byte("x")}); err != nil {
					t.Error(err)
					return
				}
				if _, err := b.objects.GetBytes(t.Context(), "lineup"); err != nil {
					t.Errorf("during a round: %v", err)
				}
				shared.release("lineup")
			}
		})
	}
	rounds.Wait()
	if _, err := b.objects.GetBytes(t.Context(), "lineup"); err == nil {
		t.Error("it stays after all rounds")
	}
	if _, err := b.objects.GetBytes(t.Context(), "program"); err != nil {
		t.Errorf("for the next round: %v", err)
	}
}
