# What scripts/test and .ci/run share: steps with their times, and checks that nothing reaches. They source this file
# in the root of the repository.

# step NAME COMMAND...: runs the command. How long it took is printed by `print_times`, and is a line of the file that
# SLUICE_TIMES names: seconds, tab, name.
times=()
step() {
  local start=$SECONDS code=0 name=$1
  shift
  "$@" || code=$?
  times+=("$(printf '%5s s  %s' $((SECONDS - start)) "$name")")
  [ -z "${SLUICE_TIMES:-}" ] || printf '%s\t%s\n' $((SECONDS - start)) "$name" >> "$SLUICE_TIMES"
  return $code
}
print_times() { printf '%s\n' ${times[@]+"${times[@]}"}; }

passed_checks="${XDG_CACHE_HOME:-$HOME/.cache}/sluice-checks"

# A digest of everything that the result of a check depends on: the contents of the files that .ci/inputs names for it,
# the compiler and simdjson. Fails where they can't be listed.
digest() {
  local paths
  case "$1" in
    docs.*) paths=("Sources/${1#docs.}" scripts/docs) ;;
    *) read -ra paths <<< "$(awk -v name="$1" '$1 == name { $1 = ""; print }' .ci/inputs | tr '\n' ' ')" ;;
  esac
  [ ${#paths[@]} -gt 0 ] || { echo "$0: .ci/inputs has no line for $1" >&2; exit 2; }
  git ls-files --error-unmatch -- "${paths[@]}" > /dev/null 2>&1 || return 1
  {
    git ls-files -z -- "${paths[@]}" | xargs -0 sha256sum
    swift --version 2> /dev/null
    pkg-config --modversion simdjson 2> /dev/null
    uname -m
  } | sha256sum | cut -d ' ' -f 1
}

# is_due NAME [MINUTES]: whether a check has to run: unless it has passed here with these very inputs or, in .ci/run,
# would begin later than MINUTES after the run's begin: a slow machine leaves long rounds to scripts/nightly. Every one
# has to where SLUICE_EVERYTHING is set.
is_due() {
  local now over
  [ -z "${SLUICE_EVERYTHING:-}" ] || return 0
  if now="$(digest "$1")" && [ "$(cat "$passed_checks/$1" 2> /dev/null)" = "$now" ]; then
    leave_out "$1: it passed here, and none of its inputs (.ci/inputs) has changed since"
    return 1
  fi
  over=$((($(date +%s) - ${SLUICE_BEGAN:-$(date +%s)}) / 60))
  if [ -n "${2:-}" ] && [ $over -ge "$2" ]; then
    leave_out "$1 in full: this run is $over minutes old, and begins it in the first $2; scripts/nightly plays it"
    return 1
  fi
}

# Says what is left out, now and at the end of .ci/run.
leave_out() {
  echo "left out: $1"
  [ -z "${SLUICE_TIMES:-}" ] || printf 'left out: %s\n' "$1" >> "$SLUICE_TIMES.left"
}

# Notes that a check has passed.
passed() {
  local now
  now="$(digest "$1")" || return 0
  mkdir -p "$passed_checks" && echo "$now" > "$passed_checks/$1"
}

# due NAME COMMAND...: a step that is left out unless it is due.
due() {
  is_due "$1" || return 0
  step "$@" && passed "$1"
}
