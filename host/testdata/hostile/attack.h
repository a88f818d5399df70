// What the hostile programs share. Each attack says in output.txt whether it got
// what it was after: SAFE, or BROKEN with the hole.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct attack { const char *name; void (*run)(void); };

static void say(const char *text) {
  int f = open("output.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (f >= 0) { if (write(f, text, strlen(text)) < 0) _exit(3); close(f); }
}

static void broken(const char *format, ...) {
  char text[300] = "BROKEN ";
  va_list list;
  va_start(list, format);
  vsnprintf(text + 7, sizeof text - 7, format, list);
  va_end(list);
  say(text);
  _exit(0);
}

// refused is broken if a call succeeded.
#define refused(call) do { errno = 0; if ((long)(call) >= 0) broken("%s", #call); } while (0)

static const char *place(const char *name) {
  static char path[1024];
  const char *marked = getenv("MARKED");
  snprintf(path, sizeof path, "%s/%s", marked ? marked : "/nowhere", name);
  return path;
}

// others calls f for all processes that are to be seen and not of this program.
static void others(void (*f)(int pid)) {
  int mine = getpgrp();
  f(1);
  DIR *d = opendir("/proc");
  for (struct dirent *e; d && (e = readdir(d));) {
    int pid = atoi(e->d_name);
    if (pid > 1 && getpgid(pid) != mine && pid != getpid()) f(pid);
  }
  if (d) closedir(d);
}

static int run_attack(const struct attack *list, int argc, char **argv) {
  for (; argc > 1 && list->name; list++)
    if (!strcmp(list->name, argv[1])) { list->run(); say("SAFE"); return 0; }
  say("BROKEN there is no such attack");
  return 1;
}
