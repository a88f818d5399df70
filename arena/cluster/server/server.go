// Package server runs a NATS JetStream server inside the coordinator.
package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"evolab/arena/cluster"
)

// Options say how the server is reached.
type Options struct {
	Host  string
	Port  int // 0: any that is free
	Store string
	Token string      // whoever has it is let in
	TLS   *tls.Config // nil: none
}

// Server is a running server.
type Server struct {
	ns    *server.Server
	token string
}

// Start starts a server. It keeps what an earlier server left in its store.
func Start(o Options) (*Server, error) {
	if o.Token == "" {
		return nil, errors.New("there is no token")
	}
	port := o.Port
	if port == 0 {
		port = server.RANDOM_PORT
	}
	opts := &server.Options{
		ServerName: "evolab", Host: o.Host, Port: port, NoSigs: true, NoLog: true, DisableShortFirstPing: true,
		JetStream: true, StoreDir: o.Store, MaxPayload: cluster.MaxBytes, JetStreamMaxMemory: 256 << 20, JetStreamMaxStore: 16 << 30,
		Authorization: o.Token, TLSConfig: o.TLS, TLS: o.TLS != nil, TLSTimeout: 5,
		PingInterval: 5 * time.Second, MaxPingsOut: 2, // a machine that was cut off is soon noticed
	}
	ns, err := server.NewServer(opts)
	if err != nil {
		return nil, err
	}
	ns.Start()
	if !ns.ReadyForConnections(20 * time.Second) {
		ns.Shutdown()
		return nil, fmt.Errorf("it does not start at %s:%d (is the address in use, or not this machine's?)", o.Host, o.Port)
	}
	if !ns.JetStreamEnabled() {
		ns.Shutdown()
		return nil, errors.New("JetStream does not start: is there room on the disk?")
	}
	return &Server{ns, o.Token}, nil
}

// URL is the address for workers.
func (s *Server) URL() string { return s.ns.ClientURL() }

// Port is the port that the server listens at.
func (s *Server) Port() int {
	if a, ok := s.ns.Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

// Connect connects the coordinator itself, or its own cores, without the network.
func (s *Server) Connect(more ...nats.Option) (*nats.Conn, error) {
	opts := []nats.Option{nats.InProcessServer(s.ns), nats.Token(s.token), nats.Name("coordinator"), nats.MaxReconnects(-1)}
	nc, err := nats.Connect("", append(opts, more...)...)
	if err != nil {
		return nil, err
	}
	return nc, nil
}

// Close ends the server.
func (s *Server) Close() {
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
}
