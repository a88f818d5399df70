package cage

import (
	"net"

	"golang.org/x/sys/unix"
)

// Listen opens a port on the program's loopback: of its own network, where there is
// nothing else, or of the machine's.
func (b *Box) Listen() (door *net.TCPListener, err error) {
	err = b.thread.do(func() error {
		at := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}
		if b.options.Spaces && !b.options.View.Net {
			at.Port = 4705 // the usual one of Artemis servers, which some clients have built in
			if err := loopback(); err != nil {
				return err
			}
		}
		door, err = net.ListenTCP("tcp4", &at)
		return err
	})
	return door, err
}

// loopback brings up the loopback of the thread's network.
func loopback() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo)
}
