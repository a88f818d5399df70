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
	"strings"
	"time"

	"evolab/internal/files"
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

// Place is the folder in which the server of an address keeps its token and its
// store. It is the same one each time, so that workers on this machine find the
// token and a resumed run finds its earlier results.
type Place struct {
	Dir  string
	lock *files.Lock
}

// PlaceOf is the place of an address.
func PlaceOf(host string, port int) (*Place, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	if Loopback(host) {
		host = "loopback"
	}
	return &Place{Dir: filepath.Join(cache, "evolab", "cluster", fmt.Sprintf("%s-%d", cleanName(host), port))}, nil
}

// Take makes the place, and keeps other processes away from it.
func (p *Place) Take() error {
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	var err error
	p.lock, err = files.TakeLock(filepath.Join(p.Dir, "lock"))
	return err
}

// Store is the folder of the server.
func (p *Place) Store() string { return filepath.Join(p.Dir, "store") }

// Leave gives the place up; clean removes what the server has stored.
func (p *Place) Leave(clean bool) error {
	var err error
	if clean {
		err = os.RemoveAll(p.Store())
	}
	return errors.Join(err, p.lock.Close())
}

func (p *Place) tokenFile() string { return filepath.Join(p.Dir, "token") }

// Token reads the token of the place; the error wraps fs.ErrNotExist if there is
// none.
func (p *Place) Token() (string, error) { return TokenIn(p.tokenFile()) }

// KeepToken returns the token of the place, and makes one if there is none.
func (p *Place) KeepToken() (string, error) {
	token, err := p.Token()
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	if token, err = NewToken(); err != nil {
		return "", err
	}
	return token, os.WriteFile(p.tokenFile(), []byte(token+"\n"), 0o600)
}

// PutToken writes the token that was given.
func (p *Place) PutToken(token string) error {
	if err := os.Remove(p.tokenFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(p.tokenFile(), []byte(token+"\n"), 0o600)
}

// TokenIn reads a file with a token, which nobody else may read.
func TokenIn(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("cluster: token: %w", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("cluster: token: others may read %s, mode %v (expected: chmod 600)", path, info.Mode().Perm())
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("cluster: token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", fmt.Errorf("cluster: token: %s is empty", path)
	}
	return token, nil
}

// NewToken makes a token that cannot be guessed.
func NewToken() (string, error) {
	b := make([]byte, 24)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("cluster: token: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// WorkerRights are the subjects that workers need: they take jobs, read objects,
// and give results, but can neither publish jobs nor change what is stored.
func WorkerRights() (publish, subscribe []string) {
	objects := "OBJ_" + ObjectBucket
	publish = []string{
		resultsPrefix + "*", "$KV." + WorkerBucket + ".*",
		"$JS.API.INFO",
		"$JS.API.CONSUMER.INFO." + JobsStream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + JobsStream + ".*", "$JS.ACK." + JobsStream + ".>",
		"$JS.API.STREAM.INFO." + objects, "$JS.API.DIRECT.GET." + objects, "$JS.API.DIRECT.GET." + objects + ".>", "$JS.API.STREAM.MSG.GET." + objects, "$JS.FC.>",
	}
	for _, stream := range []string{objects, "KV_" + LabBucket, "KV_" + WorkerBucket} {
		publish = append(publish, "$JS.API.CONSUMER.CREATE."+stream, "$JS.API.CONSUMER.CREATE."+stream+".>", "$JS.API.CONSUMER.DELETE."+stream+".>")
	}
	for _, bucket := range []string{LabBucket, WorkerBucket} {
		publish = append(publish, "$JS.API.STREAM.INFO.KV_"+bucket, "$JS.API.DIRECT.GET.KV_"+bucket+".>", "$JS.API.STREAM.MSG.GET.KV_"+bucket)
	}
	return publish, []string{"_INBOX.>", checkPrefix + "*"}
}
