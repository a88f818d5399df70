package artemis

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

func from(address string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address)) }

// Who has to make room when somebody comes: of eight places, four are for logins
// of one address. Small letters have said nothing, those with a dash have begun to log in,
// capitals wait for their opponent, and a star plays; the number is the address.
func TestAdmission(t *testing.T) {
	for _, c := range []struct {
		name   string
		inside []string
		comes  string
		out    string // one of these makes room, "" if nobody has to, and "-" if the newcomer is refused
	}{
		{"there is room", []string{"a1", "b1", "c1"}, "1", ""},
		{"an address logs in too often", []string{"a1", "b1", "A1", "c1", "d1"}, "1", "a1 b1 c1 d1"},
		{"who has begun to log in stays", []string{"a1-", "b1-", "c1", "d1-"}, "1", "c1"},
		{"unless all have", []string{"a1-", "b1-", "c1-", "d1-", "e2"}, "1", "a1- b1- c1- d1-"},
		{"others are not concerned", []string{"a1", "b1", "c1", "d1"}, "2", ""},
		{"full of logins", []string{"a2", "b1", "c1", "d1", "e3", "f4", "g5", "h6"}, "7", "b1 c1 d1"},
		{"full of games", []string{"a1*", "b1*", "c1*", "d1*", "e1*", "f1*", "g1*", "h1*"}, "1", "-"},
		{"full, one logs in", []string{"A1", "B1", "C1", "D1", "E1", "f2", "G1", "h1*"}, "1", "f2"},
		{"full of guests of one address", []string{"A2", "B1", "C1", "D1", "E1", "F1", "g1*", "h1*"}, "2", "B1 C1 D1 E1 F1"},
		{"full of guests of many addresses", []string{"A2", "B1", "C1", "D1", "E1", "F2", "G2", "H2"}, "2", "-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := &admission{maxConnections: 8, maxLogins: 4}
			permits := map[string]*permit{}
			for _, name := range c.inside {
				p := &permit{address: "10.0.0." + name[1:2], evict: make(chan struct{}), inside: true}
				switch {
				case name[0] < 'a':
					p.stage = waiting
				case name[len(name)-1] == '-':
					p.stage = speaking
				}
				a.admitted++
				if permits[name] = p; name[len(name)-1] != '*' {
					a.evictable = append(a.evictable, p)
				}
			}
			_, ok := a.admit(from("10.0.0." + c.comes + ":5"))
			var out []string
			for name, p := range permits {
				select {
				case <-p.evict:
					out = append(out, name)
				default:
				}
			}
			asked := c.out != "-" && c.out != ""
			if ok != (c.out != "-") || len(out) > 1 || asked != (len(out) == 1) || asked && !slices.Contains(strings.Fields(c.out), out[0]) {
				t.Errorf("let in: %v, out: %q", ok, out)
			}
			for _, p := range permits {
				a.release(p)
			}
			if left := map[bool]int{true: 1}[ok]; a.admitted != left || a.evicted != 0 || len(a.evictable) != left {
				t.Errorf("when all but the newcomer have left: %+v", a)
			}
		})
	}
}

// What one machine can have many of counts once.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"10.1.2.3:5": "10.1.2.3", "[::ffff:10.1.2.3]:5": "10.1.2.3", "[2001:db8:1:2:3:4:5:6]:5": "2001:db8:1:2::/64", "[::1]:5": "::/64",
	} {
		if got := addressOf(from(address)); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
}

// Who comes too often waits for a token; who leaves meanwhile takes none, and other
// addresses are not concerned.
func TestTokens(t *testing.T) {
	a := &admission{maxConnections: 1000, maxLogins: 500}
	in := func(p *permit) bool {
		select {
		case <-p.turn:
			return true
		default:
			return false
		}
	}
	var permits []*permit
	inside := 0
	for range 2 * maxTokens {
		p, ok := a.admit(from("10.0.0.1:5"))
		if !ok {
			t.Fatal("refused")
		}
		permits = append(permits, p)
		if in(p) {
			inside++
		}
	}
	if inside < maxTokens || inside > maxTokens+20 { // some tokens come meanwhile
		t.Errorf("%d are let in at once, want about %d", inside, maxTokens)
	}
	if p, ok := a.admit(from("10.0.0.2:5")); !ok || !in(p) {
		t.Error("another address has to wait")
	}
	for _, p := range permits[1:] {
		a.release(p)
	}
	last, _ := a.admit(from("10.0.0.1:5"))
	select {
	case <-last.turn:
	case <-time.After(10 * time.Second):
		t.Error("its turn does not come")
	}
	if a.queued != 0 || a.admitted != 3 {
		t.Errorf("%d wait, %d are inside", a.queued, a.admitted)
	}
}
