package cluster_test

import (
	"bytes"
	"context"
	"encoding/base64"
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
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/arena/cluster/server"
)

// peer is a worker that is written from the protocol alone.
type peer struct {
	t      *testing.T
	pair   nkeys.KeyPair
	key    string
	name   string
	nc     *nats.Conn
	js     jetstream.JetStream
	lie    func(game []any) []any // the outcome of a game
	seen   atomic.Int64           // games that it was sent
	failed string                 // why it has played nothing; "": it has
	// forge changes a report before it is published.
	forge func(m *nats.Msg)
}

// join lets a peer in, with a token and a key of its own.
func join(t *testing.T, s *server.Server, name string, lie func(game []any) []any, more ...nats.Option) *peer {
	t.Helper()
	p := &peer{t: t, name: name, lie: lie}
	var err error
	if p.pair, err = nkeys.CreateUser(); err != nil {
		t.Fatal(err)
	}
	p.key, _ = p.pair.PublicKey()
	opts := append([]nats.Option{nats.Token(token), nats.Nkey(p.key, p.pair.Sign), nats.CustomInboxPrefix("_INBOX." + p.key)}, more...)
	if p.nc, err = nats.Connect(s.URL(), opts...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.nc.Close)
	if p.js, err = jetstream.New(p.nc); err != nil {
		t.Fatal(err)
	}
	if lie == nil {
		return p
	}
	if _, err := p.nc.Subscribe("evolab.jobs."+p.key+"."+name, p.play); err != nil {
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
	status := fmt.Sprintf(`{"worker":%q,"key":%q,"machine":"m","cores":1,"exec":true,"games":0,"rate":0,"jobs":1,"identity":{"version":%q,"rules":%q,"bench":%d,"system":"x"}}`,
		p.name, p.key, id.Version, id.Rules, id.Bench)
	_ = p.nc.Publish("evolab.status."+p.key+"."+p.name, []byte(status))
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
	subject := "evolab.results." + work + "." + p.key + "." + p.name
	out := p.sign(subject, data)
	if p.forge != nil {
		p.forge(out)
	}
	_ = p.nc.PublishMsg(out)
}

// sign is a message with the peer's signature.
func (p *peer) sign(subject string, data []byte) *nats.Msg {
	signature, err := p.pair.Sign(append([]byte(subject+"\x00"), data...))
	if err != nil {
		p.t.Error(err)
	}
	return &nats.Msg{Subject: subject, Data: data, Header: nats.Header{"Evolab-Signature": []string{base64.RawURLEncoding.EncodeToString(signature)}}}
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

// notes gathers what a coordinator says.
type notes struct {
	mu   sync.Mutex
	list []string
}

func (n *notes) add(text string) { n.mu.Lock(); defer n.mu.Unlock(); n.list = append(n.list, text) }

func (n *notes) has(text string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Contains(strings.Join(n.list, "\n"), text)
}

// A worker that lies from the start has no game counted, is named, and the work ends in the
// same records as without it.
func TestLyingWorkers(t *testing.T) {
	t.Parallel()
	r, jobs := match(t, 60, "hand:depth=1,ties=random", "greedy")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for what, lie := range map[string]func([]any) []any{
		"no moves":                      func(g []any) []any { return claim(g, nil, "") },
		"a move that is not legal":      func(g []any) []any { return claim(g, []byte{0, 200, 1}, "") },
		"an opponent that loses":        func(g []any) []any { return claim(g, nil, "time") },
		"a crash in the middle":         func(g []any) []any { return claim(g, []byte{0, 6, 0, 8}, "crash") },
		"a void game":                   func(g []any) []any { return claim(g, nil, "void") },
		"a reason that there is not":    func(g []any) []any { return claim(g, nil, "magic") },
		"games of others, by the rules": otherGame(t, r, "random", "random"),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := start(t, t.TempDir())
			defer s.Close()
			var said notes
			pool := coordinate(t, s, cluster.Options{Sample: .01, Note: said.add})
			defer pool.Close(true)
			liar := join(t, s, "liar", lie)
			await(t, pool, 1)
			hire(t, s.URL(), &cluster.Worker{Name: "honest"})
			await(t, pool, 2)
			r, jobs := match(t, 60, "hand:depth=1,ties=random", "greedy")
			got, err := pool.Run(t.Context(), r, jobs)
			if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
				t.Errorf("other records: %v", err)
			}
			for _, rec := range got {
				if strings.HasPrefix(rec.By, "liar") {
					t.Errorf("game %d counts by %s", rec.Job, rec.By)
				}
			}
			if liar.seen.Load() > 0 && !said.has("worker liar/"+cluster.ShortKey(liar.key)+" is not to be trusted") {
				t.Errorf("it is not named, after %d games: %q", liar.seen.Load(), said.list)
			}
		})
	}
}

// A worker that plays well until it is known, and then lies, is found by what is drawn
// after its reports: the work ends, and names it.
func TestSleepingLiar(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{Sample: .1})
	defer pool.Close(false)
	r, jobs := match(t, 400, "hand:depth=1,ties=random", "greedy")
	other, _ := match(t, 2, "random", "random")
	games := 0
	liar := join(t, s, "sleeper", func(g []any) []any {
		if games++; games <= 50 {
			return claim(g, playWire(t, r, g), "")
		}
		return claim(g, playWire(t, other, g), "")
	})
	await(t, pool, 1)
	_, err := pool.Run(t.Context(), r, jobs)
	var lied *arena.Distrusted
	if !errors.As(err, &lied) || lied.Counted == 0 || !slices.Equal(lied.Of, []string{r.Of}) {
		t.Errorf("it does not say whose games counted: %v", err)
	}
	if err == nil || !strings.Contains(err.Error(), "worker sleeper/"+cluster.ShortKey(liar.key)+" is not to be trusted: its game") || !strings.Contains(err.Error(), "had counted before") {
		t.Error(err)
	}
}

// Two workers that tell the same lies do not make them true; and a game of a program does
// not count from workers that are not enrolled.
func TestColludingPair(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	enrolled := credentials(t)
	var said notes
	pool := coordinate(t, s, cluster.Options{Sample: .05, Enrolled: map[string]string{enrolled.Key: "honest"}, Note: said.add})
	defer pool.Close(true)
	r, jobs := match(t, 40, "hand:depth=1", "greedy")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	lie := otherGame(t, r, "random", "random")
	pair := []*peer{join(t, s, "left", lie), join(t, s, "right", lie)}
	hire(t, s.URL(), &cluster.Worker{Name: "honest", Credentials: enrolled, Policy: cluster.Policy{Exec: true}})
	await(t, pool, 3)
	programs := r
	programs.Agents = append(programs.Agents[:1:1], open(t, &programs, "exec:dir="+t.TempDir()+",cmd=echo PASS > output.txt"))
	records, err := pool.Run(t.Context(), programs, jobs[:4])
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if !strings.HasPrefix(rec.By, "honest/") {
			t.Errorf("a program's game counts by %q", rec.By)
		}
	}
	if pair[0].seen.Load()+pair[1].seen.Load() > 0 {
		t.Error("programs were sent to workers that are not enrolled")
	}
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
		t.Errorf("other records: %v", err)
	}
	for _, p := range pair {
		if p.seen.Load() > 0 && !said.has("worker "+p.name+"/") {
			t.Errorf("%s is not named: %q", p.name, said.list)
		}
	}
}

// A quorum lets games of programs count that as many distinct keys agree about, and no
// number of processes of one key.
func TestQuorum(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{Quorum: 2})
	defer pool.Close(true)
	forger := join(t, s, "forger", func(g []any) []any { return claim(g, nil, "crash") })
	one := credentials(t)
	for _, name := range []string{"a1", "a2"} {
		hire(t, s.URL(), &cluster.Worker{Name: name, Credentials: one, Policy: cluster.Policy{Exec: true}})
	}
	hire(t, s.URL(), &cluster.Worker{Name: "b", Policy: cluster.Policy{Exec: true}})
	await(t, pool, 4)
	r, jobs := match(t, 4, "greedy", "greedy")
	r.Agents[1] = open(t, &r, "exec:dir="+t.TempDir()+",cmd=echo PASS > output.txt")
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if rec.Reason == arena.Crash || strings.Count(rec.By, "+") != 1 || !strings.Contains(rec.By, "b/") {
			t.Errorf("%s: %s", rec.Reason, rec.By)
		}
	}
	if forger.seen.Load() == 0 {
		t.Error("the forger was not asked")
	}
}

// A report that its worker has not signed counts as none.
func TestForgedReports(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	var said notes
	pool := coordinate(t, s, cluster.Options{Note: said.add})
	defer pool.Close(true)
	r, jobs := match(t, 40, "random", "greedy")
	forger := join(t, s, "forger", otherGame(t, r, "random", "random"))
	forger.forge = func(m *nats.Msg) { m.Header.Set("Evolab-Signature", "AAAA") }
	hire(t, s.URL(), &cluster.Worker{Name: "honest"})
	await(t, pool, 2)
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
		t.Errorf("other records: %v", err)
	}
	if forger.seen.Load() > 0 && !said.has("signature of "+cluster.ShortKey(forger.key)) {
		t.Errorf("%q", said.list)
	}
}

// Who has the token and a key of its own sees and says nothing but its own.
func TestSpyWithAToken(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	victim := credentials(t)
	pool := coordinate(t, s, cluster.Options{TrustWorkers: true})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "victim", Credentials: victim, Policy: cluster.Policy{Exec: true}})
	await(t, pool, 1)
	admin, err := s.Connect() // hears the requests of all, as no worker can
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	requests := make(chan *nats.Msg, 64)
	if _, err := admin.ChanSubscribe("evolab.objects.*.*.*", requests); err != nil {
		t.Fatal(err)
	}
	denied := make(chan error, 256)
	spy := join(t, s, "spy", nil, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	wait := func(what string) {
		t.Helper()
		select {
		case err := <-denied:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s is allowed", what)
		}
	}
	for _, subject := range []string{
		">", "evolab.>", "_INBOX.>", "_INBOX." + victim.Key + ".>", "evolab.jobs.>", "evolab.jobs." + victim.Key + ".victim", "evolab.results.>", "evolab.objects.>",
		"$JS.>", "$KV.>", "$O.>", "$SYS.>", "evolab.status.>",
	} {
		if _, err := spy.nc.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		wait("hearing " + subject)
	}
	for _, subject := range []string{
		"evolab.jobs." + victim.Key + ".victim", "evolab.results.0123456789abcdef." + victim.Key + ".victim", "evolab.status." + victim.Key + ".victim",
		"evolab.objects.x." + victim.Key + ".victim", "_INBOX." + victim.Key + ".x", "evolab.lab", "evolab.hello",
		"$JS.ACK." + cluster.ResultsStream + ".x.1.1.1.1.1", "$JS.API.STREAM.PURGE." + cluster.ResultsStream, "$JS.API.STREAM.DELETE." + cluster.ResultsStream,
		"$JS.API.STREAM.MSG.GET." + cluster.ResultsStream, "$JS.API.CONSUMER.CREATE." + cluster.ResultsStream, "$JS.API.DIRECT.GET." + cluster.ResultsStream,
	} {
		if err := spy.nc.Publish(subject, []byte("x")); err != nil {
			t.Fatal(err)
		}
		wait("saying " + subject)
	}
	// A classmate's program, whose hash the spy knows.
	dir := t.TempDir()
	r, jobs := match(t, 2, "random", "greedy")
	r.Agents[1] = open(t, &r, "exec:dir="+dir+",cmd=sleep .2; echo PASS > output.txt")
	ended := make(chan error, 1)
	go func() { _, err := pool.Run(t.Context(), r, jobs); ended <- err }()
	asked := 0
	for done := false; !done; {
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			done = true
		case m := <-requests:
			if !strings.Contains(m.Subject, victim.Key) {
				continue
			}
			asked++
			subject := strings.Replace(m.Subject, victim.Key+".victim", spy.key+".spy", 1)
			answer, err := spy.nc.Request(subject, m.Data, 5*time.Second)
			if err != nil || len(answer.Data) > 0 || answer.Header.Get("Evolab-Error") != "no part of a game of yours" {
				t.Errorf("the spy gets %+v, %v", answer, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("nothing happens")
		}
	}
	if asked < 2 {
		t.Errorf("the worker asked for %d objects", asked)
	}
}

// Whoever has the token can send what it likes under its own key, but neither crashes the
// coordinator nor changes its results.
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
	await(t, pool, 1)
	noisy := join(t, s, "noisy", nil)
	var heard overheard
	admin, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Subscribe("evolab.>", heard.add); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var flooding sync.WaitGroup
	flooding.Go(func() { noisy.flood(ctx, cluster.WorkName("home", r.Of), &heard) })
	for range 3 {
		got, err := pool.Run(t.Context(), r, jobs)
		if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
			t.Errorf("other records: %v", err)
		}
	}
	stop()
	flooding.Wait()
}

// overheard is what others have sent.
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

// flood sends garbage, huge messages, and those of others: again, in part, and with more
// behind them.
func (p *peer) flood(ctx context.Context, work string, heard *overheard) {
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
		if real := heard.pick(r); len(real) > 0 {
			text = [][]byte{text, real, real[:r.IntN(len(real))], append(bytes.Clone(real), 0)}[r.IntN(4)]
		}
		for _, subject := range []string{"evolab.results." + work + "." + p.key + "." + p.name, "evolab.status." + p.key + "." + p.name, "evolab.objects.x." + p.key + "." + p.name} {
			_ = p.nc.PublishMsg(p.sign(subject, text))
		}
		time.Sleep(time.Millisecond)
	}
}
