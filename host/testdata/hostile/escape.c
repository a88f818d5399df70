// Attacks on the processes outside, and on the kernel's doors.
#include "attack.h"

static void open_memory(int pid) {
  const char *files[] = {"mem", "environ", "maps", "fd/3", "cwd/.", "root/.", 0};
  char path[64];
  for (int i = 0; files[i]; i++) {
    snprintf(path, sizeof path, "/proc/%d/%s", pid, files[i]);
    int f = open(path, i == 0 ? O_RDWR : O_RDONLY);
    if (f >= 0 && (i != 2 || read(f, path, 1) > 0)) broken("%s opened", path); // a thread of the kernel has empty maps
    snprintf(path, sizeof path, "/proc/%d/task/%d/%s", pid, pid, files[i]);
    if ((f = open(path, i == 0 ? O_RDWR : O_RDONLY)) >= 0 && (i != 2 || read(f, path, 1) > 0)) broken("%s opened", path);
  }
}
static void proc_memory(void) { others(open_memory); }

static void trace(int pid) {
  refused(ptrace(PTRACE_ATTACH, pid, 0, 0));
  refused(ptrace(PTRACE_SEIZE, pid, 0, 0));
}
static void tracing(void) { others(trace); }

static void write_memory(int pid) {
  char byte = 0;
  struct iovec mine = {&byte, 1}, theirs = {(void *)0x400000, 1};
  refused(syscall(SYS_process_vm_writev, pid, &mine, 1, &theirs, 1, 0));
  refused(syscall(SYS_process_vm_readv, pid, &mine, 1, &theirs, 1, 0));
}
static void vm_write(void) { others(write_memory); }

static void starve(int pid) {
  struct rlimit none = {0, 0};
  refused(prlimit(pid, RLIMIT_NOFILE, &none, 0));
  refused(prlimit(pid, RLIMIT_CPU, &none, 0));
}
static void limit_others(void) { others(starve); }

static void strike(int pid) {
  for (int s = 1; s < 32; s++) if (s != SIGCHLD && pid != getpid()) kill(pid, s);
}
static void signal_others(void) { others(strike); }

static void slow_down(int pid) {
  if (pid == getpid()) return;
  if (getpriority(PRIO_PROCESS, pid) < 19 && setpriority(PRIO_PROCESS, pid, 19) == 0 && pid != 1) broken("process %d is slowed down", pid);
}
static void renice_others(void) { others(slow_down); }

static void steal(int pid) {
  int f = syscall(SYS_pidfd_open, pid, 0);
  if (f < 0) return;
  refused(syscall(438 /* pidfd_getfd */, f, 0, 0));
  refused(syscall(438, f, 3, 0));
}
static void pidfds(void) { others(steal); }

static void namespaces(void) {
  const int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
  for (int i = 0; i < 7; i++) {
    refused(unshare(kinds[i]));
    long pid = syscall(SYS_clone, kinds[i] | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    if (pid > 0) broken("clone with %x", kinds[i]);
  }
  char args[88] = {0};
  *(unsigned long long *)args = CLONE_NEWUSER;
  refused(syscall(435 /* clone3 */, args, sizeof args));
  if (errno != ENOSYS) broken("clone3 says %d", errno);
  int f = open("/proc/1/ns/mnt", O_RDONLY);
  if (f >= 0) refused(setns(f, 0));
  refused(syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, 0));
  refused(syscall(SYS_umount2, "/proc", 2));
  refused(syscall(SYS_pivot_root, ".", "."));
  refused(chroot("."));
}

static void kernel_doors(void) {
  char zero[256] = {0};
  refused(syscall(SYS_keyctl, 0, -3, 1));
  refused(syscall(SYS_add_key, "user", "k", "v", 1, -3));
  refused(syscall(SYS_bpf, 0, zero, sizeof zero));
  refused(syscall(SYS_userfaultfd, 1));
  refused(syscall(425 /* io_uring_setup */, 8, zero));
  refused(syscall(SYS_perf_event_open, zero, 0, -1, -1, 0));
  refused(syscall(SYS_init_module, zero, 1, ""));
  refused(syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0));
  refused(syscall(SYS_open_by_handle_at, AT_FDCWD, zero, 0));
  refused(syscall(SYS_syslog, 3, zero, sizeof zero));
}

// A child makes a call of another architecture, and must not come back.
static void foreign_call(long (*call)(void), const char *what) {
  pid_t child = fork();
  if (child == 0) { call(); _exit(7); }
  int status;
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status)) broken("%s came back", what);
}
#ifdef __x86_64__
static long old_call(void) { long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(20) : "memory"); return r; }
static long x32_call(void) { return syscall(0x40000000 | 39); }
static void foreign_calls(void) { foreign_call(old_call, "int 0x80"); foreign_call(x32_call, "x32"); }
#else
static void foreign_calls(void) {}
#endif

static void terminal(void) {
  int f = open("/dev/tty", O_RDWR);
  if (f >= 0) broken("/dev/tty opened");
  for (f = 0; f < 3; f++) {
    refused(ioctl(f, TIOCSTI, "x"));
    refused(syscall(SYS_ioctl, f, 0x100000000UL | TIOCSTI, "x"));
  }
  f = open("/dev/pts/0", O_RDWR);
  if (f >= 0) broken("/dev/pts/0 opened");
}

static void descriptors(void) {
  for (int f = 3; f < 4096; f++) if (fcntl(f, F_GETFD) >= 0) broken("file %d is open", f);
  for (int f = 0; f < 3; f++) {
    struct stat st;
    if (fstat(f, &st) == 0 && S_ISSOCK(st.st_mode)) broken("file %d is a socket", f);
  }
  extern char **environ;
  for (char **e = environ; *e; e++) if (strstr(*e, "TOKEN")) broken("environment has %.40s", *e);
}

static void privileges(void) {
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) broken("new privileges can be had");
  refused(setuid(0));
  for (int c = 0; c < 40; c++) {
    struct { unsigned version; int pid; } header = {0x20080522, 0};
    unsigned data[6] = {0};
    if (syscall(SYS_capget, &header, data) == 0 && (data[0] || data[1] || data[3] || data[4])) broken("there are capabilities");
  }
  char *const su[] = {"su", "-c", "touch /player/root-was-here", 0};
  pid_t child = fork();
  if (child == 0) { execv("/usr/bin/su", su); _exit(1); }
  waitpid(child, 0, 0);
  struct stat st;
  if (stat("root-was-here", &st) == 0 && st.st_uid == 0 && getuid() != 0) broken("su gave root");
}

static void devices(void) {
  refused(mknod("disk", S_IFBLK | 0600, 254 << 8) == 0 ? open("disk", O_RDONLY) : -1);
  refused(mknod("memory", S_IFCHR | 0600, 1 << 8 | 1) == 0 ? open("memory", O_RDONLY) : -1);
  refused(open("/dev/mem", O_RDONLY));
  refused(open("/dev/vda", O_RDONLY));
  refused(open("/dev/fuse", O_RDWR));
  refused(open("/dev/kvm", O_RDWR));
}

static void core_dump(void) {
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  refused(setrlimit(RLIMIT_CORE, &all));
  pid_t child = fork();
  if (child == 0) { raise(SIGSEGV); abort(); }
  waitpid(child, 0, 0);
  DIR *d = opendir(".");
  for (struct dirent *e; d && (e = readdir(d));) if (!strncmp(e->d_name, "core", 4)) broken("%s was left", e->d_name);
}

static void settings(void) {
  const char *files[] = {"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger",
    "/sys/kernel/mm/ksm/run", "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/tasks", 0};
  for (int i = 0; files[i]; i++) if (open(files[i], O_WRONLY) >= 0) broken("%s can be written", files[i]);
  int map = open("/proc/1/uid_map", O_WRONLY); // the kernel takes one only once
  if (map >= 0 && write(map, "0 0 1\n", 6) > 0) broken("%s was written", "/proc/1/uid_map");
}

// The program's processes lie in wait for whatever appears beside them, in the
// hope for a process on its way into the box.
static void race_setup(void) {
  for (int i = 0; i < 3; i++)
    if (fork() == 0) {
      setsid();
      for (;;) { others(open_memory); others(starve); }
    }
  struct timespec t = {0, 150000000};
  nanosleep(&t, 0);
}

static void outlive(void) {
  for (int i = 0; i < 8; i++)
    if (fork() == 0) {
      setsid();
      for (int s = 1; s < 32; s++) signal(s, SIG_IGN);
      prctl(PR_SET_PDEATHSIG, 0);
      prctl(PR_SET_NAME, "evolab-supervisor");
      for (;;) { if (fork() == 0) _exit(0); usleep(1000); }
    }
}

int main(int argc, char **argv) {
  const struct attack list[] = {
    {"proc memory", proc_memory}, {"ptrace", tracing}, {"process_vm", vm_write}, {"limits of others", limit_others},
    {"signals", signal_others}, {"priorities", renice_others}, {"pidfds", pidfds}, {"namespaces", namespaces},
    {"doors of the kernel", kernel_doors}, {"foreign calls", foreign_calls}, {"terminal", terminal}, {"descriptors", descriptors},
    {"privileges", privileges}, {"devices", devices}, {"core dump", core_dump}, {"settings", settings},
    {"race", race_setup}, {"outlive", outlive}, {0, 0}};
  return run_attack(list, argc, argv);
}
