// Attacks by sockets.
#include "attack.h"
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static int unix_connect(const char *path, int abstract) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  strncpy(a.sun_path + abstract, path, sizeof a.sun_path - 2);
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (s < 0) return -1;
  return connect(s, (void *)&a, offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path) + !abstract);
}
static void abstract_socket(void) { const char *n = getenv("ABSTRACT"); refused(n ? unix_connect(n, 1) : 0); }
static void path_socket(void) {
  refused(unix_connect(place("socket"), 0));
  refused(unix_connect("/run/docker.sock", 0));
  refused(unix_connect("/run/dbus/system_bus_socket", 0));
}

static struct sockaddr_in here(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(atoi(getenv("PORT") ? getenv("PORT") : "1"))};
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}
static void tcp(void) {
  struct sockaddr_in a = here();
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s >= 0) refused(connect(s, (void *)&a, sizeof a));
}
static void udp(void) {
  struct sockaddr_in a = here();
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  if (s >= 0) refused(sendto(s, "x", 1, 0, (void *)&a, sizeof a));
}
static void raw(void) {
  refused(socket(AF_PACKET, SOCK_RAW, 0));
  refused(socket(AF_NETLINK, SOCK_RAW, 0));
  refused(syscall(SYS_socket, 0x100000000UL | AF_NETLINK, SOCK_RAW, 0));
  refused(socket(AF_INET, SOCK_RAW, 1));
  refused(socket(40 /* AF_VSOCK */, SOCK_STREAM, 0));
  refused(socket(38 /* AF_ALG */, SOCK_SEQPACKET, 0));
}

// Files in flight between sockets belong to no process: thousands of them, each
// with a deleted file of a megabyte.
static void in_flight(void) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)) return;
  fcntl(pair[0], F_SETFL, O_NONBLOCK);
  static char block[1 << 20];
  for (int i = 0; i < 4000; i++) {
    int f = open("flying", O_RDWR | O_CREAT, 0600);
    unlink("flying");
    if (f < 0 || write(f, block, sizeof block) < (ssize_t)sizeof block) return;
    char control[CMSG_SPACE(sizeof f)] = {0}, byte = 0;
    struct iovec v = {&byte, 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET; c->cmsg_type = SCM_RIGHTS; c->cmsg_len = CMSG_LEN(sizeof f);
    memcpy(CMSG_DATA(c), &f, sizeof f);
    int sent = sendmsg(pair[0], &m, 0);
    close(f);
    if (sent < 0 && socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)) return;
  }
  broken("4 GB of deleted files are in flight");
}

// Each protocol is a large part of the kernel, and asking for one can load it.
static void protocols(void) {
  const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_RDM, SOCK_SEQPACKET, 6 /* DCCP */, 10};
  const int known[] = {33 /* DCCP */, 115 /* L2TP */, 132 /* SCTP */, 136 /* UDP-Lite */, 256 /* SMC */, 262 /* MPTCP */, IPPROTO_ICMP, 58 /* ICMPv6 */, IPPROTO_RAW};
  for (int family = AF_INET; family; family = family == AF_INET ? AF_INET6 : 0)
    for (int t = 0; t < 7; t++) {
      for (int k = 0; k < 9; k++) {
        int pair[2];
        if (socket(family, types[t] | SOCK_CLOEXEC, known[k]) >= 0 || (errno != EPERM && errno != EACCES)) broken("type %d, protocol %d: %m", types[t], known[k]);
        if (socketpair(family, types[t], known[k], pair) >= 0 || (errno != EPERM && errno != EACCES)) broken("a pair of type %d, protocol %d: %m", types[t], known[k]);
      }
      if (types[t] > SOCK_DGRAM && (socket(family, types[t], 0) >= 0 || errno != EPERM)) broken("type %d: %m", types[t]);
    }
}

// Settings of sockets that load parts of the kernel, give it a program to run, or take
// from what all programs of a user may lock.
static void socket_settings(void) {
  int pair[2], on = 1;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) broken("%s", "no pair");
  struct { unsigned short code; unsigned char jt, jf; unsigned k; } all = {6, 0, 0, 0xffffffff};
  struct { unsigned short length; void *filter; } program = {1, &all};
  refused(setsockopt(pair[0], SOL_SOCKET, 26 /* SO_ATTACH_FILTER */, &program, sizeof program));
  refused(setsockopt(pair[0], SOL_SOCKET, 50 /* SO_ATTACH_BPF */, &on, sizeof on));
  refused(setsockopt(pair[0], SOL_SOCKET, 51 /* SO_ATTACH_REUSEPORT_CBPF */, &program, sizeof program));
  refused(setsockopt(pair[0], SOL_SOCKET, 60 /* SO_ZEROCOPY */, &on, sizeof on));
  int tcp = socket(AF_INET, SOCK_STREAM, 0), udp = socket(AF_INET, SOCK_DGRAM, 0);
  if (tcp < 0) return;
  refused(setsockopt(tcp, SOL_SOCKET, 60 /* SO_ZEROCOPY */, &on, sizeof on));
  if (setsockopt(tcp, IPPROTO_TCP, 31 /* TCP_ULP */, "tls", 3) == 0 || errno != EPERM) broken("TCP_ULP: %m");
  refused(setsockopt(udp, IPPROTO_UDP, 100 /* UDP_ENCAP */, &on, sizeof on));
}

int main(int argc, char **argv) {
  const struct attack list[] = {{"abstract socket", abstract_socket}, {"path socket", path_socket}, {"tcp", tcp}, {"udp", udp}, {"raw sockets", raw}, {"files in flight", in_flight},
    {"protocols", protocols}, {"settings", socket_settings}, {0, 0}};
  return run_attack(list, argc, argv);
}
