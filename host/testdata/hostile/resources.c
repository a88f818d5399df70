// Attacks on the machine's time and memory.
#include "attack.h"
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/shm.h>

static void burn(double seconds) {
  struct timespec t;
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); while (t.tv_sec + t.tv_nsec / 1e9 < seconds);
}

// Nobody waits for the children, and each is gone before anybody looks.
static void hidden_children(void) {
  signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 400; i++) {
    if (fork() == 0) { burn(0.002); _exit(0); }
    wait(0);
  }
}
static void hidden_grandchildren(void) {
  for (int i = 0; i < 200; i++) {
    pid_t child = fork();
    if (child == 0) {
      if (fork() == 0) { setsid(); burn(0.004); _exit(0); }
      _exit(0);
    }
    waitpid(child, 0, 0);
    usleep(5000);
  }
}
static void *spin(void *nothing) { for (;;) {} return nothing; }
static void threads(void) {
  pthread_t t;
  for (int i = 0; i < 4; i++) pthread_create(&t, 0, spin, 0);
  for (;;) pause();
}

static void fill(char *p, long size) { for (long i = 0; i < size; i += 4096) p[i] = 1; }
static const long much = 400L << 20;

static void anonymous(void) {
  char *p = mmap(0, much, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p != MAP_FAILED) fill(p, much);
  sleep(5);
}
static void shared(void) {
  char *p = mmap(0, much, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p != MAP_FAILED) fill(p, much);
  sleep(5);
}
static void memfd(void) {
  static char block[1 << 20];
  int f = syscall(SYS_memfd_create, "m", 0);
  signal(SIGXFSZ, SIG_IGN);
  for (long n = 0; f >= 0 && n < much; n += sizeof block) {
    if (n % (7L << 20) == 0) f = syscall(SYS_memfd_create, "m", 0);
    if (f < 0 || write(f, block, sizeof block) < 0) return;
  }
  if (f >= 0) broken("400 MB are in memfds");
}
static void sysv(void) {
  int id = shmget(IPC_PRIVATE, much, IPC_CREAT | 0600);
  char *p = id < 0 ? (char *)-1 : shmat(id, 0, 0);
  if (p != (char *)-1) { fill(p, much); shmdt(p); broken("400 MB are in a segment"); }
}
static void pipes(void) {
  static char block[1 << 20];
  int kept = 0, p[2];
  for (; kept < 4000 && pipe2(p, O_NONBLOCK) == 0; kept++) {
    fcntl(p[1], F_SETPIPE_SZ, 1 << 20);
    if (write(p[1], block, sizeof block) < 0) break;
  }
}

// The pipes of a user's processes share some memory: the rest get 4 KB instead of 64.
static void many_pipes(void) {
  int p[2];
  for (int i = 0; i < 12; i++)
    if (fork() == 0) {
      for (int n = 0; n < 120 && pipe(p) == 0; n++) {}
      for (;;) pause();
    }
  sleep(2);
  if (pipe(p) == 0) broken("a pipe holds %d bytes", fcntl(p[1], F_GETPIPE_SZ));
}

// What describes a mapping is memory of the kernel, and each process has its own.
static void mappings(void) {
  const long pages = 20000;
  char *p = mmap(0, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) _exit(1);
  for (long i = 0; i < pages; i += 2) if (mprotect(p + i * 4096, 4096, PROT_READ)) _exit(1);
  int children[30];
  for (int i = 0; i < 30; i++) {
    children[i] = fork();
    if (children[i] < 0) _exit(1);
    if (children[i] == 0) for (;;) pause();
  }
  sleep(2);
  for (int i = 0; i < 30; i++) if (waitpid(children[i], 0, WNOHANG)) _exit(1);
  broken("%s", "600,000 mappings are nobody's memory");
}

static void fork_bomb(void) { for (;;) fork(); }
static void sleepers(void) {
  for (int i = 0; i < 300; i++) if (fork() == 0) { setsid(); for (;;) pause(); }
  for (;;) pause();
}
static void stopped(void) {
  for (int i = 0; i < 5; i++) if (fork() == 0) { raise(SIGSTOP); _exit(0); }
  raise(SIGSTOP);
  for (;;) pause();
}
static void deaf(void) {
  for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
  for (;;) pause();
}

static void priority(void) {
  struct sched_param p = {.sched_priority = 50};
  refused(sched_setscheduler(0, SCHED_FIFO, &p));
  refused(setpriority(PRIO_PROCESS, 0, -20));
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  refused(setrlimit(RLIMIT_FSIZE, &all));
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
}

int main(int argc, char **argv) {
  const struct attack list[] = {
    {"hidden children", hidden_children}, {"hidden grandchildren", hidden_grandchildren}, {"threads", threads},
    {"anonymous memory", anonymous}, {"shared memory", shared}, {"memfd", memfd}, {"segments", sysv}, {"pipes", pipes}, {"many pipes", many_pipes}, {"mappings", mappings},
    {"fork bomb", fork_bomb}, {"sleepers", sleepers}, {"stopped", stopped}, {"deaf", deaf}, {"priority", priority}, {0, 0}};
  return run_attack(list, argc, argv);
}
