// Attacks on files: those of others, and the host's patience with its own.
#include "attack.h"

static void read_secrets(void) {
  const char *more[] = {"/etc/shadow", "/etc/ssh/sshd_config", "/root/.ssh", "/home", 0};
  refused(open(place("secret"), O_RDONLY));
  refused(open(place("opponent/my_player"), O_RDONLY));
  refused(open(place("."), O_RDONLY | O_DIRECTORY));
  for (int i = 0; more[i]; i++) if (open(more[i], O_RDONLY) >= 0) broken("%s opened", more[i]);
}

static void write_elsewhere(void) {
  refused(open(place("opponent/my_player"), O_WRONLY));
  refused(open(place("new"), O_WRONLY | O_CREAT, 0644));
  refused(truncate(place("victim"), 0));
  refused(unlink(place("victim")));
  refused(rename(place("victim"), "stolen"));
  const char *more[] = {"/usr/evolab-was-here", "/etc/evolab-was-here", "/var/tmp/evolab-was-here", "/dev/evolab-was-here", 0};
  for (int i = 0; more[i]; i++) if (open(more[i], O_WRONLY | O_CREAT, 0644) >= 0) broken("%s made", more[i]);
}

static void permissions(void) {
  refused(chmod(place("victim"), 0777));
  refused(utimensat(AT_FDCWD, place("victim"), 0, 0));
}

static void hard_link(void) { refused(link(place("secret"), "output.txt")); }

// output.txt is a file for whoever looks, and a link for whoever opens.
static void flip_output(void) {
  char secret[1100];
  snprintf(secret, sizeof secret, "%s", place("secret"));
  for (int i = 0; i < 3; i++)
    if (fork() == 0) {
      setsid();
      for (;;) {
        unlink("output.txt"); if (symlink(secret, "output.txt")) usleep(1);
        unlink("output.txt"); close(open("output.txt", O_WRONLY | O_CREAT, 0644));
      }
    }
  usleep(50000);
  _exit(0);
}

static void nested(void) {
  for (int i = 0; i < 19000; i++) if (mkdir("d", 0700) || chdir("d")) break;
  _exit(0);
}
static void nested_output(void) {
  if (mkdir("output.txt", 0700) || chdir("output.txt")) _exit(0);
  nested();
}

static void deleted_files(void) {
  static char block[1 << 20];
  for (int i = 0; i < 60; i++) {
    int f = open("gone", O_RDWR | O_CREAT, 0600);
    unlink("gone");
    for (int k = 0; k < 4; k++) if (f < 0 || write(f, block, sizeof block) < (ssize_t)sizeof block) return;
    usleep(10000);
  }
  broken("240 MB of deleted files are open");
}

static void small_files(void) {
  char name[32];
  for (int i = 0; i < 100000; i++) {
    snprintf(name, sizeof name, "f%d", i);
    int f = open(name, O_WRONLY | O_CREAT, 0600);
    if (f < 0) return;
    close(f);
  }
}

static void sparse(void) {
  signal(SIGXFSZ, SIG_IGN);
  int f = open("sparse", O_WRONLY | O_CREAT, 0600);
  refused(ftruncate(f, 1L << 40));
  refused(fallocate(f, 0, 0, 1L << 33));
}

static void fill_memory_disks(void) {
  static char block[1 << 20];
  const char *names[] = {"/dev/shm/full", "/tmp/full", "/run/full", 0};
  long written = 0;
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; names[i]; i++)
    for (int k = 0; k < 200; k++) {
      char name[64];
      snprintf(name, sizeof name, "%s%d", names[i], k);
      int f = open(name, O_WRONLY | O_CREAT, 0600);
      ssize_t n = f < 0 ? -1 : write(f, block, sizeof block);
      if (n > 0) written += n;
      close(f);
    }
  if (written > 150L << 20) broken("%ld MB written to memory", written >> 20);
}

int main(int argc, char **argv) {
  const struct attack list[] = {
    {"read secrets", read_secrets}, {"write elsewhere", write_elsewhere}, {"permissions", permissions}, {"hard link", hard_link}, {"flip output", flip_output},
    {"nested", nested}, {"nested output", nested_output}, {"deleted files", deleted_files}, {"small files", small_files},
    {"sparse", sparse}, {"memory disks", fill_memory_disks}, {0, 0}};
  return run_attack(list, argc, argv);
}
