package cluster

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"evolab/internal/files"
)

// Endpoint is a server's address, and what it takes to be let in.
type Endpoint struct {
	URL           string // several are separated by commas
	Token         string
	FindToken     func() string // looks for a token if there is none; may be nil
	Credentials   string        // a credentials file of NATS
	Cert, Key, CA string        // files; see TLS
	Insecure      bool          // without TLS, even over a network
	Denied        func(error)   // called when the server denies a right; may be nil
}

// ErrToken is the error when the server rejects the token or the credentials.
var ErrToken = errors.New("the server does not accept the token")

var errNobodyListens = errors.New("nobody listens there")

// ErrUnencrypted is the error when a server on a network would be used without TLS.
var ErrUnencrypted = errors.New("tokens and games would cross the network unprotected")

// Loopback reports whether an address can only be reached from this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// isLocal reports whether all servers are on this machine; it fails on an invalid URL.
func (e *Endpoint) isLocal() (bool, error) {
	all := true
	for _, text := range strings.Split(e.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err == nil && u.Port() != "" {
			_, err = strconv.ParseUint(u.Port(), 10, 16)
		}
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" {
			return false, fmt.Errorf("%q is no server (expected: nats://HOST:PORT or tls://HOST:PORT)", text)
		}
		all = all && Loopback(u.Hostname())
	}
	return all, nil
}

// Check fails if the endpoint cannot be used, whatever the server. It does not connect.
func (e *Endpoint) Check() error {
	_, err := e.options("")
	return err
}

// Connect connects to a server that is running.
func (e *Endpoint) Connect(name string, more ...nats.Option) (*nats.Conn, error) {
	opts, err := e.options(name)
	if err != nil {
		return nil, err
	}
	nc, err := nats.Connect(e.URL, append(opts, more...)...)
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		err = ErrToken
	case errors.Is(err, nats.ErrNoServers):
		err = errNobodyListens
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.URL, err)
	}
	return nc, nil
}

// Await connects as soon as the server is running. It calls waiting, if not nil, once
// with the first error.
func (e *Endpoint) Await(ctx context.Context, name string, waiting func(error), more ...nats.Option) (*nats.Conn, error) {
	for {
		nc, err := e.Connect(name, more...)
		var unknown *tls.CertificateVerificationError
		unfound := errors.Is(err, ErrToken) && e.Token == "" && e.FindToken != nil && e.FindToken() == ""
		if err == nil || errors.Is(err, ErrToken) && !unfound || errors.As(err, &unknown) || errors.Is(err, nats.ErrSecureConnWanted) {
			return nc, err
		}
		if waiting != nil {
			waiting(err)
			waiting = nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(heartbeat / 8):
		}
	}
}

// reportDenied ignores the errors of a lost connection, which are handled elsewhere,
// and passes on those that somebody has to fix.
func (e *Endpoint) reportDenied(_ *nats.Conn, _ *nats.Subscription, err error) {
	if e.Denied != nil && errors.Is(err, nats.ErrPermissionViolation) {
		e.Denied(err)
	}
}

func (e *Endpoint) options(name string) ([]nats.Option, error) {
	local, err := e.isLocal()
	if err != nil {
		return nil, err
	}
	opts := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(heartbeat / 8), nats.ReconnectJitter(heartbeat/8, heartbeat/8),
		nats.PingInterval(serverTimeout), nats.MaxPingsOutstanding(2), nats.Timeout(serverTimeout), nats.ErrorHandler(e.reportDenied),
	}
	if e.Credentials != "" {
		if _, err := os.Stat(e.Credentials); err != nil {
			return nil, fmt.Errorf("credentials: %w", err)
		}
		opts = append(opts, nats.UserCredentials(e.Credentials))
	}
	switch {
	case e.Token != "":
		opts = append(opts, nats.Token(e.Token))
	case e.FindToken != nil: // the next coordinator may have another one
		opts = append(opts, nats.TokenHandler(e.FindToken), nats.IgnoreAuthErrorAbort())
	}
	config, err := e.TLS(false)
	switch {
	case err != nil:
		return nil, err
	case config != nil:
		return append(opts, nats.Secure(config)), nil
	case !local && !e.Insecure:
		return append(opts, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12})), nil
	}
	return opts, nil
}

// TLS returns the configuration of a server or a client, read from its files; nil if
// there are none. A server with a CA requires client certificates signed by it.
func (e *Endpoint) TLS(server bool) (*tls.Config, error) {
	if e.Cert == "" && e.Key == "" && e.CA == "" {
		return nil, nil
	}
	if (e.Cert == "") != (e.Key == "") || server && e.Cert == "" {
		return nil, errors.New("TLS: a certificate and its key go together")
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if e.Cert != "" {
		pair, err := tls.LoadX509KeyPair(e.Cert, e.Key)
		if err != nil {
			return nil, fmt.Errorf("TLS: %s and %s: %w", e.Cert, e.Key, err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	if e.CA == "" {
		return config, nil
	}
	text, err := os.ReadFile(e.CA)
	if err != nil {
		return nil, fmt.Errorf("TLS: %w", err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("TLS: %s holds no certificate", e.CA)
	}
	if config.RootCAs = authorities; server {
		config.ClientCAs, config.ClientAuth = authorities, tls.RequireAndVerifyClientCert
	}
	return config, nil
}

// ServerDir is the folder in which the server of an address keeps its token and its
// store. It is the same one each time, so that workers on this machine find the
// token and a resumed run finds its earlier results.
type ServerDir struct {
	Path string
	lock *files.Lock
}

// ServerDirOf returns the folder for an address.
func ServerDirOf(host string, port int) (*ServerDir, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	if Loopback(host) {
		host = "loopback"
	}
	return &ServerDir{Path: filepath.Join(cache, "evolab", "cluster", fmt.Sprintf("%s-%d", cleanName(host), port))}, nil
}

// Lock makes the folder, and keeps other processes away from it.
func (d *ServerDir) Lock() error {
	if err := os.MkdirAll(d.Path, 0o700); err != nil {
		return err
	}
	var err error
	d.lock, err = files.TakeLock(filepath.Join(d.Path, "lock"))
	return err
}

// Store is where the server keeps its streams.
func (d *ServerDir) Store() string { return filepath.Join(d.Path, "store") }

// Release gives the folder up; clean removes what the server has stored.
func (d *ServerDir) Release(clean bool) error {
	var err error
	if clean {
		err = os.RemoveAll(d.Store())
	}
	return errors.Join(err, d.lock.Close())
}

func (d *ServerDir) tokenFile() string { return filepath.Join(d.Path, "token") }

// Token reads the token kept here; the error wraps fs.ErrNotExist if there is
// none.
func (d *ServerDir) Token() (string, error) { return ReadToken(d.tokenFile()) }

// EnsureToken returns the token kept here, and makes one if there is none.
func (d *ServerDir) EnsureToken() (string, error) {
	token, err := d.Token()
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	if token, err = NewToken(); err != nil {
		return "", err
	}
	return token, os.WriteFile(d.tokenFile(), []byte(token+"\n"), 0o600)
}

// SetToken replaces the token kept here.
func (d *ServerDir) SetToken(token string) error {
	if err := files.Remove(d.tokenFile()); err != nil {
		return err
	}
	return os.WriteFile(d.tokenFile(), []byte(token+"\n"), 0o600)
}

// ReadToken reads a token from a file, which no other user may read.
func ReadToken(path string) (string, error) {
	info, err := os.Stat(path)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		err = fmt.Errorf("others may read %s, mode %v (expected: chmod 600)", path, info.Mode().Perm())
	}
	if err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", fmt.Errorf("token: %s is empty", path)
	}
	return token, nil
}

// NewToken makes a token that cannot be guessed.
func NewToken() (string, error) {
	b := make([]byte, 24)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	return hex.EncodeToString(b), nil
}
