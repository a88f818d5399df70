package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strconv"

	"github.com/nats-io/nats.go"

	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/arena/cluster/server"
	"evolab/internal/files"
)

// openCluster makes this process a coordinator, and its cores a worker.
func (f *clusterFlags) openCluster(ctx context.Context, a *app, require string) (*lab, error) {
	id, err := cluster.Identify(ctx, a.games)
	if err != nil {
		return nil, err
	}
	connect, leave, err := f.server(a)
	if err != nil {
		return nil, err
	}
	nc, err := connect("coordinator")
	if err != nil {
		return nil, errors.Join(f.refused(err), leave(false))
	}
	cores := *f.workers
	if !f.command.Flags().Changed("workers") {
		cores = runtime.GOMAXPROCS(0)
	}
	o := cluster.Options{Identity: id, Home: a.home(), Require: require, Sample: f.check / 100, Note: func(text string) { fmt.Fprintln(a.err, text) }}
	if cores > 0 {
		o.Stay = arena.Cores{Workers: cores}
	}
	pool, err := cluster.Open(ctx, nc, o)
	if err != nil {
		nc.Close()
		return nil, errors.Join(err, leave(false))
	}
	own, err := f.ownWorker(ctx, a, id, cores, connect)
	if err != nil {
		return nil, errors.Join(err, pool.Close(false), leave(false))
	}
	a.showCrew(pool)
	l := &lab{pool: pool, threads: max(1, cores), aside: cores == 0, hands: pool.Hands, warn: pool.Warnings}
	l.finish = func(done bool) error {
		own()
		return errors.Join(pool.Close(done), leave(done))
	}
	return l, nil
}

// refused words the errors of a door.
func (f *clusterFlags) refused(err error) error {
	switch {
	case errors.Is(err, cluster.ErrToken):
		return badInput(err, "--token T, --token @FILE or EVOLAB_TOKEN has to be the server's")
	case errors.Is(err, nats.ErrSecureConnWanted):
		return badInput(fmt.Errorf("evolve: %s: it has no TLS: %w", f.door.URL, cluster.ErrOpen), doorHint)
	}
	return err
}

type connector func(name string) (*nats.Conn, error)

// server finds or starts the server; leave gives it up.
func (f *clusterFlags) server(a *app) (connect connector, leave func(done bool) error, err error) {
	if f.door.Token, err = tokenOf(f.door.Token); err != nil {
		return nil, nil, err
	}
	if f.listen == "" {
		f.door.Warn = a.denied
		if err := f.door.Check(); err != nil {
			return nil, nil, badInput(err, "")
		}
		return func(name string) (*nats.Conn, error) { return f.door.Connect(name) }, func(bool) error { return nil }, nil
	}
	host, port, err := f.address()
	if err != nil {
		return nil, nil, err
	}
	if port == 0 {
		if port, err = vacant(host, 0); err != nil {
			return nil, nil, err
		}
	}
	place, err := f.place(host, port)
	if err != nil {
		return nil, nil, err
	}
	s, err := f.start(a, place, host, port)
	if err != nil {
		return nil, nil, errors.Join(err, place.Leave(false))
	}
	return func(string) (*nats.Conn, error) { return s.Connect() }, func(done bool) error {
		s.Close()
		return place.Leave(done)
	}, nil
}

// place takes the folder of an address.
func (f *clusterFlags) place(host string, port int) (*cluster.Place, error) {
	place, err := cluster.PlaceOf(host, port)
	if err == nil {
		err = place.Take()
	}
	if errors.Is(err, files.ErrLocked) {
		return nil, badInput(fmt.Errorf("evolve: --listen %s: another command listens there: %w", f.listen, err), "choose another port, or --cluster for a server that several share")
	}
	return place, err
}

// start starts the server and says how workers find it.
func (f *clusterFlags) start(a *app, place *cluster.Place, host string, port int) (*server.Server, error) {
	config, err := f.door.TLS(true)
	if err != nil {
		return nil, badInput(err, doorHint)
	}
	token, shown := f.door.Token, ""
	switch {
	case token != "":
		err = place.PutToken(token)
	case cluster.Loopback(host):
		token, err = place.KeepToken()
	default:
		if token, err = cluster.NewToken(); err == nil {
			shown = " --token " + token
			err = place.PutToken(token)
		}
	}
	if err != nil {
		return nil, err
	}
	if _, err := vacant(host, port); err != nil {
		return nil, err
	}
	s, err := server.Start(server.Options{Host: host, Port: port, Store: place.Store(), Token: token, TLS: config})
	if err != nil {
		return nil, err
	}
	if host == "0.0.0.0" || host == "::" {
		host = cluster.MachineName()
	}
	scheme := "nats"
	if config != nil {
		scheme = "tls"
	} else if !cluster.Loopback(host) {
		shown += " --insecure"
	}
	fmt.Fprintf(a.err, "workers join with: evolve worker %s://%s%s\n", scheme, net.JoinHostPort(host, strconv.Itoa(s.Port())), shown)
	return s, nil
}

// ownWorker plays on this machine's cores until stop is called.
func (f *clusterFlags) ownWorker(ctx context.Context, a *app, id cluster.Identity, cores int, connect connector) (stop func(), err error) {
	if cores == 0 {
		return func() {}, nil
	}
	nc, err := connect("cores of the coordinator")
	if err != nil {
		return nil, err
	}
	w := &cluster.Worker{Name: cluster.NewName(), Cores: cores, Exec: true, Identity: id, Games: a.games}
	ctx, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer nc.Close()
		_ = w.Serve(ctx, nc) // it ends with the context
	}()
	return func() { end(); <-ended }, nil
}

// showCrew adds the workers to the progress.
func (a *app) showCrew(pool *cluster.Pool) {
	c, ok := a.err.(*console)
	if !ok {
		return
	}
	c.crew = func() string {
		workers, cores, rate := pool.Crew()
		return fmt.Sprintf("%d workers with %d cores, %s games/s", workers, cores, cmp.Or(short(rate), "0"))
	}
}
