package artemis

import (
	"net"
	"syscall"
	"testing"
)

// The system asks each connection that is let in whether it is still there, often
// enough that one that died frees its place within a minute.
func TestConnectionsAreProbed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	probe(conn)
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	option := func(level, name int) (value int) {
		raw.Control(func(fd uintptr) { value, err = syscall.GetsockoptInt(int(fd), level, name) })
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	on := option(syscall.SOL_SOCKET, syscall.SO_KEEPALIVE)
	idle, every, count := option(syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE), option(syscall.IPPROTO_TCP, syscall.TCP_KEEPINTVL), option(syscall.IPPROTO_TCP, syscall.TCP_KEEPCNT)
	if on == 0 || idle+every*count > 60 {
		t.Errorf("asked is %d, after %d s, %d times, every %d s", on, idle, count, every)
	}
}
