package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evolab/arena"
	"evolab/arena/cluster"
)

// clusterFlags let a command play on other machines, too.
type clusterFlags struct {
	listen  string
	door    cluster.Door
	check   float64
	workers *int
	command *cobra.Command
}

// add adds the flags to a command that has --workers.
func (f *clusterFlags) add(c *cobra.Command, workers *int) {
	f.workers, f.command = workers, c
	c.Flags().StringVar(&f.listen, "listen", "", "let workers play, too: HOST:PORT where they connect (evolve worker)")
	c.Flags().StringVar(&f.door.URL, "cluster", "", "let the workers of an existing NATS server play, too: nats://HOST:PORT")
	c.Flags().Float64Var(&f.check, "check", 1, "percentage of games that two workers play, to compare their results")
	allow(c, "check", "0..100", func() bool { return f.check >= 0 && f.check <= 100 })
	addDoor(c, &f.door)
	c.Flags().Lookup("workers").Usage = "games at a time on this machine (default: one per core); 0 with --listen or --cluster: leave all games to workers"
}

// addDoor adds the flags of whoever connects to a server.
func addDoor(c *cobra.Command, d *cluster.Door) {
	c.Flags().StringVar(&d.Token, "token", "", "the server's token, or @FILE that holds it (default: $EVOLAB_TOKEN; found automatically on the same machine)")
	c.Flags().StringVar(&d.Cert, "tls-cert", "", "file with a certificate, for TLS")
	c.Flags().StringVar(&d.Key, "tls-key", "", "file with the certificate's key")
	c.Flags().StringVar(&d.CA, "tls-ca", "", "file with the certificate authority that signed the other side's certificate")
	c.Flags().BoolVar(&d.Insecure, "insecure", false, "do not require TLS, although others may listen on the network")
}

func (f *clusterFlags) on() bool { return f.listen != "" || f.door.URL != "" }

const doorHint = "--tls-cert, --tls-key and --tls-ca protect them, --insecure does without"

// checked refuses flags that contradict each other.
func (f *clusterFlags) checked() error {
	none := f.command.Flags().Changed("workers") && *f.workers == 0
	switch {
	case f.listen != "" && f.door.URL != "":
		return badInput(errors.New("evolve: --listen and --cluster exclude each other"), "")
	case !f.on() && none:
		return badInput(errors.New("evolve: --workers 0: nobody would play (allowed: 1..4096, or 0 with --listen or --cluster)"), "leave --workers out for one game per core")
	case !f.on():
		return idle(f.command, "with --listen or --cluster", "token", "tls-cert", "tls-key", "tls-ca", "insecure", "check")
	}
	return nil
}

// tokenOf is the token that was given, by flag, file or environment; "" is none.
func tokenOf(flag string) (string, error) {
	if flag == "" {
		flag = os.Getenv("EVOLAB_TOKEN")
	}
	if path, ok := strings.CutPrefix(flag, "@"); ok {
		token, err := cluster.TokenIn(path)
		return token, badInput(err, "a token's file holds nothing else, and only its owner may read it")
	}
	return flag, nil
}

// address splits the value of --listen.
func (f *clusterFlags) address() (host string, port int, err error) {
	host, text, err := net.SplitHostPort(f.listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || host == "" || port < 0 || port > 65535 {
		return "", 0, badInput(fmt.Errorf("evolve: --listen %q (expected: HOST:PORT, such as 127.0.0.1:4222)", f.listen), "0.0.0.0:PORT lets all machines of the network connect")
	}
	if !cluster.Loopback(host) && f.door.Cert == "" && !f.door.Insecure {
		return "", 0, badInput(fmt.Errorf("evolve: --listen %q: %w", f.listen, cluster.ErrOpen), doorHint)
	}
	return host, port, nil
}

// vacant finds out whether a server could listen at a port, and which one that is if
// any will do (0).
func vacant(host string, port int) (int, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return 0, badInput(err, "--listen needs an address of this machine, and a port that is free")
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// lab is where a command's games are played.
type lab struct {
	pool    arena.Pool
	threads int             // of this machine, for what is no game
	aside   bool            // this machine plays no games
	hands   func() int      // how many games of programs are played at a time; nil: threads
	warn    func() []string // what makes the result depend on the machines
	finish  func(done bool) error
}

// open returns the pool of the flags: this machine's cores, or a cluster. The caller
// has to close the lab, and to say whether the work is done.
func (f *clusterFlags) open(ctx context.Context, a *app, require string) (*lab, error) {
	if err := f.checked(); err != nil {
		return nil, err
	}
	if !f.on() {
		none, finish := func() []string { return nil }, func(bool) error { return nil }
		return &lab{pool: arena.Cores{Workers: *f.workers}, threads: *f.workers, warn: none, finish: finish}, nil
	}
	return f.openCluster(ctx, a, require)
}

// shared is the pool of the cluster; nil without a cluster, when each run has cores
// of its own.
func (l *lab) shared() arena.Pool {
	if _, own := l.pool.(arena.Cores); own {
		return nil
	}
	return l.pool
}

// close ends a lab after its command; an error of the command means that the work is
// not done.
func (l *lab) close(err *error) {
	*err = errors.Join(*err, l.finish(*err == nil))
}

// home is where the works of this process are stored.
func (a *app) home() string {
	dir, err := filepath.Abs(a.runs())
	if err != nil {
		dir = a.runs()
	}
	return cluster.MachineName() + ":" + dir
}
