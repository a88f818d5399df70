package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"
	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"evolab/experiments/run"
	"evolab/internal/longtest"
)

// crowd is some worker processes, which are killed and replaced.
type crowd struct {
	t    *testing.T
	bin  string
	env  []string
	url  string
	all  []*exec.Cmd
	exec bool // they run programs
}

// newCrowd finds an address for a coordinator, and a home for its token.
func newCrowd(t *testing.T, bin string) *crowd {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	home := t.TempDir()
	c := &crowd{t: t, bin: bin, url: "nats://" + l.Addr().String(), env: append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home)}
	t.Cleanup(func() {
		for i := range c.all {
			c.kill(i)
		}
	})
	return c
}

func (c *crowd) listen() string { return c.url[len("nats://"):] }

func (c *crowd) command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(c.bin, args...)
	cmd.Dir, cmd.Env = dir, c.env
	return cmd
}

func (c *crowd) start() *exec.Cmd {
	c.t.Helper()
	cmd := c.command(c.t.TempDir(), "worker", c.url, "--workers", "1")
	if c.exec {
		cmd.Args = append(cmd.Args, "--allow-exec")
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	return cmd
}

func (c *crowd) hire(n int) {
	for range n {
		c.all = append(c.all, c.start())
	}
}

// kill kills a worker, by kill -9.
func (c *crowd) kill(i int) {
	_ = c.all[i].Process.Kill() // it may have ended
	_ = c.all[i].Wait()
}

// post is a NATS server, which no coordinator takes along when it dies, and somebody
// who reads along.
type post struct {
	url, token string
	nc         *nats.Conn

	mu       sync.Mutex
	finished map[string]bool // games with a result
	before   map[string]bool // those that had one when the coordinator began
	again    int             // of these, how many were published
}

func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{token: "open sesame", finished: map[string]bool{}, before: map[string]bool{}}
	s, err := natsserver.NewServer(&natsserver.Options{
		Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), Authorization: p.token, NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	p.url = s.ClientURL()
	if p.nc, err = nats.Connect(p.url, nats.Token(p.token)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.nc.Close)
	if _, err := p.nc.Subscribe("evolab.>", p.read); err != nil {
		t.Fatal(err)
	}
	return p
}

// read enters the games of a job or a result.
func (p *post) read(m *nats.Msg) {
	var batch []any
	if cbor.Unmarshal(m.Data, &batch) != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range keysOf(batch) {
		switch {
		case strings.HasPrefix(m.Subject, "evolab.results."):
			p.finished[k] = true
		case strings.HasPrefix(m.Subject, "evolab.jobs.") && p.before[k]:
			p.again++
		}
	}
}

// keysOf are those of the games in a message: its only list of lists, each with the
// key first.
func keysOf(message []any) (keys []string) {
	for _, field := range message {
		games, _ := field.([]any)
		for _, g := range games {
			if game, ok := g.([]any); ok && len(game) > 0 {
				keys = append(keys, string(game[0].([]byte)))
			}
		}
	}
	return keys
}

// nextLife notes what is finished before the next coordinator begins.
func (p *post) nextLife() {
	_ = p.nc.Flush()
	p.mu.Lock()
	defer p.mu.Unlock()
	for k := range p.finished {
		p.before[k] = true
	}
}

// overCluster are commands that play over a cluster what they play alone.
func overCluster() []clustered {
	return []clustered{
		{args: []string{"match", "hand:depth=1", "greedy", "--games", "20", "--seed", "3", "--format", "json", "--games-out", "games.jsonl"}, files: []string{"games.jsonl"}},
		{slow: true, args: []string{"tournament", "twelve.yaml", "games=20"}, files: []string{"tournaments/*/games.jsonl", "tournaments/*/table.json"}},
		{slow: true, args: []string{"grade", "frozen:depth=1", "--rubric", "usc-2021", "--format", "json"}},
		{slow: true, exec: true, args: []string{"grade", "class", "--rubric", "usc-2023-submit", "--games", "2", "--out", "results", "--require-confinement", "none"}, files: []string{"results/gradebook.csv"}},
		{slow: true, exec: true, args: []string{"tournament", "--class", "class", "--rubric", "usc-2023", "--format", "json", "--require-confinement", "none"}, files: []string{"tournaments/*/games.jsonl", "tournaments/*/table.json"}},
		{slow: true, args: []string{"ablate", "hand:depth=1", "--games", "20"}},
		{slow: true, args: []string{"sweep", "sigma.yaml"}, files: []string{"runs/*/metrics.jsonl", "runs/*/champion.json"}},
	}
}

type clustered struct {
	slow  bool
	exec  bool // workers run programs
	args  []string
	files []string // patterns
}

const sigma = `name: sigma
generations: 3
player: {depth: 1}
fitness: {pairs: 6, rounds: 2}
ga: {population: 12, elites: 3, tournament: 2}
validation: {every: 3, games: 40, candidates: 3, candidate_games: 100}
test: {games: 100}
sweep: {grid: ["ga.sigma=.2|.4"], seeds: 1}
`

// Each command prints and keeps over a cluster what it prints and keeps alone.
func TestCommandsOverACluster(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	for _, c := range overCluster() {
		if c.slow && !longtest.Enabled() {
			continue
		}
		t.Run(strings.Join(c.args[:2], " "), func(t *testing.T) {
			alone, many := t.TempDir(), t.TempDir()
			crowd := newCrowd(t, bin)
			crowd.exec = c.exec
			crowd.hire(2)
			want := crowd.output(alone, append(c.args, "--workers", "1")...)
			got := crowd.output(many, append(c.args, "--workers", "0", "--listen", crowd.listen())...)
			if !bytes.Equal(cpuColumn.ReplaceAll(got, []byte(" ")), cpuColumn.ReplaceAll(want, []byte(" "))) {
				t.Errorf("%q prints\n%s\nwant\n%s", c.args, got, want)
			}
			for _, pattern := range c.files {
				if a, b := contents(t, alone, pattern), contents(t, many, pattern); !slices.Equal(a, b) {
					t.Errorf("%q: %s differs:\n%q\nwant\n%q", c.args, pattern, b, a)
				}
			}
		})
	}
}

// cpuColumn is the part of a table that differs: nobody counts the time of other machines.
var cpuColumn = regexp.MustCompile(` +(CPU|-|[0-9.]+ s) +`)

// contents are the files of a pattern, in the order of what they hold: their folders
// bear the time.
func contents(t *testing.T, dir, pattern string) (list []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(timeless(data)))
	}
	slices.Sort(list)
	return list
}

// output is what a command prints, but for times.
func (c *crowd) output(dir string, args ...string) []byte {
	c.t.Helper()
	for name, text := range map[string]string{
		"twelve.yaml": twelve, "sigma.yaml": sigma,
		"class/ann/my_player3.py": "open('output.txt', 'w').write(open('move').read())", "class/ann/sub/move": "2,2", "class/bob.py": "raise SystemExit(3)", "class/cyd/my_player3.py": "open('output.txt', 'w').write('2,2')", "class/broken.py": "def f(:",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			c.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			c.t.Fatal(err)
		}
	}
	if err := os.Symlink("sub/move", filepath.Join(dir, "class", "ann", "move")); err != nil && !errors.Is(err, os.ErrExist) {
		c.t.Fatal(err)
	}
	out, err := c.command(dir, args...).Output()
	if err != nil {
		var said []byte
		if failed, ok := err.(*exec.ExitError); ok {
			said = failed.Stderr
		}
		c.t.Fatalf("%q: %v\n%s", args, err, said)
	}
	return timeless(out)
}

// times are CPU times, the names of folders, which bear the time, and the warning
// that machines differ in speed.
var times = regexp.MustCompile(`,"(time limits on several machines|games of programs or by the clock rest)[^"]*"|"(time limits on several machines|games of programs or by the clock rest)[^"]*",?|,"by":"[^"]*"|"([a-z_]*cpu|longest_cpu)":(\[[^]]*\]|[0-9.e-]+)|[0-9.]+ s of CPU|[0-9]{8}-[0-9]{6}`)

func timeless(text []byte) []byte { return times.ReplaceAll(text, nil) }

// A NATS server of somebody else, with a token, TLS and certificates of workers, does
// as well as the coordinator's own.
func TestExternalServer(t *testing.T) {
	if !longtest.Enabled() {
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
	tls := []string{"--tls-ca", dir + "/ca.pem", "--tls-cert", dir + "/machine.pem", "--tls-key", dir + "/machine.key"}
	c.env = append(c.env, "EVOLAB_TOKEN=open sesame")
	for range 2 {
		w := c.command(dir, append([]string{"worker", c.url, "--workers", "1"}, tls...)...)
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		c.all = append(c.all, w)
	}
	work := t.TempDir()
	run := brieflyIn(t, bin, work, append([]string{"run", "brief.yaml", "--workers", "0", "--cluster", c.url}, tls...)...)
	run.Env = c.env
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want.sameAs(t, filepath.Join(work, "runs"))
	c.playedByTwo(dir, tls)
	stranger := c.command(dir, "workers", c.url, "--tls-ca", dir+"/ca.pem")
	if out, err := stranger.CombinedOutput(); err == nil {
		t.Errorf("without a certificate it says\n%s", out)
	}
}

// playedByTwo waits until the list of workers, read over TLS, shows two and
// their games: workers count now and then, and a short run may end before.
func (c *crowd) playedByTwo(dir string, tls []string) {
	c.t.Helper()
	var list []byte
	for range 200 {
		list = c.output(dir, append([]string{"workers", c.url, "--format", "json"}, tls...)...)
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

// A worker that is stopped in the middle and continued later does not show in a run.
func TestStoppedWorkersDoNotShow(t *testing.T) {
	if !longtest.Enabled() || runtime.GOOS == "windows" {
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
	if !longtest.Enabled() || runtime.GOOS != "linux" {
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
trap 'kill $workers' EXIT
until [ "$(cat runs/*/metrics.jsonl 2>/dev/null | wc -l)" -ge 5 ]; do kill -0 $run; sleep .02; done
ip link set cable2 down
ip link set cable3 down
sleep 10
cat runs/*/metrics.jsonl | wc -l
ip link set cable2 up
ip link set cable3 up
wait $run
`

// Workers that a network cuts off for a while do not show in a run.
func TestCutOffWorkersDoNotShow(t *testing.T) {
	if !longtest.Enabled() || runtime.GOOS != "linux" {
		t.Skip("networks are made and cut with -long, on Linux alone")
	}
	bin := buildEvolve(t)
	want, dir := undisturbed(t, bin), t.TempDir()
	brieflyIn(t, bin, dir)
	cmd := exec.Command("unshare", "-nm", "sh", "-c", threeHosts, "sh", bin)
	cmd.Dir, cmd.Env = dir, append(newCrowd(t, bin).env, "EVOLAB_TOKEN=open sesame open sesame")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	want.sameAs(t, filepath.Join(dir, "runs"))
}

// A run ends in the same bytes with any number of worker processes, also if these
// are killed again and again.
func TestWorkersDoNotShowInARun(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	if !longtest.Enabled() {
		killWorkers(t, bin, 2, 1, undisturbed(t, bin), "run", "brief.yaml")
		return
	}
	for _, args := range [][]string{
		{"run", "$EXPERIMENTS/quick.yaml"},
		{"run", "$EXPERIMENTS/ga.yaml", "generations=4", "validation.games=400", "validation.candidate_games=400", "test.games=400"},
	} {
		dir := t.TempDir()
		if out, err := briefly(t, bin, dir, append(args, "--workers", "1")...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		want := &aRun{files: recordOf(t, filepath.Join(dir, "runs"))}
		for _, workers := range []int{1, 2, 4} {
			killWorkers(t, bin, workers, 20, want, args...)
		}
	}
}

// killWorkers runs a command with some workers, kills them, each replaced by another,
// and compares the run with one that nothing disturbs.
func killWorkers(t *testing.T, bin string, workers, kills int, want *aRun, args ...string) {
	t.Helper()
	dir := t.TempDir()
	c := newCrowd(t, bin)
	c.hire(workers)
	coordinator := briefly(t, bin, dir, append(args, "--workers", "0", "--listen", c.listen())...)
	coordinator.Env = c.env
	var said bytes.Buffer
	coordinator.Stdout, coordinator.Stderr = &said, &said
	if err := coordinator.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- coordinator.Wait() }()
	killed := 0
	for ; killed < kills && len(ended) == 0; killed++ {
		time.Sleep(time.Duration(100+rand.IntN(300)) * time.Millisecond)
		i := rand.IntN(workers)
		c.kill(i)
		c.all[i] = c.start()
	}
	if err := <-ended; err != nil {
		t.Fatalf("%q, %d workers: %v\n%s", args, workers, err, said.String())
	}
	t.Logf("%q: %d workers, %d kills", args, workers, killed)
	if longtest.Enabled() && killed < kills {
		t.Errorf("it has ended after %d kills of %d", killed, kills)
	}
	want.sameAs(t, filepath.Join(dir, "runs"))
	if timing := contents(t, dir, filepath.Join("runs", "*", run.TimingFile)); !strings.Contains(timing[0], `"workers":0,"players":{"`) {
		t.Errorf("it does not say that the workers played, and this machine did not:\n%s", timing[0])
	}
}

// briefly is evolve in a folder with the brief experiment; $EXPERIMENTS is the
// folder of the others.
func briefly(t *testing.T, bin, dir string, args ...string) *exec.Cmd {
	t.Helper()
	experiments, err := filepath.Abs("../experiments")
	if err != nil {
		t.Fatal(err)
	}
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$EXPERIMENTS", experiments)
	}
	return brieflyIn(t, bin, dir, args...)
}

// A coordinator that is killed again and again, and resumed each time, ends in the
// same bytes, and publishes no finished game again.
func TestKilledCoordinatorsEndAlike(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("seconds of both cores, as for workers that are killed; run with -long")
	}
	t.Parallel()
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	post := newPost(t)
	c := newCrowd(t, bin)
	c.url, c.env = post.url, append(c.env, "EVOLAB_TOKEN="+post.token)
	c.hire(2)
	dir := t.TempDir()
	k := newKiller(t, dir, 100*time.Millisecond)
	goOn := func() *exec.Cmd {
		args := []string{"run", "brief.yaml"}
		if begun, _ := filepath.Glob(filepath.Join(dir, "runs", "*", "config.yaml")); len(begun) > 0 {
			args = []string{"resume", "last"}
		}
		cmd := brieflyIn(t, bin, dir, append(args, "--workers", "0", "--cluster", c.url)...)
		cmd.Env = c.env
		post.nextLife()
		return cmd
	}
	const kills = 10
	for range kills {
		k.kill(goOn(), k.rand.IntN(2*briefGenerations/kills))
	}
	if out, err := goOn().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want.sameAs(t, filepath.Join(dir, "runs"))
	post.nextLife()
	t.Logf("%d kills before the end, %d games of %d finished ones published again", k.kills, post.again, len(post.before))
	if post.again > 0 {
		t.Errorf("%d finished games were published again", post.again)
	}
}
