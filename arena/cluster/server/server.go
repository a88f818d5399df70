// Package server runs a NATS JetStream server inside the coordinator.
package server

import (
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"evolab/arena/cluster"
)

// Options say how the server is reached.
type Options struct {
	Host  string
	Port  int // 0: any that is free
	Store string
	Token string      // of the workers
	TLS   *tls.Config // nil: none
}

// Server is a running server.
type Server struct {
	ns    *server.Server
	token string
}

// Start starts a server. It keeps what an earlier server left in its store.
func Start(o Options) (*Server, error) {
	token, err := cluster.NewToken()
	if err != nil {
		return nil, err
	}
	port := o.Port
	if port == 0 {
		port = server.RANDOM_PORT
	}
	opts := &server.Options{
		ServerName: "evolab", Host: o.Host, Port: port, NoSigs: true, NoLog: true, DisableShortFirstPing: true,
		JetStream: true, StoreDir: o.Store, MaxPayload: cluster.MaxBytes, JetStreamMaxMemory: 256 << 20, JetStreamMaxStore: 16 << 30,
		CustomClientAuthentication: &authenticator{coordinatorToken: token, workerToken: o.Token},
		AlwaysEnableNonce:          true, // workers sign it
		TLSConfig:                  o.TLS, TLS: o.TLS != nil, TLSTimeout: 5,
		PingInterval: 5 * time.Second, MaxPingsOut: 2, // a machine that was cut off is soon noticed
	}
	ns, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	ns.Start()
	if !ns.ReadyForConnections(20 * time.Second) {
		ns.Shutdown()
		return nil, fmt.Errorf("server: it does not start at %s:%d (is the address in use, or not this machine's?)", o.Host, o.Port)
	}
	if !ns.JetStreamEnabled() {
		ns.Shutdown()
		return nil, errors.New("server: JetStream does not start: is there room on the disk?")
	}
	return &Server{ns, token}, nil
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
		return nil, fmt.Errorf("server: %w", err)
	}
	return nc, nil
}

// Close ends the server.
func (s *Server) Close() {
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
}

// authenticator lets in only clients with a token. The coordinator's own token allows
// everything. With the workers' token, whoever signs with a key of its own is a worker, and
// others may list the workers.
type authenticator struct{ coordinatorToken, workerToken string }

// Check implements server.Authentication.
func (a *authenticator) Check(c server.ClientAuthentication) bool {
	given := c.GetOpts()
	switch {
	case equal(given.Token, a.coordinatorToken):
		return true
	case a.workerToken == "" || !equal(given.Token, a.workerToken):
		return false
	case given.Nkey == "":
		allow(c, "viewer", cluster.ViewerRights)
		return true
	case !signed(c):
		return false
	}
	allow(c, given.Nkey, func() (publish, subscribe []string) { return cluster.WorkerRights(given.Nkey) })
	return true
}

// signed reports whether a client has signed the server's nonce with the key that it names.
func signed(c server.ClientAuthentication) bool {
	given := c.GetOpts()
	signature, err := base64.RawURLEncoding.DecodeString(given.Sig)
	if err != nil || !nkeys.IsValidPublicUserKey(given.Nkey) {
		return false
	}
	key, err := nkeys.FromPublicKey(given.Nkey)
	return err == nil && key.Verify(c.GetNonce(), signature) == nil
}

func allow(c server.ClientAuthentication, user string, rights func() (publish, subscribe []string)) {
	publish, subscribe := rights()
	c.RegisterUser(&server.User{Username: user, Permissions: &server.Permissions{
		Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
	}})
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
