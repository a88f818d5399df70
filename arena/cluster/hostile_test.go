package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evolab/arena"
	"evolab/arena/cluster"
)

// Whoever has the token can send what it likes, but neither crashes the coordinator
// nor changes its results.
func TestHostileMessagesChangeNothing(t *testing.T) {
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
	nc, err := (&cluster.Endpoint{URL: s.URL(), Token: token}).Connect("hostile")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	var heard overheard
	spy, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer spy.Close()
	if _, err := spy.Subscribe("evolab.>", heard.add); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go flood(ctx, nc, cluster.WorkName("home", r.Of), &heard)
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
		t.Errorf("other records: %v", err)
	}
}

// overheard are the messages of others.
type overheard struct {
	mu   sync.Mutex
	list [][]byte
}

func (o *overheard) add(m *nats.Msg) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.list) < 1000 {
		o.list = append(o.list, m.Data)
	}
}

// pick is one of them.
func (o *overheard) pick(r *rand.Rand) []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.list) == 0 {
		return nil
	}
	return o.list[r.IntN(len(o.list))]
}

// flood sends garbage, huge messages, and those of others: again, in part, with more
// behind them, and to subjects where they do not belong.
func flood(ctx context.Context, nc *nats.Conn, work string, heard *overheard) {
	r := rand.New(rand.NewPCG(1, 2))
	game := []any{make([]byte, 16), 3, "normal", 0, 0, 0, nil, []float64{0, 0}, "", false, []string{"", ""}}
	texts := [][]byte{
		nil, []byte("{"), []byte("null"), bytes.Repeat([]byte{0x81}, 1<<16), bytes.Repeat([]byte{0}, 1<<20), {0x9b, 255, 255, 255, 255, 255, 255, 255, 255},
		report("", "ann", "", 1.0, false, 0, []any{game}, "", nil, nil),
		report("", "ann", "", -1, false, 0, []any{}, "", nil, nil),
		report("x", "../ann", "", 1e300, false, 1e300, []any{game, 7}, "", nil, nil),
		report("x", "ann", "", 1, false, 0, slices.Repeat([]any{game}, 100_000), "", nil, nil),
	}
	for ctx.Err() == nil {
		text := texts[r.IntN(len(texts))]
		if r.IntN(2) == 0 && len(text) > 0 {
			text = bytes.Clone(text)
			text[r.IntN(len(text))] = byte(r.Uint32())
		}
		if real := heard.pick(r); len(real) > 0 {
			text = [][]byte{text, real, real[:r.IntN(len(real))], append(bytes.Clone(real), 0)}[r.IntN(4)]
		}
		for _, subject := range []string{"evolab.results." + work, "evolab.check.ann", "$KV.evolab-workers.ann", "$KV.evolab-workers.bob"} {
			_ = nc.Publish(subject, text)
		}
		time.Sleep(time.Millisecond)
	}
}

// report is a message as workers send them, of any fields.
func report(fields ...any) []byte {
	data, err := cbor.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return data
}

// A worker's token allows what workers do, and nothing else.
func TestRightsOfWorkers(t *testing.T) {
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(false)
	refused := make(chan error, 16)
	nc, err := (&cluster.Endpoint{URL: s.URL(), Token: token}).Connect("hostile", nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, subject := range []string{
		"evolab.jobs.x.plain.y", "$KV.evolab-labs.x", "$O.evolab.C.x", "$O.evolab.M.x",
		"$JS.API.STREAM.PURGE." + cluster.JobsStream, "$JS.API.STREAM.DELETE." + cluster.ResultsStream, "$JS.API.STREAM.UPDATE." + cluster.JobsStream,
		"$JS.API.CONSUMER.DELETE." + cluster.JobsStream + ".x", "$JS.API.STREAM.MSG.GET." + cluster.ResultsStream, "$JS.EVENT.ADVISORY.x",
	} {
		if err := nc.Publish(subject, []byte("x")); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s is allowed", subject)
		}
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := cluster.Statuses(t.Context(), js); err != nil || len(list) != 0 {
		t.Error(fmt.Sprint(list), err)
	}
}
