package artemis

import (
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// guess tries passwords of a user from an address for a while, as fast as they are looked at,
// and returns how many were.
func (g guesses) guess(address string, user int, long time.Duration) (n int) {
	for until := time.Now().Add(long); ; n++ {
		time.Sleep(max(0, g.wait(address, user)))
		if !time.Now().Before(until) {
			return n
		}
		g.wrong(address, user)
	}
}

// A wrong password makes the next guess from there wait, also for another user; those who
// have logged in from where they are, and those elsewhere, are not held up by it.
func TestGuesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := guesses{}
		g.right("lab", 5)
		g.right("team", 7)
		if n := g.guess("lab", 7, 30*time.Second); n != 8 {
			t.Errorf("%d passwords in 30 s (expected: 8)", n)
		}
		g.wrong("lab", 7)
		for _, c := range []struct {
			what, address string
			user          int
			waits         bool
		}{
			{"the next user", "lab", 8, true},
			{"the team, beside the guesser", "lab", 7, true},
			{"the team, from where it is", "team", 7, false},
			{"the team, from elsewhere", "home", 7, false},
			{"who has logged in beside the guesser", "lab", 5, false},
		} {
			if wait := g.wait(c.address, c.user); wait > 0 != c.waits || wait > guessPause {
				t.Errorf("%s: waits %v", c.what, wait)
			}
		}
	})
}

// Addresses without end are not all remembered.
func TestGuessesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := guesses{}
		g.right("team", 7)
		for i := range 20_000 {
			g.wrong(fmt.Sprint(i), 1)
			time.Sleep(10 * time.Millisecond)
		}
		if _, ok := g[seat{"team", 7}]; len(g) > 2000 || !ok {
			t.Errorf("%d seats; the team's is remembered: %v", len(g), ok)
		}
	})
}

// A client that guesses on many connections at once gets few answers, and the team whose
// password it tries logs in at once, from another address.
func TestGuessingAtAnEvent(t *testing.T) {
	t.Parallel()
	b := serve(t, Settings{Clock: time.Minute, Event: newEvent(t, 1, 2), NoShow: time.Minute})
	login := func(from, password string) string {
		conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).Dial("tcp", b.address)
		if err != nil {
			t.Skip(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "1\n%s\n9\n", password)
		conn.SetReadDeadline(time.Now().Add(2 * time.Second))
		text, _ := io.ReadAll(conn)
		return string(text)
	}
	const right = "Error: user 1 meets user 2 now"
	if got := login("127.0.0.2", "4711"); !strings.Contains(got, right) {
		t.Fatalf("%q", got)
	}
	var guessers sync.WaitGroup
	var wrong atomic.Int64
	until := time.Now().Add(2 * time.Second)
	for range 8 {
		guessers.Go(func() {
			for time.Now().Before(until) {
				if strings.Contains(login("127.0.0.1", "1"), "Error: wrong username or password") {
					wrong.Add(1)
				}
			}
		})
	}
	for time.Now().Before(until) {
		if began := time.Now(); !strings.Contains(login("127.0.0.2", "4711"), right) || time.Since(began) > time.Second {
			t.Errorf("the team logs in after %v", time.Since(began))
		}
	}
	guessers.Wait()
	if n := wrong.Load(); n != 1 { // the next one after 4 s
		t.Errorf("%d passwords were tried (expected: 1)", n)
	}
	b.end()
}
