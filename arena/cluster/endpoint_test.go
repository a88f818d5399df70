package cluster_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/arena/cluster/server"
)

// authority signs certificates.
type authority struct {
	t    *testing.T
	dir  string
	name string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	a := &authority{t: t, dir: t.TempDir(), name: name}
	template := &x509.Certificate{Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	a.cert, a.key = a.sign(template, template, nil)
	return a
}

// sign makes a certificate and writes it, and its key, to files of the name.
func (a *authority) sign(template, parent *x509.Certificate, by *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	if by == nil {
		by = key
	}
	template.SerialNumber, template.NotBefore, template.NotAfter = big.NewInt(time.Now().UnixNano()), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by)
	if err != nil {
		a.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	name := template.Subject.CommonName
	a.write(name+".pem", &pem.Block{Type: "CERTIFICATE", Bytes: der})
	a.write(name+".key", &pem.Block{Type: "EC PRIVATE KEY", Bytes: secret})
	return cert, key
}

func (a *authority) write(name string, block *pem.Block) {
	a.t.Helper()
	if err := os.WriteFile(a.file(name), pem.EncodeToMemory(block), 0o600); err != nil {
		a.t.Fatal(err)
	}
}

func (a *authority) file(name string) string { return filepath.Join(a.dir, name) }

// certify makes NAME.pem and NAME.key for a machine or a worker.
func (a *authority) certify(name string) {
	a.sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, a.cert, a.key)
}

// secured runs a server with TLS; mutual asks workers for certificates.
func secured(t *testing.T, a *authority, mutual bool) *server.Server {
	t.Helper()
	endpoint := cluster.Endpoint{Cert: a.file("server.pem"), Key: a.file("server.key")}
	if mutual {
		endpoint.CA = a.file(a.name + ".pem")
	}
	config, err := endpoint.TLS(true)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.Start(server.Options{Host: "127.0.0.1", Store: t.TempDir(), Token: token, TLS: config})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Who gets in through TLS, and who does not.
func TestTLS(t *testing.T) {
	ours, theirs := newAuthority(t, "ours"), newAuthority(t, "theirs")
	ours.certify("server")
	ours.certify("worker")
	theirs.certify("worker")
	ca := ours.file("ours.pem")
	for _, c := range []struct {
		name     string
		mutual   bool
		endpoint cluster.Endpoint
		in       bool
	}{
		{"the authority is known", false, cluster.Endpoint{CA: ca}, true},
		{"another authority", false, cluster.Endpoint{CA: theirs.file("theirs.pem")}, false},
		{"none: that of the system", false, cluster.Endpoint{}, false},
		{"the wrong token", false, cluster.Endpoint{CA: ca, Token: "wrong"}, false},
		{"a certificate", true, cluster.Endpoint{CA: ca, Cert: ours.file("worker.pem"), Key: ours.file("worker.key")}, true},
		{"no certificate", true, cluster.Endpoint{CA: ca}, false},
		{"a certificate of another authority", true, cluster.Endpoint{CA: ca, Cert: theirs.file("worker.pem"), Key: theirs.file("worker.key")}, false},
	} {
		s := secured(t, ours, c.mutual)
		if c.endpoint.URL = s.URL(); c.endpoint.Token == "" {
			c.endpoint.Token = token
		}
		nc, err := c.endpoint.Connect("x")
		if nc != nil {
			nc.Close()
		}
		if (err == nil) != c.in {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	// A client that trusts nothing must not send its token.
	s := secured(t, ours, false)
	_, err := (&cluster.Endpoint{URL: s.URL(), Token: token}).Connect("x")
	var unknown *tls.CertificateVerificationError
	if !errors.As(err, &unknown) {
		t.Error(err)
	}
}

// Games over mutual TLS are the same.
func TestGamesOverMutualTLS(t *testing.T) {
	a := newAuthority(t, "lab")
	a.certify("server")
	a.certify("worker")
	s := secured(t, a, true)
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	nc, err := (&cluster.Endpoint{URL: s.URL(), Token: token, CA: a.file("lab.pem"), Cert: a.file("worker.pem"), Key: a.file("worker.key")}).Connect("ann")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	go func() {
		w := cluster.Worker{Name: "ann", Cores: 1, Identity: identity(), Games: agent.Games()}
		_ = w.Serve(t.Context(), nc) // it ends with the test
	}()
	r, jobs := match(t, 20, "random", "greedy")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
		t.Errorf("other records: %v", err)
	}
}
