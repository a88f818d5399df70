package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/nats-io/nats.go"

	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/arena/cluster/server"
)

// peer is a worker that is written from the protocol alone.
type peer struct {
	t      *testing.T
	name   string
	nc     *nats.Conn
	lie    func(game []any) []any // the outcome of a game
	seen   atomic.Int64           // games that it was sent
	failed string                 // why it has played nothing; "": it has
	// forge changes a report before it is published.
	forge func(m *nats.Msg)
}

// join lets a peer in.
func join(t *testing.T, s *server.Server, name string, lie func(game []any) []any) *peer {
	t.Helper()
	p := &peer{t: t, name: name, lie: lie}
	var err error
	if p.nc, err = nats.Connect(s.URL(), nats.Token(token)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.nc.Close)
	if lie == nil {
		return p
	}
	if _, err := p.nc.Subscribe("evolab.jobs."+name, p.play); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	go func() {
		for ctx.Err() == nil {
			p.show()
			time.Sleep(200 * time.Millisecond)
		}
	}()
	return p
}

func (p *peer) show() {
	id := identity()
	status := fmt.Sprintf(`{"worker":%q,"machine":"m","cores":1,"exec":true,"games":0,"rate":0,"jobs":1,"identity":{"version":%q,"rules":%q,"bench":%d,"system":"x"}}`,
		p.name, id.Version, id.Rules, id.Bench)
	_ = p.nc.Publish("evolab.status."+p.name, []byte(status))
}

// play answers a batch with lies.
func (p *peer) play(m *nats.Msg) {
	var batch []any
	if err := cbor.Unmarshal(m.Data, &batch); err != nil {
		p.t.Error(err)
		return
	}
	work, games := batch[2].(string), []any{}
	for _, g := range batch[4].([]any) {
		if p.seen.Add(1); p.failed != "" {
			break
		}
		games = append(games, p.lie(g.([]any)))
	}
	data, err := cbor.Marshal([]any{batch[0], "test", .001, 0.0, games, p.failed, nil, nil, false, false})
	if err != nil {
		p.t.Error(err)
		return
	}
	out := &nats.Msg{Subject: "evolab.results." + work + "." + p.name, Data: data}
	if p.forge != nil {
		p.forge(out)
	}
	_ = p.nc.PublishMsg(out)
}

// claim is the outcome of a game on the wire.
func claim(game []any, trace []byte, forfeit string) []any {
	return []any{game[0], trace, forfeit, "", []float64{0, 0}, []float64{0, 0}, []string{"", ""}, []int{0, 0, 0, 0, 0}}
}

// otherGame plays a game by the rules, but not by the agents that should play: only who
// plays it again can know.
func otherGame(t *testing.T, r arena.Round, specs ...string) func(game []any) []any {
	other, _ := match(t, 2, specs...)
	return func(game []any) []any { return claim(game, playWire(t, other, game), "") }
}

// playWire plays a task, as it travels, with the agents of a round, and returns its trace.
func playWire(t *testing.T, r arena.Round, game []any) []byte {
	seed, _ := game[8].(uint64)
	job := arena.Job{Variant: game[1].(string), Opening: game[2].(string), First: int(game[3].(uint64)), Second: int(game[4].(uint64)), Seed: seed, Trace: true}
	records, err := arena.Cores{Workers: 1}.Run(context.Background(), arena.Round{Game: r.Game, Agents: r.Agents}, []arena.Job{job})
	if err != nil {
		t.Error(err)
		return nil
	}
	return records[0].Trace
}

// A worker that reports what cannot be, or a game that comes out differently here, ends the
// work with an error that names it, the game and both results. Nothing of it stays on the
// server: whoever resumes the work gets the records that this machine makes alone.
func TestWrongResults(t *testing.T) {
	t.Parallel()
	r, jobs := match(t, 60, "hand:depth=1,ties=random", "greedy")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	well := func(g []any) []any { return claim(g, playWire(t, r, g), "") }
	other := otherGame(t, r, "random", "random")
	for what, c := range map[string]struct {
		lie    func([]any) []any
		says   string
		sample float64
		after  int64 // the only game that it lies about; 0: all
	}{
		"no moves":                      {lie: func(g []any) []any { return claim(g, nil, "") }, says: "in a way that cannot have been: "},
		"a move that is not legal":      {lie: func(g []any) []any { return claim(g, []byte{0, 200, 1}, "") }, says: "in a way that cannot have been: "},
		"an opponent that loses":        {lie: func(g []any) []any { return claim(g, nil, "time") }, says: ", but here it is "},
		"a crash in the middle":         {lie: func(g []any) []any { return claim(g, []byte{0, 6, 0, 8}, "crash") }, says: ", but here it is "},
		"a void game":                   {lie: func(g []any) []any { return claim(g, nil, "void") }, says: ", but here it is "},
		"a reason that there is not":    {lie: func(g []any) []any { return claim(g, nil, "magic") }, says: "in a way that cannot have been: "},
		"games of others, by the rules": {lie: other, says: ", but here it is "},
		"one game of others, the third": {lie: other, says: ", but here it is ", sample: 1, after: 3},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := start(t, t.TempDir())
			defer s.Close()
			pool := coordinate(t, s, cluster.Options{Sample: c.sample})
			var liar *peer
			liar = join(t, s, "liar", func(g []any) []any {
				if n := liar.seen.Load(); c.after > 0 && n != c.after {
					return well(g)
				}
				return c.lie(g)
			})
			await(t, pool, 1)
			hire(t, s.URL(), &cluster.Worker{Name: "honest"})
			await(t, pool, 2)
			_, err := pool.Run(t.Context(), r, jobs)
			var lied *arena.Distrusted
			if !errors.As(err, &lied) || lied.Worker != "liar" || !slices.Equal(lied.Of, []string{r.Of}) {
				t.Fatalf("the work does not end: %v", err)
			}
			for _, part := range []string{"worker liar: it reports game ", " against ", c.says} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%v: no %q", err, part)
				}
			}
			if again := pool.Close(false); again == nil || again.Error() != err.Error() {
				t.Errorf("at the end: %v", again)
			}
			if err := liar.nc.Flush(); err != nil { // it goes on for a while
				t.Error(err)
			}
			liar.nc.Close()
			pool = coordinate(t, s, cluster.Options{Sample: c.sample})
			defer pool.Close(true)
			got, err := pool.Run(t.Context(), r, jobs)
			if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
				t.Errorf("other records: %v", err)
			}
			for _, rec := range got {
				if rec.By == "liar" {
					t.Errorf("game %d counts by the liar", rec.Job)
				}
			}
		})
	}
}

// Messages that mean nothing do not crash the coordinator, and change nothing.
func TestGarbageChangesNothing(t *testing.T) {
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{Sample: .5})
	defer pool.Close(false)
	r, jobs := match(t, 60, "hand:depth=1", "greedy")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	hire(t, s.URL(), &cluster.Worker{Name: "ann"})
	await(t, pool, 1)
	noisy := join(t, s, "noisy", nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var flooding sync.WaitGroup
	flooding.Go(func() { noisy.flood(ctx, cluster.WorkName("home", r.Of)) })
	for range 3 {
		got, err := pool.Run(t.Context(), r, jobs)
		if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
			t.Errorf("other records: %v", err)
		}
	}
	stop()
	flooding.Wait()
}

// flood sends garbage and huge messages.
func (p *peer) flood(ctx context.Context, work string) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := [][]byte{
		nil, []byte("{"), []byte("null"), bytes.Repeat([]byte{0x81}, 1<<16), bytes.Repeat([]byte{0}, 1<<20), {0x9b, 255, 255, 255, 255, 255, 255, 255, 255},
	}
	for ctx.Err() == nil {
		text := texts[r.IntN(len(texts))]
		if r.IntN(2) == 0 && len(text) > 0 {
			text = bytes.Clone(text)
			text[r.IntN(len(text))] = byte(r.Uint32())
		}
		for _, subject := range []string{"evolab.results." + work + "." + p.name, "evolab.status." + p.name, "evolab.objects.x"} {
			_ = p.nc.Publish(subject, text)
		}
		time.Sleep(time.Millisecond)
	}
}
