package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

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
	nc, err := (&cluster.Door{URL: s.URL(), Token: token}).Connect("hostile")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go flood(ctx, nc, cluster.WorkName("home", r.Of))
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
		t.Errorf("other records: %v", err)
	}
}

// flood sends garbage, huge, nearly right and replayed messages.
func flood(ctx context.Context, nc *nats.Conn, work string) {
	r := rand.New(rand.NewPCG(1, 2))
	results := "evolab.results." + work
	texts := [][]byte{
		nil, []byte("{"), []byte("null"), []byte("[]"), bytes.Repeat([]byte("["), 1<<16), bytes.Repeat([]byte{0}, 1<<20),
		[]byte(`{"batch":"","worker":"ann","version":"","seconds":1,"games":[{"k":"AAAAAAAAAAAAAAAAAAAAAA","w":3,"why":"normal","n":0,"l":0}]}`),
		[]byte(`{"batch":"","worker":"ann","version":"","seconds":-1,"games":[]}`),
		[]byte(`{"batch":"x","worker":"../ann","version":"","seconds":1e300,"games":[{"k":"?","w":9}]}`),
	}
	for ctx.Err() == nil {
		text := texts[r.IntN(len(texts))]
		if r.IntN(2) == 0 && len(text) > 0 {
			text = bytes.Clone(text)
			text[r.IntN(len(text))] = byte(r.Uint32())
		}
		for _, subject := range []string{results, "evolab.check.ann", "$KV.evolab-workers.ann", "$KV.evolab-workers.bob"} {
			_ = nc.Publish(subject, text)
		}
		time.Sleep(time.Millisecond)
	}
}

// A worker's token allows what workers do, and nothing else.
func TestRightsOfWorkers(t *testing.T) {
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(false)
	refused := make(chan error, 16)
	nc, err := (&cluster.Door{URL: s.URL(), Token: token}).Connect("hostile", nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
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
