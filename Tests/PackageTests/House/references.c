// Prints what the index store of a build knows of the files below a folder: for each file and symbol a line
//
//   D or R, tab, USR, tab, name, tab, file, tab, line
//
// for the first definition and the first reference, and a line for the file itself with F and no symbol. Usage: references LIBRARY STORE FOLDER, where LIBRARY is the
// toolchain's libIndexStore. Declarations are those of its indexstore.h, which not every toolchain has.
#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { const char *data; size_t length; } text;
typedef bool step(void *context, void *item);
typedef bool named(void *context, text name);

enum { definition = 1 << 1, reference = 1 << 2, implicit = 1 << 8, record = 2, slots = 1 << 16 };

#define FUNCTION(result, name, ...) static result (*name)(__VA_ARGS__);
#define FUNCTIONS(X) \
  X(void *, indexstore_store_create, const char *, void **) \
  X(bool, indexstore_store_units_apply_f, void *, unsigned, void *, named *) \
  X(void *, indexstore_unit_reader_create, void *, const char *, void **) \
  X(void, indexstore_unit_reader_dispose, void *) \
  X(text, indexstore_unit_reader_get_main_file, void *) \
  X(bool, indexstore_unit_reader_dependencies_apply_f, void *, void *, step *) \
  X(int, indexstore_unit_dependency_get_kind, void *) \
  X(text, indexstore_unit_dependency_get_filepath, void *) \
  X(text, indexstore_unit_dependency_get_name, void *) \
  X(void *, indexstore_record_reader_create, void *, const char *, void **) \
  X(void, indexstore_record_reader_dispose, void *) \
  X(bool, indexstore_record_reader_occurrences_apply_f, void *, void *, step *) \
  X(void *, indexstore_occurrence_get_symbol, void *) \
  X(uint64_t, indexstore_occurrence_get_roles, void *) \
  X(void, indexstore_occurrence_get_line_col, void *, unsigned *, unsigned *) \
  X(text, indexstore_symbol_get_usr, void *) \
  X(text, indexstore_symbol_get_name, void *)
FUNCTIONS(FUNCTION)

static void *store;
static const char *folder;
static char path[PATH_MAX];
// The symbols of a file that were printed, with their kind of line.
static struct { void *symbol; char kind; } seen[slots];

static char *string(text t) {
  static char copy[PATH_MAX];
  snprintf(copy, sizeof copy, "%.*s", (int)t.length, t.data);
  return copy;
}

static void line(void *symbol, char kind, void *occurrence) {
  size_t slot = ((uintptr_t)symbol >> 3 ^ (kind == 'D')) * 0x9E3779B97F4A7C15 >> 48;
  while (seen[slot].symbol && (seen[slot].symbol != symbol || seen[slot].kind != kind)) {
    slot = (slot + 1) % slots;
  }
  if (seen[slot].symbol) { return; }
  seen[slot].symbol = symbol;
  seen[slot].kind = kind;
  unsigned number, column;
  indexstore_occurrence_get_line_col(occurrence, &number, &column);
  const text usr = indexstore_symbol_get_usr(symbol), name = indexstore_symbol_get_name(symbol);
  printf("%c\t%.*s\t%.*s\t%s\t%u\n", kind, (int)usr.length, usr.data, (int)name.length, name.data,
         path + strlen(folder), number);
}

static bool occurrence(void *context, void *item) {
  (void)context;
  const uint64_t roles = indexstore_occurrence_get_roles(item);
  void *const symbol = indexstore_occurrence_get_symbol(item);
  if (roles & definition) { line(symbol, 'D', item); }
  if (roles & reference && !(roles & implicit)) { line(symbol, 'R', item); }
  return true;
}

static bool dependency(void *context, void *item) {
  (void)context;
  if (indexstore_unit_dependency_get_kind(item) != record) { return true; }
  if (strcmp(string(indexstore_unit_dependency_get_filepath(item)), path) != 0) { return true; }
  void *const reader = indexstore_record_reader_create(
      store, string(indexstore_unit_dependency_get_name(item)), NULL);
  if (!reader) { return true; }
  memset(seen, 0, sizeof seen);
  indexstore_record_reader_occurrences_apply_f(reader, NULL, occurrence);
  indexstore_record_reader_dispose(reader);
  return true;
}

static bool unit(void *context, text name) {
  (void)context;
  void *const reader = indexstore_unit_reader_create(store, string(name), NULL);
  if (!reader) { return true; }
  snprintf(path, sizeof path, "%s", string(indexstore_unit_reader_get_main_file(reader)));
  // Units of files that were removed stay in the store.
  if (strncmp(path, folder, strlen(folder)) == 0 && access(path, F_OK) == 0) {
    printf("F\t\t\t%s\t0\n", path + strlen(folder));
    indexstore_unit_reader_dependencies_apply_f(reader, NULL, dependency);
  }
  indexstore_unit_reader_dispose(reader);
  return true;
}

int main(int count, char **arguments) {
  if (count != 4) { return 2; }
  void *const library = dlopen(arguments[1], RTLD_NOW);
  if (!library) { fprintf(stderr, "%s\n", dlerror()); return 1; }
#define LOAD(result, name, ...) \
  if (!(*(void **)&name = dlsym(library, #name))) { fprintf(stderr, "no " #name "\n"); return 1; }
  FUNCTIONS(LOAD)
  folder = arguments[3];
  store = indexstore_store_create(arguments[2], NULL);
  if (!store) { fprintf(stderr, "can't read %s\n", arguments[2]); return 1; }
  return indexstore_store_units_apply_f(store, 1, NULL, unit) ? 0 : 1;
}
