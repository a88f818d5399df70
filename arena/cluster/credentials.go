package cluster

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"evolab/internal/files"
)

// Credentials are the key pair of a worker, an nkey of NATS. The public key is who it is;
// the secret one signs its connection and its reports.
type Credentials struct {
	pair nkeys.KeyPair
	// Key is the public key.
	Key  string
	file string // with a JWT for the server, "" if there is none
}

// NewCredentials makes a key pair for one process.
func NewCredentials() (*Credentials, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, fmt.Errorf("cluster: key: %w", err)
	}
	return newCredentials(pair)
}

func newCredentials(pair nkeys.KeyPair) (*Credentials, error) {
	public, err := pair.PublicKey()
	if err == nil && !isKey(public) {
		err = errors.New("no key of a user")
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: key: %w", err)
	}
	return &Credentials{pair: pair, Key: public}, nil
}

// ReadCredentials reads a file with the seed of an nkey, or a credentials file of NATS. No
// other user may read it. The error wraps fs.ErrNotExist if there is none.
func ReadCredentials(path string) (*Credentials, error) {
	text, err := readPrivate(path)
	if err != nil {
		return nil, fmt.Errorf("cluster: credentials: %w", err)
	}
	pair, err := nkeys.ParseDecoratedUserNKey(text)
	if err != nil {
		return nil, fmt.Errorf("cluster: credentials: %s: %w (expected: the seed of an nkey, SU..., or a credentials file of NATS)", path, err)
	}
	c, err := newCredentials(pair)
	if err == nil && strings.Contains(string(text), "BEGIN NATS USER JWT") {
		c.file = path
	}
	return c, err
}

// OwnCredentials are those of this user on this machine. They are made the first time.
func OwnCredentials() (*Credentials, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, fmt.Errorf("cluster: credentials: %w", err)
	}
	path := filepath.Join(dir, "evolab", "worker.nk")
	c, err := ReadCredentials(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	if c, err = NewCredentials(); err != nil {
		return nil, err
	}
	seed, err := c.pair.Seed()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = files.CreatePrivate(path, append(seed, '\n'))
	}
	if errors.Is(err, fs.ErrExist) { // another process was first
		return ReadCredentials(path)
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: credentials: %w", err)
	}
	return c, nil
}

// Options sign the connection, and keep the answers to it apart from those to others.
func (c *Credentials) Options() []nats.Option {
	prefix := nats.CustomInboxPrefix(strings.TrimSuffix(inboxPrefix+c.Key, "."))
	if c.file != "" {
		return []nats.Option{prefix, nats.UserCredentials(c.file)}
	}
	return []nats.Option{prefix, nats.Nkey(c.Key, c.pair.Sign)}
}

// isKey reports whether a text is the public key of a user.
func isKey(text string) bool { return nkeys.IsValidPublicUserKey(text) }

// seal signs a report for a subject.
func (c *Credentials) seal(subject string, report []byte) (*nats.Msg, error) {
	signature, err := c.pair.Sign(signed(subject, report))
	if err != nil {
		return nil, fmt.Errorf("cluster: key: %w", err)
	}
	return &nats.Msg{Subject: subject, Data: report, Header: nats.Header{signatureHeader: []string{base64.RawURLEncoding.EncodeToString(signature)}}}, nil
}

const signatureHeader = "Evolab-Signature"

func signed(subject string, report []byte) []byte { return append([]byte(subject+"\x00"), report...) }

// checkSeal fails unless the worker of a report's subject has signed it, whoever published
// it: a server that all workers reach with one token knows no keys.
func checkSeal(subject string, key string, header nats.Header, report []byte) error {
	pair, err := nkeys.FromPublicKey(key)
	signature, malformed := base64.RawURLEncoding.DecodeString(header.Get(signatureHeader))
	if err = errors.Join(err, malformed); err == nil {
		err = pair.Verify(signed(subject, report), signature)
	}
	if err != nil {
		return fmt.Errorf("cluster: report: signature of %s: %w", ShortKey(key), err)
	}
	return nil
}

// ParseKeys reads public keys, one a line; a line may go on with a name, and # begins a
// comment.
func ParseKeys(text string) (map[string]string, error) {
	keys := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if !isKey(fields[0]) {
			return nil, fmt.Errorf("cluster: line %d: %.80q is no public key (expected: U and 55 more letters and digits, as evolve worker prints it)", i+1, fields[0])
		}
		keys[fields[0]] = strings.Join(fields[1:], " ")
	}
	return keys, nil
}
