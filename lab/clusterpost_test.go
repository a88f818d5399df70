package lab

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"
	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// post is a NATS server, which no coordinator takes along when it dies, and somebody
// who reads along.
type post struct {
	url, token string
	nc         *nats.Conn

	mu       sync.Mutex
	finished map[string]bool // games with a result
	before   map[string]bool // those that had one when the coordinator began
	again    int             // of these, how many were published
}

func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{token: "open sesame", finished: map[string]bool{}, before: map[string]bool{}}
	s, err := natsserver.NewServer(&natsserver.Options{
		Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), Authorization: p.token, NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	p.url = s.ClientURL()
	if p.nc, err = nats.Connect(p.url, nats.Token(p.token)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.nc.Close)
	if _, err := p.nc.Subscribe("evolab.>", p.read); err != nil {
		t.Fatal(err)
	}
	return p
}

// read enters the games of a job or a result.
func (p *post) read(m *nats.Msg) {
	var batch []any
	if cbor.Unmarshal(m.Data, &batch) != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range keysOf(batch) {
		switch {
		case strings.HasPrefix(m.Subject, "evolab.results."):
			p.finished[k] = true
		case strings.HasPrefix(m.Subject, "evolab.jobs.") && p.before[k]:
			p.again++
		}
	}
}

// keysOf are those of the games in a message: its only list of lists, each with the
// key first.
func keysOf(message []any) (keys []string) {
	for _, field := range message {
		games, _ := field.([]any)
		for _, g := range games {
			if game, ok := g.([]any); ok && len(game) > 0 {
				keys = append(keys, string(game[0].([]byte)))
			}
		}
	}
	return keys
}

// nextLife notes what is finished before the next coordinator begins.
func (p *post) nextLife() {
	_ = p.nc.Flush()
	p.mu.Lock()
	defer p.mu.Unlock()
	for k := range p.finished {
		p.before[k] = true
	}
}
