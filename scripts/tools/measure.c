/* measure [--cpu N] -- COMMAND ARGUMENT...
 *
 * Runs the command with its standard output thrown away and prints "WALL_MS CPU_MS PEAK_KIB STATUS": elapsed time, user
 * and system time of the command and all its descendants, and the peak memory of the largest of these processes.
 *
 * A program of its own, in C, because a child inherits the peak memory of the process that starts it (the kernel carries
 * it over exec), which for an interpreter would be more than what is to be measured.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

static double milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static double of(struct timeval t) { return t.tv_sec * 1e3 + t.tv_usec / 1e3; }

static void pin(int cpu) {
#ifdef __linux__
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set); /* best effort: unpinned figures are noisier, not wrong */
#else
  (void)cpu;
#endif
}

int main(int argc, char **argv) {
  int cpu = -1, first = 1;
  if (argc > 2 && strcmp(argv[1], "--cpu") == 0) {
    cpu = atoi(argv[2]);
    first = 3;
  }
  if (first < argc && strcmp(argv[first], "--") == 0) first++;
  if (first >= argc) {
    fprintf(stderr, "usage: measure [--cpu N] -- COMMAND ARGUMENT...\n");
    return 2;
  }

  double start = milliseconds();
  pid_t child = fork();
  if (child < 0) {
    perror("measure: fork");
    return 2;
  }
  if (child == 0) {
    if (cpu >= 0) pin(cpu);
    int nothing = open("/dev/null", O_WRONLY);
    if (nothing >= 0) dup2(nothing, 1);
    execvp(argv[first], argv + first);
    perror(argv[first]);
    _exit(127);
  }
  int status;
  struct rusage used;
  if (wait4(child, &status, 0, &used) < 0) {
    perror("measure: wait4");
    return 2;
  }
  double end = milliseconds();
#ifdef __APPLE__
  long peak = used.ru_maxrss / 1024; /* bytes there, kibibytes elsewhere */
#else
  long peak = used.ru_maxrss;
#endif
  printf("%.3f %.3f %ld %d\n", end - start, of(used.ru_utime) + of(used.ru_stime), peak,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
