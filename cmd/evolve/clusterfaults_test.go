package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A worker that is stopped in the middle and continued later does not show in a run.
func TestStoppedWorkersDoNotShow(t *testing.T) {
	if !*long || runtime.GOOS == "windows" {
		t.Skip("the server waits for the stopped worker; -long waits, too")
	}
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	c := newCrowd(t, bin)
	c.hire(2)
	dir := t.TempDir()
	run := brieflyIn(t, bin, dir, "run", "brief.yaml", "--workers", "0", "--listen", c.listen())
	run.Env = c.env
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	for i := 0; len(ended) == 0; i++ {
		time.Sleep(300 * time.Millisecond)
		c.signal(i%2, "STOP")
		time.Sleep(3 * time.Second)
		c.signal(i%2, "CONT")
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	want.sameAs(t, filepath.Join(dir, "runs"))
}

func (c *crowd) signal(i int, name string) {
	c.t.Helper()
	if out, err := exec.Command("kill", "-"+name, strconv.Itoa(c.all[i].Process.Pid)).CombinedOutput(); err != nil {
		c.t.Fatalf("%v: %s", err, out)
	}
}

// fullWorker runs evolve worker where temporary files find a full disk.
const fullWorker = `mount -t tmpfs -o size=16k none "$1" && dd if=/dev/zero of="$1/full" bs=1k count=16 2>/dev/null
TMPDIR="$1" exec "$2" worker "$3" --workers 1 --allow-exec`

// A worker whose disk is full cannot run programs; the others play its games, too.
func TestWorkerWithAFullDisk(t *testing.T) {
	if !*long || runtime.GOOS != "linux" {
		t.Skip("small file systems are mounted with -long, on Linux alone")
	}
	bin := buildEvolve(t)
	c := newCrowd(t, bin)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "answer.txt"), []byte("PASS"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"match", "exec:dir=.,cmd=cp answer.txt output.txt", "random", "--games", "20", "--format", "json"}
	want := c.output(dir, append(args, "--workers", "1")...)
	full := exec.Command("unshare", "-m", "sh", "-c", fullWorker, "sh", t.TempDir(), bin, c.url)
	full.Env = c.env
	var said bytes.Buffer
	full.Stderr = &said
	if err := full.Start(); err != nil {
		t.Fatal(err)
	}
	c.all = append(c.all, full)
	well := c.command(t.TempDir(), "worker", c.url, "--workers", "1", "--allow-exec")
	if err := well.Start(); err != nil {
		t.Fatal(err)
	}
	c.all = append(c.all, well)
	got := c.output(dir, append(args, "--workers", "0", "--listen", c.listen())...)
	if !bytes.Equal(got, want) {
		t.Errorf("it prints\n%s\nwant\n%s\nthe full worker says\n%s", got, want, said.String())
	}
}

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
	list, err := c.command(dir, append([]string{"workers", c.url, "--format", "json"}, door...)...).Output()
	var first struct {
		Games int `json:"games"`
	}
	if line, _, _ := bytes.Cut(list, []byte("\n")); err != nil || json.Unmarshal(line, &first) != nil || first.Games == 0 || bytes.Count(list, []byte("\n")) != 2 {
		t.Errorf("workers: %v\n%s", err, list)
	}
	stranger := c.command(dir, "workers", c.url, "--tls-ca", dir+"/ca.pem")
	if out, err := stranger.CombinedOutput(); err == nil {
		t.Errorf("without a certificate it says\n%s", out)
	}
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

// threeHosts runs evolve $1 on three hosts, each a network namespace, and cuts both
// workers off for ten seconds once the run has some generations.
const threeHosts = `set -e
mount -t tmpfs none /run
ip link set lo up
for i in 2 3; do
  ip netns add host$i
  ip link add cable$i type veth peer name eth0 netns host$i
  ip addr add 10.9.$i.1/24 dev cable$i
  ip link set cable$i up
  ip -n host$i addr add 10.9.$i.2/24 dev eth0
  ip -n host$i link set eth0 up
  nsenter --net=/run/netns/host$i "$1" worker nats://10.9.$i.1:4222 --insecure --workers 1 &
  workers="$workers $!"
done
"$1" run brief.yaml --workers 0 --listen 0.0.0.0:4222 --insecure &
run=$!
until [ "$(cat runs/*/metrics.jsonl 2>/dev/null | wc -l)" -ge 5 ]; do sleep .02; done
ip link set cable2 down
ip link set cable3 down
sleep 10
cat runs/*/metrics.jsonl | wc -l
ip link set cable2 up
ip link set cable3 up
wait $run
kill $workers
`

// Workers that a network cuts off for a while do not show in a run.
func TestCutOffWorkersDoNotShow(t *testing.T) {
	if !*long || runtime.GOOS != "linux" {
		t.Skip("networks are made and cut with -long, on Linux alone")
	}
	bin := buildEvolve(t)
	want, dir := undisturbed(t, bin), t.TempDir()
	brieflyIn(t, bin, dir)
	cmd := exec.Command("unshare", "-nm", "sh", "-c", threeHosts, "sh", bin)
	cmd.Dir, cmd.Env = dir, append(newCrowd(t, bin).env, "EVOLAB_TOKEN=open sesame")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	want.sameAs(t, filepath.Join(dir, "runs"))
}
