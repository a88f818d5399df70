package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"evolab/arena/cluster"
	"evolab/lab/term"
	"evolab/lab/web"
)

type serveFlags struct {
	addr      string
	token     string
	remote    bool
	allowExec bool
	confine   confineFlags
}

func serveCommand(a *app) *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use: "serve", Short: "The lab in the browser: watch runs live, compare, replay, play, start experiments", Args: arguments(0, 0),
		Long: "Show the runs in a browser, live. The first line of the output is the address, with a token that lets you in;\n" +
			"without it nobody can see anything. Ctrl-C stops the server and interrupts the runs that it started;\n" +
			"evolve resume continues them.",
		RunE: func(c *cobra.Command, _ []string) error { return a.serve(c.Context(), &f) },
	}
	c.Flags().StringVar(&f.addr, "addr", "127.0.0.1:8080", "where to listen; port 0: any free one")
	c.Flags().StringVar(&f.token, "token", "", "the token that lets you in, or @FILE that holds it, so that it stays the same when the server is started again (default: a new one)")
	c.Flags().BoolVar(&f.remote, "allow-remote", false, "listen for other machines too: everything is sent unencrypted")
	c.Flags().BoolVar(&f.allowExec, "allow-exec", false, "start configs that name programs, or files outside this folder")
	f.confine.add(c)
	return a.inRuns(saves(c))
}

// serve answers browsers until the context ends.
func (a *app) serve(ctx context.Context, f *serveFlags) (err error) {
	host, err := f.host()
	if err != nil {
		return err
	}
	token, err := f.findToken()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", f.addr)
	if err != nil {
		return badInput(err, "--addr names another address, as in --addr 127.0.0.1:0")
	}
	defer listener.Close()
	freeze := a.freezeChampion
	if _, err := checkout(); err != nil {
		freeze = nil // there is nothing that embeds weights
	}
	s, err := web.New(ctx, web.Options{
		Freeze: freeze, Runs: a.runs(), Project: ".", Tournaments: tournamentsRoot, AllowExec: f.allowExec, Programs: f.confine.programs(a), Games: a.games, Formats: a.figures, Token: token, Names: f.names(host),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	port := listener.Addr().(*net.TCPAddr).Port
	fmt.Fprintf(a.out, "http://%s/?token=%s\n", net.JoinHostPort(shownHost(host), strconv.Itoa(port)), token)
	fmt.Fprintf(a.err, "serving the runs in %s; Ctrl-C ends\n", term.OneLine(a.runsPath()))
	if out, ok := a.out.(*term.Output); ok {
		out.Flush()
	}
	return answer(ctx, listener, s.Handler())
}

// answer serves until the context ends.
func answer(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 16,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// findToken is the token that was given, or a new one.
func (f *serveFlags) findToken() (string, error) {
	if f.token == "" {
		return web.NewToken(), nil
	}
	token, err := namedToken(f.token)
	if err == nil {
		err = badInput(web.CheckToken(token), "evolve serve without --token makes one that you can keep in a file, for --token @FILE")
	}
	return token, err
}

// host is the host of the address, which must be this machine unless others are let
// in.
func (f *serveFlags) host() (string, error) {
	host, port, err := net.SplitHostPort(f.addr)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return "", badInput(fmt.Errorf("--addr %q (expected: HOST:PORT, as in 127.0.0.1:8080)", f.addr), "port 0 stands for any that is free")
	}
	if !cluster.Loopback(host) && !f.remote {
		return "", badInput(fmt.Errorf("--addr %s lets other machines in", f.addr), "--allow-remote permits that; everything, the token too, is then sent unencrypted")
	}
	return host, nil
}

// names are what browsers may call the server.
func (f *serveFlags) names(host string) []string {
	list := []string{"localhost", "127.0.0.1", "::1", host}
	if !f.remote {
		return list
	}
	if name, err := os.Hostname(); err == nil {
		list = append(list, name)
	}
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok {
			list = append(list, ip.IP.String())
		}
	}
	return list
}

// shownHost is a host that a browser can open.
func shownHost(host string) string {
	if host == "" || host == "0.0.0.0" || host == "::" {
		return cluster.MachineName()
	}
	return host
}
