package lab

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A NATS server of somebody else, with a token, TLS and certificates of workers, does
// as well as the coordinator's own.
func TestExternalServer(t *testing.T) {
	if !*long {
		t.Skip("the server is compiled with -long")
	}
	dir := t.TempDir()
	nats := filepath.Join(dir, "nats-server")
	if out, err := exec.Command("go", "build", "-o", nats, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	certificates(t, dir)
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	c := newCrowd(t, bin)
	c.url = strings.Replace(c.url, "nats:", "tls:", 1)
	_, port, _ := strings.Cut(c.url, "127.0.0.1:")
	config := `listen: "127.0.0.1:` + port + `"
jetstream { store_dir: "` + dir + `/store" }
authorization { token: "open sesame" }
tls { cert_file: "` + dir + `/machine.pem", key_file: "` + dir + `/machine.key", ca_file: "` + dir + `/ca.pem", verify: true }
`
	if err := os.WriteFile(filepath.Join(dir, "nats.conf"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(nats, "-c", filepath.Join(dir, "nats.conf"))
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	c.all = append(c.all, server) // it ends with the workers
	door := []string{"--tls-ca", dir + "/ca.pem", "--tls-cert", dir + "/machine.pem", "--tls-key", dir + "/machine.key"}
	c.env = append(c.env, "EVOLAB_TOKEN=open sesame")
	for range 2 {
		w := c.command(dir, append([]string{"worker", c.url, "--workers", "1"}, door...)...)
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		c.all = append(c.all, w)
	}
	work := t.TempDir()
	run := brieflyIn(t, bin, work, append([]string{"run", "brief.yaml", "--workers", "0", "--cluster", c.url}, door...)...)
	run.Env = c.env
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want.sameAs(t, filepath.Join(work, "runs"))
	c.playedByTwo(dir, door)
	stranger := c.command(dir, "workers", c.url, "--tls-ca", dir+"/ca.pem")
	if out, err := stranger.CombinedOutput(); err == nil {
		t.Errorf("without a certificate it says\n%s", out)
	}
}

// playedByTwo waits until the list of workers, read through the door, shows two and
// their games: workers count now and then, and a short run may end before.
func (c *crowd) playedByTwo(dir string, door []string) {
	c.t.Helper()
	var list []byte
	for range 200 {
		list = c.output(dir, append([]string{"workers", c.url, "--format", "json"}, door...)...)
		workers, games := 0, 0
		for line := range bytes.Lines(list) {
			var w struct{ Games int }
			if err := json.Unmarshal(line, &w); err != nil {
				c.t.Fatalf("%v: %s", err, line)
			}
			workers, games = workers+1, games+w.Games
		}
		if workers == 2 && games > 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	c.t.Errorf("workers:\n%s", list)
}

// certificates makes an authority and the certificate of a machine, by openssl.
func certificates(t *testing.T, dir string) {
	t.Helper()
	script := `openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=lab -days 2
openssl req -newkey rsa:2048 -nodes -keyout machine.key -out machine.csr -subj /CN=machine
printf 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' > ext
openssl x509 -req -in machine.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out machine.pem -days 2 -extfile ext`
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
