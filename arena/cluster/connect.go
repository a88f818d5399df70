package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Door is how a server is reached.
type Door struct {
	URL           string // several are separated by commas
	Token         string
	Find          func() string // looks for a token if there is none; may be nil
	Cert, Key, CA string        // files; see TLS
	Insecure      bool          // without TLS, even over a network
	Warn          func(error)   // hears of rights that the server denies; may be nil
}

// ErrToken is the error when the server rejects the token.
var ErrToken = errors.New("the server does not accept the token")

// ErrOpen is the error when a server on a network would be used without TLS.
var ErrOpen = errors.New("tokens and games would cross the network unprotected")

// Loopback reports whether an address can only be reached from this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// local reports whether all servers of a door are on this machine; it fails on an
// invalid URL.
func (d *Door) local() (bool, error) {
	all := true
	for _, text := range strings.Split(d.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" {
			return false, fmt.Errorf("cluster: %q is no server (expected: nats://HOST:PORT or tls://HOST:PORT)", text)
		}
		all = all && Loopback(u.Hostname())
	}
	return all, nil
}

// Check fails if the door cannot be used, whatever the server. It does not connect.
func (d *Door) Check() error {
	_, err := d.options("")
	return err
}

// Connect connects to a server that is running.
func (d *Door) Connect(name string, more ...nats.Option) (*nats.Conn, error) {
	opts, err := d.options(name)
	if err != nil {
		return nil, err
	}
	nc, err := nats.Connect(d.URL, append(opts, more...)...)
	if errors.Is(err, nats.ErrAuthorization) {
		err = ErrToken
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: %s: %w", d.URL, err)
	}
	return nc, nil
}

// Await connects as soon as the server is running.
func (d *Door) Await(ctx context.Context, name string, waiting func(error), more ...nats.Option) (*nats.Conn, error) {
	for {
		nc, err := d.Connect(name, more...)
		var unknown *tls.CertificateVerificationError
		unfound := errors.Is(err, ErrToken) && d.Token == "" && d.Find != nil && d.Find() == ""
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
		case <-time.After(heard / 8):
		}
	}
}

// passing ignores the errors of a lost connection, which are handled elsewhere, and
// passes on those that somebody has to fix.
func (d *Door) passing(_ *nats.Conn, _ *nats.Subscription, err error) {
	if d.Warn != nil && errors.Is(err, nats.ErrPermissionViolation) {
		d.Warn(err)
	}
}

func (d *Door) options(name string) ([]nats.Option, error) {
	local, err := d.local()
	if err != nil {
		return nil, err
	}
	opts := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(heard / 8), nats.ReconnectJitter(heard/8, heard/8),
		nats.PingInterval(answer), nats.MaxPingsOutstanding(2), nats.Timeout(answer), nats.ErrorHandler(d.passing),
	}
	switch {
	case d.Token != "":
		opts = append(opts, nats.Token(d.Token))
	case d.Find != nil: // the next coordinator may have another one
		opts = append(opts, nats.TokenHandler(d.Find), nats.IgnoreAuthErrorAbort())
	}
	config, err := d.TLS(false)
	switch {
	case err != nil:
		return nil, err
	case config != nil:
		return append(opts, nats.Secure(config)), nil
	case !local && !d.Insecure:
		return append(opts, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12})), nil
	}
	return opts, nil
}

// TLS is the configuration of a server or a client, read from its files; nil if there
// are none. A server with a CA requires client certificates signed by it.
func (d *Door) TLS(server bool) (*tls.Config, error) {
	if d.Cert == "" && d.Key == "" && d.CA == "" {
		return nil, nil
	}
	if (d.Cert == "") != (d.Key == "") || server && d.Cert == "" {
		return nil, errors.New("cluster: TLS: a certificate and its key go together")
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if d.Cert != "" {
		pair, err := tls.LoadX509KeyPair(d.Cert, d.Key)
		if err != nil {
			return nil, fmt.Errorf("cluster: TLS: %s and %s: %w", d.Cert, d.Key, err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	if d.CA == "" {
		return config, nil
	}
	text, err := os.ReadFile(d.CA)
	if err != nil {
		return nil, fmt.Errorf("cluster: TLS: %w", err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("cluster: TLS: %s holds no certificate", d.CA)
	}
	if config.RootCAs = authorities; server {
		config.ClientCAs, config.ClientAuth = authorities, tls.RequireAndVerifyClientCert
	}
	return config, nil
}
