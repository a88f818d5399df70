package artemis

import (
	"net"
	"net/netip"
	"strings"
	"testing"
)

func from(address string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address)) }

// Of three places, one address gets two; a place that is free again goes to whoever comes next.
func TestPlaces(t *testing.T) {
	p := &places{limit: 3, addressLimit: 2, byAddress: map[string]int{}}
	for _, c := range []struct {
		comes, leaves string
		refused       string // how the error begins; "": there is room
	}{
		{comes: "a"},
		{comes: "a"},
		{comes: "a", refused: "others need the place: 2 connections come from a,"},
		{comes: "b"},
		{comes: "c", refused: "the server is full"},
		{leaves: "a"},
		{comes: "a"},
		{comes: "b", refused: "the server is full"},
	} {
		if c.leaves != "" {
			p.free(c.leaves)
			continue
		}
		if err := p.take(c.comes); (err == nil) != (c.refused == "") || err != nil && !strings.HasPrefix(err.Error(), c.refused) {
			t.Errorf("%+v: %v", c, err)
		}
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
