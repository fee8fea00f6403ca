// Counts a program's calls to the system for its files and sockets, and lets one of them go wrong.
//
// Preloaded (LD_PRELOAD) into the program under test, so that its own code and the libraries that it
// loads are served alike. Environment:
//
//   SLUICE_FAULTS_ROOT    the folder whose files are watched, as realpath(3) says it
//   SLUICE_FAULTS_LOG     a file outside of it: one line for each call, "NUMBER CALL BYTES NAME"
//   SLUICE_FAULTS_STASH   a folder outside of it, on the same file system: keeps files whose names are gone
//   SLUICE_FAULTS_SOCKETS "1": sockets are watched, too
//   SLUICE_FAULTS_QUIET   the name of a followed file: SIGINT when the program first waits for its change (by inotify, or
//                         by reading at its end again and again)
//   SLUICE_FAULTS_LIMIT   seconds after which the program is hung, and ended by SIGALRM
//   SLUICE_FAULTS_AT      the number of the call that goes wrong; none: calls are only counted
//   SLUICE_FAULTS_KIND    how:
//     error       it fails with SLUICE_FAULTS_ERRNO (default: EIO), and nothing is done
//     full        ENOSPC, and for each later call that takes room
//     short       half of the bytes are read or written
//     torn        half of the bytes are written, then SIGKILL
//     kill        the call is done, then SIGKILL
//     interrupt   the call is done, then SIGINT
//     lost        the call is done (fsync: it is not), then the power goes: what was written to a file since its
//                 last fsync is undone, then SIGKILL
//     lost-some   the same, of each file by chance (SLUICE_FAULTS_SEED)
//     lost-names  the same of all, and files made, renamed and removed since the last fsync of their folder are
//                 as before
//
// Its own work goes by syscall(2), which is not watched.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { NONE, ERROR, FULL, SHORT, TORN, KILL, INTERRUPT, LOST, LOST_SOME, LOST_NAMES };

static char root[PATH_MAX], stash[PATH_MAX];
static size_t root_length;
static int log_file = -1, watches_sockets, error_number = EIO;
static char quiet_file[PATH_MAX];
static long fault_at, calls, full_since, stashed;
static unsigned long seed;
static enum kind kind;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long system_open(const char *path, int flags, int mode) {
  return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

__attribute__((constructor)) static void begin(void) {
  static const char *const kinds[] = {"none", "error", "full", "short", "torn", "kill",
                                      "interrupt", "lost", "lost-some", "lost-names"};
  const char *value = getenv("SLUICE_FAULTS_ROOT");
  if (!value || strlen(value) >= sizeof root) return;
  strcpy(root, value);
  if ((value = getenv("SLUICE_FAULTS_STASH")) && strlen(value) < sizeof stash) strcpy(stash, value);
  watches_sockets = getenv("SLUICE_FAULTS_SOCKETS") != NULL;
  if ((value = getenv("SLUICE_FAULTS_QUIET")) && strlen(value) < sizeof quiet_file)
    strcpy(quiet_file, value);
  if ((value = getenv("SLUICE_FAULTS_AT"))) fault_at = atol(value);
  if ((value = getenv("SLUICE_FAULTS_ERRNO"))) error_number = atoi(value);
  if ((value = getenv("SLUICE_FAULTS_SEED"))) seed = strtoul(value, NULL, 10);
  if ((value = getenv("SLUICE_FAULTS_KIND")))
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
      if (!strcmp(value, kinds[i])) kind = (enum kind)i;
  if ((value = getenv("SLUICE_FAULTS_LOG"))) {
    int file = (int)system_open(value, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    // Out of the way of the descriptors that the program gets.
    log_file = (int)syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 500);
    syscall(SYS_close, file);
  }
  // Last: from here on calls are watched.
  root_length = strlen(root);
  // A program that hangs ends, by SIGALRM.
  if ((value = getenv("SLUICE_FAULTS_LIMIT"))) alarm((unsigned)atoi(value));
}

static _Noreturn void die(void) {
  for (;;) syscall(SYS_kill, getpid(), SIGKILL);
}

// Names ------------------------------------------------------------------------------------------

static const char *inside(const char *path) {
  if (!root_length || strncmp(path, root, root_length)) return NULL;
  if (!path[root_length]) return ".";
  return path[root_length] == '/' ? path + root_length + 1 : NULL;
}

static int descriptor_path(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return 1;
}

static int full_path(int folder, const char *name, char *path) {
  char base[PATH_MAX];
  if (!root_length || !name) return 0;
  if (*name == '/') return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
  while (name[0] == '.' && name[1] == '/') name += 2;
  if (folder == AT_FDCWD ? syscall(SYS_getcwd, base, sizeof base) <= 0 : !descriptor_path(folder, base))
    return 0;
  return snprintf(path, PATH_MAX, "%s/%s", base, name) < PATH_MAX;
}

static const char *watched_file(int file, char *path) {
  if (!root_length || !descriptor_path(file, path)) return NULL;
  if (watches_sockets && !strncmp(path, "socket:", 7)) return "socket";
  return inside(path);
}

// Changes that are not on the disk ---------------------------------------------------------------

enum what { WRITTEN, MADE, RENAMED, REMOVED };

struct change {
  struct change *older;
  enum what what;
  // The device of the file that was written to, or of the folder whose names changed.
  dev_t device;
  ino_t inode;
  int file;
  off_t size, at;
  size_t count;
  char *bytes;
  char *path, *other, *kept;
};
static struct change *changes;

static int remembers(void) { return kind >= LOST; }

static struct change *add(enum what what, const struct stat *status) {
  struct change *change = calloc(1, sizeof *change);
  if (!change) abort();
  change->what = what;
  change->device = status->st_dev;
  change->inode = status->st_ino;
  change->older = changes;
  return changes = change;
}

// A descriptor of the shim's own, which neither appends nor is closed before the program ends: closing it would
// give up the locks that the program has on the file.
static int own_descriptor(int file, const struct stat *status) {
  static struct { dev_t device; ino_t inode; int file; } known[256];
  static int count;
  for (int i = 0; i < count; i++)
    if (known[i].device == status->st_dev && known[i].inode == status->st_ino) return known[i].file;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int opened = (int)system_open(link, O_RDWR | O_CLOEXEC, 0);
  if (opened < 0 || count == 256) abort();
  known[count].file = (int)syscall(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 510);
  known[count].device = status->st_dev;
  known[count].inode = status->st_ino;
  // The program's locks on it are those of its first descriptor only when none was taken yet: it stays open.
  return known[count++].file;
}

// Before bytes at..at+count are written over, or the file is cut to `at`.
static void remember_bytes(int file, off_t at, size_t count, const char *name) {
  struct stat status;
  size_t length = strlen(name);
  // SQLite's index of its log is memory, and made anew after a crash.
  if (!remembers() || (length > 4 && !strcmp(name + length - 4, "-shm"))) return;
  if (fstat(file, &status) || !S_ISREG(status.st_mode)) return;
  int own = own_descriptor(file, &status);
  if (at < 0) at = status.st_size;
  struct change *change = add(WRITTEN, &status);
  change->file = own;
  change->size = status.st_size;
  change->at = at;
  if (at >= status.st_size) return;
  if ((off_t)count > status.st_size - at) count = (size_t)(status.st_size - at);
  change->bytes = malloc(count);
  if (!change->bytes) abort();
  change->count = count;
  for (size_t done = 0; done < count;) {
    long got = syscall(SYS_pread64, own, change->bytes + done, count - done, at + (off_t)done);
    if (got <= 0) abort();
    done += (size_t)got;
  }
}

static int folder_status(const char *path, struct stat *status) {
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  if (!slash) return 0;
  *slash = 0;
  return !syscall(SYS_newfstatat, AT_FDCWD, folder, status, 0);
}

static void remember_name(enum what what, const char *path, const char *other, char *kept) {
  struct stat status;
  if (!folder_status(other ? other : path, &status)) { free(kept); return; }
  struct change *change = add(what, &status);
  change->path = strdup(path);
  change->other = other ? strdup(other) : NULL;
  change->kept = kept;
}

// A second name, outside, for a file that is to lose its own.
static char *keep(const char *path) {
  if (kind != LOST_NAMES) return NULL;
  char *kept = malloc(PATH_MAX);
  if (!kept) abort();
  if (snprintf(kept, PATH_MAX, "%s/%d-%ld", stash, getpid(), ++stashed) < PATH_MAX &&
      !syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, kept, 0)) return kept;
  free(kept);
  return NULL;
}

static void is_on_disk(int file) {
  struct stat status;
  if (!remembers() || fstat(file, &status)) return;
  for (struct change **next = &changes; *next;) {
    struct change *change = *next;
    if (change->device == status.st_dev && change->inode == status.st_ino)
      *next = change->older;
    else
      next = &change->older;
  }
}

static int is_lost(const struct change *change) {
  if (change->what != WRITTEN) return kind == LOST_NAMES;
  if (kind != LOST_SOME) return 1;
  // Inodes depend on what ran before; the order in which files were met does not.
  unsigned long mixed = seed + (unsigned long)change->file * 0x9E3779B97F4A7C15u;
  return (mixed ^ (mixed >> 29)) >> 7 & 1;
}

static void lose_power(void) {
  for (struct change *change = changes; change; change = change->older) {
    if (!is_lost(change)) continue;
    switch (change->what) {
    case WRITTEN:
      syscall(SYS_ftruncate, change->file, change->size);
      for (size_t done = 0; done < change->count;) {
        long put = syscall(
            SYS_pwrite64, change->file, change->bytes + done, change->count - done,
            change->at + (off_t)done);
        if (put <= 0) abort();
        done += (size_t)put;
      }
      break;
    case MADE: syscall(SYS_unlinkat, AT_FDCWD, change->path, 0); break;
    case RENAMED:
      syscall(SYS_renameat2, AT_FDCWD, change->other, AT_FDCWD, change->path, 0);
      if (change->kept) syscall(SYS_linkat, AT_FDCWD, change->kept, AT_FDCWD, change->other, 0);
      break;
    case REMOVED:
      if (change->kept) syscall(SYS_linkat, AT_FDCWD, change->kept, AT_FDCWD, change->path, 0);
      break;
    }
  }
  die();
}

// A call ------------------------------------------------------------------------------------------

enum { GOES_ON, FAILS, IS_SHORT };
struct call {
  int isWatched, isFault;
  // The watched name.
  const char *place;
  char path[PATH_MAX];
};

// Numbers and notes a watched call. What the caller has to do with it.
static int enter(struct call *call, const char *what, size_t count, int takesRoom) {
  call->isWatched = 1;
  pthread_mutex_lock(&lock);
  long number = ++calls;
  call->isFault = number == fault_at;
  if (log_file >= 0) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%ld %s %zu %s\n", number, what, count, call->place);
    if (length > 0) syscall(SYS_write, log_file, line, (size_t)length);
  }
  if (call->isFault && kind == FULL) full_since = number;
  if (full_since && takesRoom) {
    errno = ENOSPC;
    return FAILS;
  }
  if (!call->isFault) return GOES_ON;
  if (kind == ERROR) {
    errno = error_number;
    return FAILS;
  }
  return kind == SHORT || kind == TORN ? IS_SHORT : GOES_ON;
}

// After the call: what comes of the fault.
static void leave(struct call *call) {
  int saved = errno;
  if (call->isFault) {
    if (kind == KILL || kind == TORN) die();
    if (kind >= LOST) lose_power();
    if (kind == INTERRUPT) syscall(SYS_kill, getpid(), SIGINT);
  }
  if (call->isWatched) pthread_mutex_unlock(&lock);
  errno = saved;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static size_t half(size_t count) { return count > 1 ? count / 2 : count; }

// Waits are not waited for under the lock: another thread may be what ends them.
static void unlock_early(struct call *call) {
  if (call->isWatched && !call->isFault) {
    pthread_mutex_unlock(&lock);
    call->isWatched = 0;
  }
}

// A connection that failed once is gone: a program may well wait for the answer to what it could not send.
static void disconnect(int file) {
  int saved = errno;
  shutdown(file, SHUT_RDWR);
  errno = saved;
}

// Nothing is left to be read of the followed file.
static void is_quiet(void) {
  if (!*quiet_file) return;
  *quiet_file = 0;
  syscall(SYS_kill, getpid(), SIGINT);
}

// Where there is no inotify (a user has few), a program waits for a moment again and again, and reads nothing
// meanwhile.
static int waits;
static void note_wait(int timeout, int result) {
  if (*quiet_file && timeout > 0 && result == 0 && ++waits == 20) is_quiet();
}

// Or it reads the file again and again, and finds nothing beyond what was read of it.
static void note_read(const char *name, off_t end, ssize_t result) {
  static int empty;
  if (result > 0) waits = 0;
  static off_t furthest;
  if (!*quiet_file || strcmp(name, quiet_file)) return;
  if (result > 0 && end > furthest) {
    furthest = end;
    empty = 0;
  }
  if (result == 0 && ++empty == 20) is_quiet();
}

#define READS(name, parameters, arguments, start) \
  ssize_t name parameters { \
    REAL(name); \
    struct call call = {0}; \
    if (!(call.place = watched_file(file, call.path))) return real arguments; \
    int way = enter(&call, #name, count, 0); \
    unlock_early(&call); \
    if (way == FAILS && !strcmp(call.place, "socket")) disconnect(file); \
    if (way == IS_SHORT) count = half(there(file, start, count)); \
    ssize_t result = way == FAILS ? -1 : real arguments; \
    leave(&call); \
    if (*quiet_file && result >= 0) \
      note_read(call.place, start < 0 ? syscall(SYS_lseek, file, 0, SEEK_CUR) : start + result, result); \
    return result; \
  }
// Returns how many of the requested bytes the file has, so that half of them is less.
static size_t there(int file, off_t start, size_t count) {
  struct stat status;
  if (fstat(file, &status) || !S_ISREG(status.st_mode)) return count;
  if (start < 0) start = syscall(SYS_lseek, file, 0, SEEK_CUR);
  off_t left = status.st_size - start;
  return left > 0 && (off_t)count > left ? (size_t)left : count;
}
READS(read, (int file, void *bytes, size_t count), (file, bytes, count), -1)
READS(pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at), at)
READS(pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at), at)
READS(recv, (int file, void *bytes, size_t count, int flags), (file, bytes, count, flags), -1)

#define WRITES(name, parameters, arguments, start) \
  ssize_t name parameters { \
    REAL(name); \
    struct call call = {0}; \
    if (!(call.place = watched_file(file, call.path))) return real arguments; \
    int isSocket = !strcmp(call.place, "socket"); \
    int way = enter(&call, #name, count, !isSocket); \
    if (way == FAILS && isSocket) disconnect(file); \
    if (way == IS_SHORT) count = half(count); \
    if (way != FAILS) remember_bytes(file, start, count, call.place); \
    ssize_t result = way == FAILS ? -1 : real arguments; \
    leave(&call); \
    return result; \
  }
static off_t next_place(int file) {
  long flags = syscall(SYS_fcntl, file, F_GETFL);
  return flags >= 0 && flags & O_APPEND ? -1 : (off_t)syscall(SYS_lseek, file, 0, SEEK_CUR);
}
WRITES(write, (int file, const void *bytes, size_t count), (file, bytes, count), next_place(file))
WRITES(pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at), at)
WRITES(pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at), at)
WRITES(send, (int file, const void *bytes, size_t count, int flags), (file, bytes, count, flags), 0)

#define SYNCHRONIZES(name) \
  int name(int file) { \
    REAL(name); \
    struct call call = {0}; \
    if (!(call.place = watched_file(file, call.path))) return real(file); \
    int way = enter(&call, #name, 0, 0); \
    if (call.isFault && kind >= LOST) lose_power(); \
    int result = way == FAILS ? -1 : real(file); \
    if (!result) is_on_disk(file); \
    leave(&call); \
    return result; \
  }
SYNCHRONIZES(fsync)
SYNCHRONIZES(fdatasync)

#define CUTS(name, offset) \
  int name(int file, offset length) { \
    REAL(name); \
    struct call call = {0}; \
    if (!(call.place = watched_file(file, call.path))) return real(file, length); \
    int way = enter(&call, #name, 0, 0); \
    if (way != FAILS) remember_bytes(file, length, SIZE_MAX / 2, call.place); \
    int result = way == FAILS ? -1 : real(file, length); \
    leave(&call); \
    return result; \
  }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

int close(int file) {
  REAL(close);
  struct call call = {0};
  if (!(call.place = watched_file(file, call.path))) return real(file);
  int way = enter(&call, "close", 0, 0);
  int saved = errno;
  // Whatever it says, the descriptor is gone.
  int result = real(file);
  if (way == FAILS) {
    result = -1;
    errno = saved;
  }
  leave(&call);
  return result;
}

static int open_watched(int folder, const char *name, int flags, int mode) {
  struct call call = {0};
  if (!full_path(folder, name, call.path) || !(call.place = inside(call.path)))
    return (int)syscall(SYS_openat, folder, name, flags, mode);
  struct stat status;
  int isThere = !syscall(SYS_newfstatat, AT_FDCWD, call.path, &status, 0);
  int makes = flags & O_CREAT && !isThere;
  int way = enter(&call, makes ? "create" : flags & O_TRUNC ? "open-empty" : "open", 0, makes);
  if (way == FAILS) {
    leave(&call);
    return -1;
  }
  if (flags & O_TRUNC && isThere && S_ISREG(status.st_mode)) {
    int old = (int)system_open(call.path, O_RDWR | O_CLOEXEC, 0);
    if (old >= 0) remember_bytes(old, 0, SIZE_MAX / 2, call.place);
  }
  int result = (int)syscall(SYS_openat, folder, name, flags, mode);
  if (result >= 0 && makes && remembers()) remember_name(MADE, call.path, NULL, NULL);
  leave(&call);
  return result;
}

DIR *opendir(const char *name) {
  REAL(opendir);
  struct call call = {0};
  if (!full_path(AT_FDCWD, name, call.path) || !(call.place = inside(call.path))) return real(name);
  int way = enter(&call, "opendir", 0, 0);
  DIR *result = way == FAILS ? NULL : real(name);
  leave(&call);
  return result;
}

#define LISTS(name, type) \
  struct type *name(DIR *folder) { \
    REAL(name); \
    struct call call = {0}; \
    if (!(call.place = watched_file(dirfd(folder), call.path))) return real(folder); \
    int way = enter(&call, #name, 0, 0); \
    struct type *result = way == FAILS ? NULL : real(folder); \
    leave(&call); \
    return result; \
  }
LISTS(readdir, dirent)
LISTS(readdir64, dirent64)

#define EXAMINES(name, type) \
  int name(const char *path, struct type *status) { \
    REAL(name); \
    struct call call = {0}; \
    if (!full_path(AT_FDCWD, path, call.path) || !(call.place = inside(call.path))) \
      return real(path, status); \
    int way = enter(&call, #name, 0, 0); \
    int result = way == FAILS ? -1 : real(path, status); \
    leave(&call); \
    return result; \
  }
EXAMINES(stat, stat)
EXAMINES(stat64, stat64)
EXAMINES(lstat, stat)
EXAMINES(lstat64, stat64)

static int mode_of(int flags, va_list list) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, int) : 0;
}
#define OPENS(name, parameters, folder) \
  int name parameters { \
    va_list list; \
    va_start(list, flags); \
    int mode = mode_of(flags, list); \
    va_end(list); \
    return open_watched(folder, path, flags, mode); \
  }
OPENS(open, (const char *path, int flags, ...), AT_FDCWD)
OPENS(open64, (const char *path, int flags, ...), AT_FDCWD)
OPENS(openat, (int folder, const char *path, int flags, ...), folder)
OPENS(openat64, (int folder, const char *path, int flags, ...), folder)

static int rename_watched(int folder, const char *from, int other, const char *to, unsigned flags) {
  struct call call = {0};
  char target[PATH_MAX];
  if (!full_path(folder, from, call.path) || !(call.place = inside(call.path)) ||
      !full_path(other, to, target))
    return (int)syscall(SYS_renameat2, folder, from, other, to, flags);
  int way = enter(&call, "rename", 0, 0);
  char *kept = way == FAILS ? NULL : keep(target);
  int result = way == FAILS ? -1 : (int)syscall(SYS_renameat2, folder, from, other, to, flags);
  if (!result && remembers()) remember_name(RENAMED, call.path, target, kept);
  leave(&call);
  return result;
}
int rename(const char *from, const char *to) {
  return rename_watched(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int renameat(int folder, const char *from, int other, const char *to) {
  return rename_watched(folder, from, other, to, 0);
}
int renameat2(int folder, const char *from, int other, const char *to, unsigned flags) {
  return rename_watched(folder, from, other, to, flags);
}

static int unlink_watched(int folder, const char *name, int flags) {
  struct call call = {0};
  if (!full_path(folder, name, call.path) || !(call.place = inside(call.path)))
    return (int)syscall(SYS_unlinkat, folder, name, flags);
  int way = enter(&call, "unlink", 0, 0);
  char *kept = way == FAILS ? NULL : keep(call.path);
  int result = way == FAILS ? -1 : (int)syscall(SYS_unlinkat, folder, name, flags);
  if (!result && remembers()) remember_name(REMOVED, call.path, NULL, kept);
  leave(&call);
  return result;
}
int unlink(const char *name) { return unlink_watched(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) {
  return unlink_watched(folder, name, flags);
}

static int link_watched(int folder, const char *from, int other, const char *to, int flags) {
  struct call call = {0};
  if (!full_path(other, to, call.path) || !(call.place = inside(call.path)))
    return (int)syscall(SYS_linkat, folder, from, other, to, flags);
  int way = enter(&call, "link", 0, 0);
  int result = way == FAILS ? -1 : (int)syscall(SYS_linkat, folder, from, other, to, flags);
  if (!result && remembers()) remember_name(MADE, call.path, NULL, NULL);
  leave(&call);
  return result;
}
int link(const char *from, const char *to) {
  return link_watched(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int linkat(int folder, const char *from, int other, const char *to, int flags) {
  return link_watched(folder, from, other, to, flags);
}

int flock(int file, int operation) {
  REAL(flock);
  struct call call = {0};
  if (!(call.place = watched_file(file, call.path))) return real(file, operation);
  int way = enter(&call, "flock", 0, 0);
  unlock_early(&call);
  int result = way == FAILS ? -1 : real(file, operation);
  leave(&call);
  return result;
}

// Only locks are watched.
static int control(int file, int command, void *argument) {
  struct call call = {0};
  int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
              command == F_OFD_SETLKW;
  if (!locks || !(call.place = watched_file(file, call.path)))
    return (int)syscall(SYS_fcntl, file, command, argument);
  int way = enter(&call, "lock", 0, 0);
  unlock_early(&call);
  int result = way == FAILS ? -1 : (int)syscall(SYS_fcntl, file, command, argument);
  leave(&call);
  return result;
}
#define CONTROLS(name) \
  int name(int file, int command, ...) { \
    va_list list; \
    va_start(list, command); \
    void *argument = va_arg(list, void *); \
    va_end(list); \
    return control(file, command, argument); \
  }
CONTROLS(fcntl)
CONTROLS(fcntl64)

int poll(struct pollfd *files, nfds_t count, int timeout) {
  REAL(poll);
  struct call call = {0};
  char path[PATH_MAX];
  int hasSocket = 0;
  for (nfds_t i = 0; root_length && i < count; i++) {
    if (files[i].fd < 0 || !descriptor_path(files[i].fd, path)) continue;
    hasSocket |= watches_sockets && !strncmp(path, "socket:", 7);
    if (strstr(path, "inotify")) is_quiet();
  }
  if (!hasSocket) {
    int result = real(files, count, timeout);
    note_wait(timeout, result);
    return result;
  }
  call.place = "socket";
  int way = enter(&call, "poll", 0, 0);
  unlock_early(&call);
  int result = way == FAILS ? -1 : real(files, count, timeout);
  leave(&call);
  return result;
}
