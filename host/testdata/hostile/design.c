// Attacks written with the host's source in hand: on what counts, on what is
// shared by all processes of a user, and on what the box is made of.
#include "attack.h"
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/xattr.h>

static const char *self;

static void burn(double seconds) {
  struct timespec t;
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); while (t.tv_sec + t.tv_nsec / 1e9 < seconds);
}
static void burning(void) { burn(3); }
static void burning_shortly(void) { burn(0.006); }

static int copy_self(int to) {
  char block[1 << 16];
  int from = open(self, O_RDONLY);
  for (ssize_t n; (n = read(from, block, sizeof block)) > 0;) if (write(to, block, n) < n) return -1;
  close(from);
  return to;
}

// What can be run but not read leaves the count of a perf event when it starts.
static void unreadable(void) {
  unlink("burner");
  close(copy_self(open("burner", O_WRONLY | O_CREAT | O_TRUNC, 0755)));
  char acl[] = {2, 0, 0, 0, 1, 0, 1, 0, -1, -1, -1, -1, 4, 0, 1, 0, -1, -1, -1, -1, 32, 0, 1, 0, -1, -1, -1, -1};
  if (setxattr("burner", "system.posix_acl_access", acl, sizeof acl, 0) && chmod("burner", 0111) && fchmodat(AT_FDCWD, "burner", 0311, 0)) {
    umask(0400);
    unlink("burner");
    int f = open("burner", O_WRONLY | O_CREAT, 0111);
    if (f < 0) f = open("burner", O_WRONLY | O_CREAT, 0755);
    close(copy_self(f));
  }
}
static void unreadable_burner(void) { unreadable(); execl("./burner", "burner", "burn", (char *)0); burn(3); }
static void unreadable_children(void) {
  unreadable();
  signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 300; i++) {
    if (fork() == 0) { execl("./burner", "burner", "burn shortly", (char *)0); burn(0.006); _exit(0); }
    wait(0);
  }
}
static void uncounted(void) {
  prctl(31 /* PR_TASK_PERF_EVENTS_DISABLE */);
  burn(3);
}
static void exec_chain(void) { burn(0.002); execl(self, self, "exec chain", (char *)0); }
static void memory_program(void) {
  int f = syscall(SYS_memfd_create, "burner", 0);
  char *args[] = {"burner", "burn", 0}, *env[] = {0};
  if (f >= 0 && copy_self(f) >= 0) fexecve(f, args, env);
  burn(3);
}

static const long much = 400L << 20, step = 4 << 20;

// Pages that no process maps any more are in nobody's size.
static void forgotten(int fd, int flags) {
  char *p = mmap(0, much, PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd, 0);
  if (p == MAP_FAILED) return;
  for (long at = 0; at < much; at += step) {
    for (long i = 0; i < step; i += 4096) p[at + i] = 1;
    madvise(p + at, step, MADV_DONTNEED);
  }
  usleep(100000);
  for (long at = 0; at < much; at += step) if (p[at] != 1) return;
  broken("400 MB of memory are nobody's");
}
static void forgotten_memory(void) { forgotten(-1, MAP_ANONYMOUS); }
static void forgotten_zeros(void) { forgotten(open("/dev/zero", O_RDWR), 0); }
static void page_tables(void) {
  const long size = 256L << 30;
  char *p = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return;
  madvise(p, size, MADV_NOHUGEPAGE);
  volatile char sum = 0;
  for (long i = 0; i < size; i += 2 << 20) sum += p[i];
  usleep(100000);
  broken("512 MB of page tables");
}
static void huge_pages(void) {
  refused(mmap(0, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) == MAP_FAILED ? -1 : 0);
  if (errno != EPERM) broken("huge pages are the machine's to give (%d)", errno);
}

// Sockets keep what nobody has read.
static void socket_buffers(void) {
  static char block[1 << 17];
  long *sent = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open("sent", O_RDWR | O_CREAT, 0600), 0);
  if (ftruncate(open("sent", O_RDWR), 4096) || sent == MAP_FAILED) return;
  for (int i = 0; i < 16; i++)
    if (fork() == 0) {
      for (int pair[2], k = 0; k < 100 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0; k++)
        for (int s = 0; s < 2; s++)
          for (ssize_t n; (n = write(pair[s], block, sizeof block)) > 0;) __sync_fetch_and_add(sent, n);
      pause();
    }
  usleep(400000);
  if (*sent > 350L << 20) broken("%ld MB are in sockets", *sent >> 20);
}

static void open_files(void) {
  int n = 0;
  while (n < 5000 && dup(0) >= 0) n++;
  if (n > 1100) broken("%d files are open", n);
}
static void watches(void) {
  long n = 0;
  for (int i = 0; i < 40 && n < 3000000; i++)
    if (fork() == 0) {
      int polls[2000], k = 0;
      while (k < 2000 && (polls[k] = epoll_create1(0)) >= 0) k++;
      for (int f = 3, e = 0; e < k / 2; e++)
        for (f = k / 2; f < k; f++) { struct epoll_event v = {0}; if (epoll_ctl(polls[e], EPOLL_CTL_ADD, polls[f], &v)) break; }
      pause();
    }
  usleep(200000);
}
static void queued_signals(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  union sigval v = {0};
  int n = 0;
  while (n < 5000 && sigqueue(getpid(), SIGRTMIN + 3, v) == 0) n++;
  if (n > 1100) broken("%d signals wait", n);
}
static void inotify(void) { refused(inotify_init1(0)); }

static void core_limit(void) {
  struct rlimit l = {0, 0};
  setrlimit(RLIMIT_CORE, &l);
  prlimit(0, RLIMIT_CORE, &l, 0);
  if (getrlimit(RLIMIT_CORE, &l) || l.rlim_cur != 1 || l.rlim_max != 1) broken("a crash would call the machine's handler");
}
static void null_device(void) {
  refused(futimens(0, 0));
  refused(futimens(1, 0));
  refused(fchmod(0, 0777));
}
static void processes_files(void) {
  const char *names[] = {"autogroup", "oom_score_adj", "comm", "coredump_filter", "clear_refs", "timerslack_ns", "sched", "setgroups", "uid_map", "mem", 0};
  const char *whose[] = {"self", "1", "thread-self", 0};
  for (int i = 0; names[i]; i++)
    for (int k = 0; whose[k]; k++) {
      char path[64];
      snprintf(path, sizeof path, "/proc/%s/%s", whose[k], names[i]);
      if (open(path, O_WRONLY) >= 0) broken("%s can be written", path);
    }
}
static void new_calls(void) {
  static char nothing[4096];
  for (int nr = 470; nr < 600; nr++) {
    errno = 0;
    if (syscall(nr, -1, nothing, nothing, 0, 0, 0) >= 0 || errno != ENOSYS) broken("call %d says %d", nr, errno);
  }
}
static void families(void) {
  const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
  for (int f = 0; f < 64; f++)
    for (int t = 0; t < 4; t++) {
      if (f == AF_UNIX || f == AF_INET || f == AF_INET6) continue;
      errno = 0;
      if (socket(f, types[t], 0) >= 0 || (errno != EPERM && f)) broken("sockets of family %d (%d)", f, errno);
      int pair[2];
      if (socketpair(f, types[t], 0, pair) == 0 || (errno != EPERM && f)) broken("pairs of family %d (%d)", f, errno);
    }
}

// A folder that the program may read is not its own.
static void shown(void) {
  char path[1100];
  snprintf(path, sizeof path, "%s", place("shown/data"));
  int f = open(path, O_RDONLY);
  if (f < 0) broken("it is not shown (%d)", errno);
  char other[1200];
  snprintf(other, sizeof other, "/proc/self/root%s", path);
  refused(open(path, O_WRONLY));
  refused(open(other, O_WRONLY));
  snprintf(other, sizeof other, "/proc/self/fd/%d", f);
  refused(open(other, O_RDWR));
  refused(truncate(path, 0));
  refused(fchmod(f, 0777));
  refused(chmod(path, 0777));
  refused(chown(path, getuid(), getgid()));
  refused(utimensat(AT_FDCWD, path, 0, 0));
  refused(futimens(f, 0));
  refused(setxattr(path, "user.x", "y", 1, 0));
  refused(link(path, "stolen"));
  refused(linkat(f, "", AT_FDCWD, "stolen", AT_EMPTY_PATH));
  refused(linkat(AT_FDCWD, other, AT_FDCWD, "stolen", AT_SYMLINK_FOLLOW));
  refused(rename(path, "stolen"));
  refused(unlink(path));
  refused(mkdir(place("shown/more"), 0755));
  refused(mkfifo(place("shown/pipe"), 0644));
  refused(symlink("/", place("shown/link")));
}

// output.txt is a file, a pipe, a folder and a link in turns, and never gone.
static void exchange_output(void) {
  close(open("output.txt", O_WRONLY | O_CREAT, 0644));
  if (mkfifo("a", 0644) | mkdir("b", 0755) | symlink("/etc/passwd", "c")) usleep(1);
  const char *names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; i++)
    if (fork() == 0) {
      setsid();
      for (;;) syscall(SYS_renameat2, AT_FDCWD, names[i], AT_FDCWD, "output.txt", 2 /* RENAME_EXCHANGE */);
    }
  usleep(30000);
  _exit(0);
}

// Its standard error is a pipe that ends in the supervisor.
static void own_pipe(void) {
  int f = open("/proc/self/fd/2", O_RDWR);
  if (f < 0) return;
  static char block[1 << 16];
  fcntl(f, F_SETPIPE_SZ, 1 << 20);
  fcntl(f, F_SETOWN, -1);
  fcntl(f, F_SETFL, O_ASYNC | O_NONBLOCK);
  for (int i = 0; i < 2000; i++) { if (write(f, block, sizeof block) < 0) usleep(10); if (i % 2 && read(f, block, sizeof block) < 0) usleep(10); }
}

int main(int argc, char **argv) {
  const struct attack list[] = {
    {"burn", burning}, {"burn shortly", burning_shortly}, {"unreadable burner", unreadable_burner}, {"unreadable children", unreadable_children},
    {"uncounted", uncounted}, {"exec chain", exec_chain}, {"memory program", memory_program},
    {"forgotten memory", forgotten_memory}, {"forgotten zeros", forgotten_zeros}, {"page tables", page_tables}, {"huge pages", huge_pages},
    {"socket buffers", socket_buffers}, {"open files", open_files}, {"watches", watches}, {"queued signals", queued_signals}, {"inotify", inotify},
    {"core limit", core_limit}, {"null device", null_device}, {"files of processes", processes_files}, {"new calls", new_calls},
    {"families", families}, {"shown", shown}, {"exchange output", exchange_output}, {"own pipe", own_pipe}, {0, 0}};
  self = argv[0];
  return run_attack(list, argc, argv);
}
