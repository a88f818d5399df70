package lab

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"evolab/arena/cluster"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/internal/wording"
	"evolab/lab/term"
)

func workerCommand(a *app) *cobra.Command {
	var endpoint cluster.Endpoint
	var f struct {
		workerFlags
		Exec bool `key:"allow_exec" doc:"also run other people's programs, confined (evolve doctor --system), and the commands of objective: command, unconfined"`
		cluster.Caps
	}
	var net string
	var confine confineFlags
	c := &cobra.Command{
		Use: "worker URL", Short: "Play games for runs on other machines", Args: arguments(1, anyNumber),
		Long: "Play games for the coordinator at URL (nats://HOST:PORT, see --listen and --cluster of evolve run), and for the\n" +
			"next one when that has ended. A worker may come and go at any time: no result depends on it. It decides itself\n" +
			"what it plays: it refuses programs without --allow-exec, and what is above its --max-... flags (0: no bound).",
		RunE: func(c *cobra.Command, args []string) error {
			if !f.Exec {
				if err := refuseIdle(c, "with --allow-exec", "require-confinement", "net"); err != nil {
					return err
				}
			}
			policy := cluster.Policy{Exec: f.Exec, Net: net, Caps: f.Caps}
			args, err := policyNet(&policy, args)
			if err != nil {
				return err
			}
			endpoint.URL = args[0]
			if f.Exec {
				if err := confine.opening(a); err != nil {
					return err
				}
			}
			policy.Require = confine.level()
			return a.worker(c.Context(), &endpoint, f.Workers, policy)
		},
	}
	bind(c, &f)
	c.Flags().StringVar(&net, "net", "", "let programs that ask for it (net=on) use the network; the loopback of this machine, too, with --net loopback")
	c.Flags().Lookup("net").NoOptDefVal = cluster.NetOn
	addEndpoint(c, &endpoint)
	confine.addRequire(c)
	return saves(c)
}

// policyNet reads --net: its value may also follow it as an argument, since it may have
// none.
func policyNet(policy *cluster.Policy, args []string) ([]string, error) {
	if i := slices.Index(args, cluster.NetLoopback); i >= 0 && policy.Net == cluster.NetOn {
		policy.Net, args = cluster.NetLoopback, slices.Delete(args, i, i+1)
	}
	switch {
	case len(args) != 1:
		return nil, badInput(fmt.Errorf("%s: %q (expected: one)", quantity.Of(len(args), "address"), args), "evolve worker nats://HOST:PORT")
	case policy.Net != cluster.NetOff && policy.Net != cluster.NetOn && policy.Net != cluster.NetLoopback:
		return nil, badInput(config.Refuse("--net", policy.Net, []string{cluster.NetLoopback}), "--net alone allows the network, --net loopback also the loopback of this machine")
	case policy.Net == cluster.NetOn:
		return nil, badInput(errors.New("--net: this machine cannot keep its loopback from programs that have the network"), "--net loopback gives them both")
	}
	return args, nil
}

func (a *app) worker(ctx context.Context, endpoint *cluster.Endpoint, cores int, policy cluster.Policy) error {
	if err := a.checkEndpoint(endpoint); err != nil {
		return err
	}
	id, err := cluster.Identify(ctx, a.games)
	if err != nil {
		return err
	}
	if cores == 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a worker holds little and drops much
	}
	w := &cluster.Worker{Name: cluster.DefaultWorkerName(), Cores: cores, Policy: policy, Identity: id, Games: a.games}
	w.Note = func(text string) { fmt.Fprintln(a.err, text) }
	a.remark("worker %s: %s, program %s\n", w.Name, quantity.Of(w.Cores, "core"), id.Version)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	lost := nats.ClosedHandler(func(nc *nats.Conn) { stop(nc.LastError()) })
	nc, err := endpoint.Await(ctx, w.Name, func(err error) { fmt.Fprintf(a.err, "waiting for %s: %s\n", endpoint.URL, wording.Of(err)) }, lost)
	if err != nil {
		return connectError(endpoint, err)
	}
	defer nc.Close()
	err = w.Serve(ctx, nc)
	if errors.Is(err, cluster.ErrStuck) {
		fmt.Fprintln(a.err, "a game goes on after its deadline: the worker starts anew")
		return restart()
	}
	if errors.Is(err, cluster.ErrOtherProgram) {
		return badInput(err, "worker and coordinator have to be the same evolve")
	}
	if cause := context.Cause(ctx); errors.Is(cause, nats.ErrAuthorization) || errors.Is(cause, nats.ErrAuthExpired) {
		return connectError(endpoint, fmt.Errorf("%s: %w", endpoint.URL, cluster.ErrToken))
	}
	return errors.Join(err, ctx.Err())
}

// checkEndpoint completes an endpoint by the token that this machine knows.
func (a *app) checkEndpoint(endpoint *cluster.Endpoint) (err error) {
	if endpoint.Token, err = tokenOf(endpoint.Token); err != nil {
		return err
	}
	if err := endpoint.Check(); err != nil {
		return badInput(err, "evolve run --listen prints the command for its workers")
	}
	endpoint.Denied = a.denied
	endpoint.FindToken = func() string { return localToken(endpoint.URL) }
	return nil
}

func (a *app) denied(err error) {
	fmt.Fprintln(a.err, "warning: the server: "+wording.Of(err))
}

// localToken is the token of a server on this machine, "" if there is none yet.
func localToken(server string) string {
	u, err := url.Parse(server)
	if err != nil || !cluster.Loopback(u.Hostname()) {
		return ""
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		return ""
	}
	dir, err := cluster.ServerDirOf(u.Hostname(), port)
	if err != nil {
		return ""
	}
	token, err := dir.Token()
	if err != nil {
		return ""
	}
	return token
}

func workersCommand(a *app) *cobra.Command {
	var endpoint cluster.Endpoint
	c := &cobra.Command{
		Use: "workers URL", Short: "List the workers of a coordinator", Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			endpoint.URL = args[0]
			return a.listWorkers(c.Context(), &endpoint)
		},
	}
	a.formats(c)
	addEndpoint(c, &endpoint)
	return c
}

func (a *app) listWorkers(ctx context.Context, endpoint *cluster.Endpoint) error {
	if err := a.checkEndpoint(endpoint); err != nil {
		return err
	}
	nc, err := endpoint.Connect("workers")
	if err != nil {
		return connectError(endpoint, err)
	}
	defer nc.Close()
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	list, err := cluster.Statuses(ctx, nc)
	if err != nil {
		return err
	}
	if a.json() {
		return printLines(a, list)
	}
	return a.printTable(workerTable(list))
}

func workerTable(list []cluster.Status) *term.Table {
	const machine, version = 1, 6
	t := term.NewTable("worker", "machine", "cores", "games/s", "games", "jobs", "version").Names(0, machine, version)
	for _, s := range list {
		t.Row(s.Worker, s.Machine, fmt.Sprint(s.Cores), short(s.Rate), fmt.Sprint(s.Games), fmt.Sprint(s.Jobs), s.Identity.Version)
	}
	return t
}
