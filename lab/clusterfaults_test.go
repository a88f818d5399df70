package lab

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
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
