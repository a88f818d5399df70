package lab

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/arena/cluster/server"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/lab/web"
)

// clusterFlags let a command play on other machines, too.
type clusterFlags struct {
	listen   string
	endpoint cluster.Endpoint
	Check    float64 `key:"check" doc:"percentage of workers' games that this machine plays again, to compare their results; a worker's first games always are" range:"0..100" default:"1"`
	workers  *int
	command  *cobra.Command
}

// add adds the flags to a command that has --workers.
func (f *clusterFlags) add(c *cobra.Command, workers *int) {
	f.workers, f.command = workers, c
	c.Flags().StringVar(&f.listen, "listen", "", "let workers play, too: HOST:PORT where they connect (evolve worker)")
	c.Flags().StringVar(&f.endpoint.URL, "cluster", "", "let the workers of an existing NATS server play, too: nats://HOST:PORT")
	bind(c, f)
	addEndpoint(c, &f.endpoint)
	c.Flags().Lookup("workers").Usage = "games at a time on this machine [1..4096, or 0 with --listen or --cluster: leave all games to workers; default one per core]"
}

// addEndpoint adds the flags of whoever connects to a server.
func addEndpoint(c *cobra.Command, e *cluster.Endpoint) {
	c.Flags().StringVar(&e.Token, "token", "", "the server's token, or @FILE that holds it (default: $EVOLAB_TOKEN; found automatically on the same machine)")
	c.Flags().StringVar(&e.Cert, "tls-cert", "", "file with a certificate, for TLS")
	c.Flags().StringVar(&e.Key, "tls-key", "", "file with the certificate's key")
	c.Flags().StringVar(&e.CA, "tls-ca", "", "file with the certificate authority that signed the other side's certificate")
	c.Flags().StringVar(&e.Credentials, "creds", "", "credentials file for a NATS server that asks for one")
	c.Flags().BoolVar(&e.Insecure, "insecure", false, "do not require TLS, although others may listen on the network")
}

func (f *clusterFlags) enabled() bool { return f.listen != "" || f.endpoint.URL != "" }

const tlsHint = "--tls-cert, --tls-key and --tls-ca protect them, --insecure does without"

func (f *clusterFlags) validate() error {
	none := f.command.Flags().Changed("workers") && *f.workers == 0
	switch {
	case f.listen != "" && f.endpoint.URL != "":
		return badInput(errors.New("--listen and --cluster exclude each other"), "--listen starts a server of its own, --cluster uses one that runs")
	case !f.enabled() && none:
		return badInput(errors.New("--workers 0: nobody would play (allowed: 1..4096, or 0 with --listen or --cluster)"), "leave --workers out for one game per core")
	case !f.enabled():
		return refuseIdle(f.command, "with --listen or --cluster", "token", "tls-cert", "tls-key", "tls-ca", "insecure", "check", "creds")
	}
	return nil
}

// tokenOf is the token that was given, by flag, file or environment; "" is none.
func tokenOf(flag string) (string, error) {
	return namedToken(cmp.Or(flag, os.Getenv("EVOLAB_TOKEN")))
}

// namedToken is a token, or that of the file that is named as @FILE.
func namedToken(text string) (string, error) {
	if path, ok := strings.CutPrefix(text, "@"); ok {
		token, err := cluster.ReadToken(path)
		return token, badInput(err, "a token's file holds nothing else, and only its owner may read it")
	}
	return text, nil
}

func (f *clusterFlags) address() (host string, port int, err error) {
	host, text, err := net.SplitHostPort(f.listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || host == "" || port < 0 || port > 65535 {
		return "", 0, badInput(fmt.Errorf("--listen %q (expected: HOST:PORT, such as 127.0.0.1:4222)", f.listen), "0.0.0.0:PORT lets all machines of the network connect")
	}
	if !cluster.Loopback(host) && f.endpoint.Cert == "" && !f.endpoint.Insecure {
		return "", 0, badInput(fmt.Errorf("--listen %q: %w", f.listen, cluster.ErrUnencrypted), tlsHint)
	}
	return host, port, nil
}

const listenHint = "--listen needs an address of this machine, and a port that is free"

// freePort checks that a server can listen at a port, and returns its number; 0 stands
// for any free port.
func freePort(host string, port int) (int, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return 0, badInput(err, listenHint)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// venue is where a command's games are played.
type venue struct {
	pool         arena.Pool
	threads      int                        // of this machine, for what is no game
	aside        bool                       // this machine plays no games
	cores        func() int                 // how many games are played at a time; nil: threads
	programCores func() int                 // the same for games of programs
	warn         func() []string            // what makes the result depend on the machines
	describe     func(worker string) string // what a worker says that it runs on; nil: there are none
	finish       func(done bool) error
}

// open returns the pool of the flags: this machine's cores, or a cluster. The caller
// has to close the venue, and to say whether the work is done.
func (f *clusterFlags) open(ctx context.Context, a *app, require string) (*venue, error) {
	if err := f.validate(); err != nil {
		return nil, err
	}
	if !f.enabled() {
		none, finish := func() []string { return nil }, func(bool) error { return nil }
		return &venue{pool: arena.Cores{Workers: *f.workers}, threads: *f.workers, warn: none, finish: finish}, nil
	}
	return f.openCluster(ctx, a, require)
}

// shared is the pool of the cluster; nil without a cluster, when each run has cores
// of its own.
func (v *venue) shared() arena.Pool {
	if _, own := v.pool.(arena.Cores); own {
		return nil
	}
	return v.pool
}

// close ends a venue after its command; an error of the command means that the work is
// not done.
func (v *venue) close(err *error) {
	*err = errors.Join(*err, v.finish(*err == nil))
}

// home is where the works of this process are stored.
func (a *app) home() string {
	dir, err := filepath.Abs(a.runs())
	if err != nil {
		dir = a.runs()
	}
	return cluster.MachineName() + ":" + dir
}

// openCluster makes this process a coordinator, and its cores a worker.
func (f *clusterFlags) openCluster(ctx context.Context, a *app, require string) (*venue, error) {
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
		return nil, errors.Join(connectError(&f.endpoint, err), leave(false))
	}
	cores := *f.workers
	if !f.command.Flags().Changed("workers") {
		cores = runtime.GOMAXPROCS(0)
	}
	o := cluster.Options{
		Identity: id, Home: a.home(), Require: require, Sample: f.Check / 100, Own: cluster.DefaultWorkerName(),
		Note: func(text string) { fmt.Fprintln(a.err, text) },
	}
	if cores > 0 {
		o.Local = arena.Cores{Workers: cores}
	}
	pool, err := cluster.Open(ctx, nc, o)
	if err != nil {
		nc.Close()
		return nil, errors.Join(err, leave(false))
	}
	stopWorker, err := f.startWorker(ctx, a, pool, o, cores, connect)
	if err != nil {
		return nil, errors.Join(err, pool.Close(false), leave(false))
	}
	a.showWorkers(pool)
	v := &venue{pool: pool, threads: max(1, cores), aside: cores == 0, programCores: pool.ProgramCores, warn: pool.Warnings, describe: pool.Describe}
	v.cores = func() int {
		_, n, _ := pool.Capacity()
		return n
	}
	v.finish = func(done bool) error {
		stopWorker()
		return errors.Join(pool.Close(done), leave(done))
	}
	return v, nil
}

// connectError words the errors of connecting to a server.
func connectError(e *cluster.Endpoint, err error) error {
	var unknown *tls.CertificateVerificationError
	switch {
	case errors.Is(err, cluster.ErrToken):
		return badInput(err, "--token T, --token @FILE or EVOLAB_TOKEN has to be the server's")
	case errors.Is(err, nats.ErrSecureConnWanted):
		return badInput(fmt.Errorf("%s: it has no TLS: %w", e.URL, cluster.ErrUnencrypted), tlsHint)
	case errors.As(err, &unknown):
		return badInput(err, "--tls-ca FILE names the authority that signed the server's certificate")
	case !errors.Is(err, context.Canceled):
		return &exitError{exitFailed, err, "evolve run CONFIG --listen HOST:PORT starts a server and prints what its workers type"}
	}
	return err
}

type connector func(name string, more ...nats.Option) (*nats.Conn, error)

// server finds or starts the server; leave gives it up.
func (f *clusterFlags) server(a *app) (connect connector, leave func(done bool) error, err error) {
	if f.endpoint.Token, err = tokenOf(f.endpoint.Token); err != nil {
		return nil, nil, err
	}
	if f.listen == "" {
		f.endpoint.Denied = a.denied
		if err := f.endpoint.Check(); err != nil {
			return nil, nil, badInput(err, "as in --cluster nats://HOST:PORT")
		}
		return f.endpoint.Connect, func(bool) error { return nil }, nil
	}
	host, port, err := f.address()
	if err != nil {
		return nil, nil, err
	}
	if n := len(f.endpoint.Token); n > 0 && n < web.ShortestToken && !cluster.Loopback(host) {
		return nil, nil, badInput(fmt.Errorf("--listen %s: others can guess a token of %s, thousands a second (expected: %s or more)", f.listen, quantity.Of(n, "byte"), quantity.Of(web.ShortestToken, "byte")),
			"without --token a new one is made, and printed")
	}
	if port == 0 {
		if port, err = freePort(host, 0); err != nil {
			return nil, nil, err
		}
	}
	dir, err := f.lockDir(host, port)
	if err != nil {
		return nil, nil, err
	}
	s, err := f.start(a, dir, host, port)
	if err != nil {
		return nil, nil, errors.Join(err, dir.Release(false))
	}
	return func(_ string, more ...nats.Option) (*nats.Conn, error) { return s.Connect(more...) }, func(done bool) error {
		s.Close()
		return dir.Release(done)
	}, nil
}

func (f *clusterFlags) lockDir(host string, port int) (*cluster.ServerDir, error) {
	dir, err := cluster.ServerDirOf(host, port)
	if err == nil {
		err = dir.Lock()
	}
	if errors.Is(err, files.ErrLocked) {
		return nil, badInput(fmt.Errorf("--listen %s: another command listens there: %w", f.listen, err), "choose another port, or --cluster for a server that several share")
	}
	return dir, err
}

// start starts the server and says how workers find it.
func (f *clusterFlags) start(a *app, dir *cluster.ServerDir, host string, port int) (*server.Server, error) {
	config, err := f.endpoint.TLS(true)
	if err != nil {
		return nil, badInput(err, tlsHint)
	}
	token, shown := f.endpoint.Token, ""
	switch {
	case token != "":
		err = dir.SetToken(token)
	case cluster.Loopback(host):
		token, err = dir.EnsureToken()
	default:
		if token, err = cluster.NewToken(); err == nil {
			shown = " --token " + token
			err = dir.SetToken(token)
		}
	}
	if err != nil {
		return nil, err
	}
	if _, err := freePort(host, port); err != nil {
		return nil, err
	}
	s, err := server.Start(server.Options{Host: host, Port: port, Store: dir.Store(), Token: token, TLS: config})
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

// startWorker plays on this machine's cores until stop is called.
func (f *clusterFlags) startWorker(ctx context.Context, a *app, pool *cluster.Pool, o cluster.Options, cores int, connect connector) (stop func(), err error) {
	if cores == 0 {
		return func() {}, nil
	}
	nc, err := connect("cores of the coordinator")
	if err != nil {
		return nil, err
	}
	w := &cluster.Worker{Name: o.Own, Cores: cores, Policy: cluster.Policy{Exec: true, Net: cluster.NetLoopback}, Identity: o.Identity, Games: a.games, Pool: pool}
	ctx, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer nc.Close()
		_ = w.Serve(ctx, nc) // it ends with the context
	}()
	return func() { end(); <-ended }, nil
}

func (a *app) showWorkers(pool *cluster.Pool) {
	screen, ok := a.err.(*term.Console)
	if !ok {
		return
	}
	screen.ShowWorkers(func() string {
		workers, cores, rate := pool.Capacity()
		return fmt.Sprintf("%s with %s, %s games/s", quantity.Of(workers, "worker"), quantity.Of(cores, "core"), cmp.Or(short(rate), "0"))
	})
}
