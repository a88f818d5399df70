// Attacks on what the kernel gives away without counting it. Each is bounded: should the
// cage let one through, it ends by itself, and what it took goes with its process.
#include "attack.h"
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

// All users together have aio-max-nr of them.
static void aio(void) {
  unsigned long context = 0;
  refused(syscall(SYS_io_setup, 128, &context));
  struct { char of[256]; } parameters = {{0}};
  refused(syscall(SYS_io_uring_setup, 8, &parameters));
}

// A file without a byte still takes a kilobyte of the kernel.
static void empty_files(void) {
  const char *folders[] = {"/dev/shm", "/tmp", ".", 0};
  for (int i = 0; folders[i]; i++) {
    long made = 0;
    for (; made < 90000; made++) {
      char name[64];
      snprintf(name, sizeof name, "%s/empty%ld", folders[i], made);
      int f = open(name, O_WRONLY | O_CREAT, 0600);
      if (f < 0) break;
      close(f);
    }
    if (made == 90000) broken("%ld files in %s", made, folders[i]);
  }
}

// No process has these: they would stay between plies.
static void objects(void) {
  refused(semget(IPC_PRIVATE, 32000, IPC_CREAT | 0600));
  refused(msgget(IPC_PRIVATE, IPC_CREAT | 0600));
  refused(shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600));
  refused(syscall(SYS_mq_open, "queue", O_CREAT | O_RDWR, 0600, 0));
}

// done_nothing is broken if a call with impossible arguments has come as far as
// noticing that.
#define done_nothing(call) do { errno = 0; if ((long)(call) != 0) broken("%s says %d", #call, errno); } while (0)

// A loop of these holds up the machine's disks, and takes hardly any CPU time.
static void sync_loop(void) {
  done_nothing(syscall(SYS_fsync, -1));
  done_nothing(syscall(SYS_fdatasync, -1));
  done_nothing(syscall(SYS_syncfs, -1));
  done_nothing(syscall(SYS_sync_file_range, -1, 0L, 0L, 0));
  done_nothing(msync((void *)1, 1, MS_SYNC));
  for (int i = 0; i < 1000; i++) sync();
}

// Advice reads gigabytes ahead, or pushes out what others use.
static void advice(void) {
  done_nothing(syscall(SYS_fadvise64, -1, 0L, 0L, 4));
  done_nothing(syscall(SYS_readahead, -1, 0L, 1L << 33));
  const int advices[] = {3, 12, 20, 21, 25};
  for (int i = 0; i < 5; i++) done_nothing(madvise((void *)1, 1, advices[i]));
}

// Each byte of a file can have its lock.
static void record_locks(void) {
  int f = open("locked", O_RDWR | O_CREAT, 0600);
  for (long i = 2000000; i > 0; i--) {
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 2 * i, .l_len = 1};
    if (fcntl(f, F_SETLK, &l)) return;
  }
  broken("%s", "two million locks are nobody's memory");
}

// What /proc says about the machine is not the program's.
static void facts(void) {
  const char *names[] = {"meminfo", "cpuinfo", "stat", "loadavg", "uptime", "modules", "kallsyms", "keys", "interrupts", "diskstats", "timer_list",
    "sysvipc/shm", "sys/kernel/osrelease", "sys/kernel/random/boot_id", "bus", "driver", "fs", "irq", "kcore", "slabinfo", "buddyinfo", "partitions", "cmdline", "version", 0};
  for (int i = 0; names[i]; i++) {
    char path[128];
    snprintf(path, sizeof path, "/proc/%s", names[i]);
    if (open(path, O_RDONLY) >= 0) broken("%s can be read", path);
  }
  int seen = 0;
  DIR *d = opendir("/proc");
  for (struct dirent *e; d && (e = readdir(d));) {
    int pid = atoi(e->d_name);
    seen += pid > 0;
    if (pid > 1 && getpgid(pid) < 0) broken("process %d is not its own", pid);
    if (pid == 0 && strcmp(e->d_name, "self") && strcmp(e->d_name, "thread-self") && e->d_name[0] != '.') broken("/proc has %s", e->d_name);
  }
  if (seen < 1) broken("%s", "/proc does not show its own processes");
}

// Uses of allowed calls that reach others.
static void shares(void) {
  refused(prctl(62 /* PR_SCHED_CORE */, 1, 0, 0, 0));
  refused(prctl(67 /* PR_SET_MEMORY_MERGE */, 1, 0, 0, 0));
  refused(setpriority(PRIO_USER, 0, 19));
  refused(syscall(SYS_ioprio_set, 3, getuid(), 3 << 13));
  refused(syscall(SYS_seccomp, 1, 0, 0));
  refused(fcntl(open("/usr", O_RDONLY), 1026 /* F_NOTIFY */, 1));
}

// What is set at a file that everybody may open holds up whoever opens it, and what is set
// at a pipe or a socket comes from what all programs of the user have together.
static void shared_files(void) {
  int f = open("leased", O_RDWR | O_CREAT, 0600), r = open("leased", O_RDONLY), p[2];
  close(f);
  refused(fcntl(r, F_SETLEASE, F_RDLCK));
  if (pipe(p)) broken("%s", "no pipe");
  refused(fcntl(p[1], F_SETPIPE_SZ, 1 << 20));
  struct { int type, pid; } owner = {2, getppid()};
  refused(fcntl(p[0], F_SETOWN, getppid()));
  refused(fcntl(p[0], 15 /* F_SETOWN_EX */, &owner));
  refused(fcntl(p[0], F_SETSIG, SIGKILL));
  int pid = getppid();
  refused(ioctl(p[0], 0x8901 /* FIOSETOWN */, &pid));
  refused(ioctl(p[0], 0x8902 /* SIOCSPGRP */, &pid));
  unsigned long hint = 5;
  refused(fcntl(r, 1036 /* F_SET_RW_HINT */, &hint));

  int waiting[2];
  char byte = 0;
  if (pipe(waiting)) broken("%s", "no pipe");
  if (fork() == 0) {
    flock(open("/bin/sh", O_RDONLY), LOCK_EX);
    if (write(waiting[1], &byte, 1)) pause();
    _exit(0);
  }
  if (read(waiting[0], &byte, 1) != 1) broken("%s", "no child");
  if (flock(open("/bin/sh", O_RDONLY), LOCK_EX | LOCK_NB)) broken("%s", "a lock of /bin/sh makes others wait");
}

int main(int argc, char **argv) {
  const struct attack list[] = {
    {"asynchronous input", aio}, {"empty files", empty_files}, {"objects", objects}, {"sync", sync_loop}, {"advice", advice},
    {"record locks", record_locks}, {"facts", facts}, {"shares", shares}, {"shared files", shared_files}, {0, 0}};
  return run_attack(list, argc, argv);
}
