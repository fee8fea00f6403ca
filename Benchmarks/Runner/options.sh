# The options of scripts/bench: sets mode, only, install, kernel, twice, counts, keep and previous, and
# leaves in the arguments what the harness gets.

usage() {
  cat <<'END'
usage: scripts/bench [options]

  --only REGEX     run only the workloads whose name matches: partial, small, feed.logs, feed.cold,
                   feed.twocores, feed.gzip, feed.zstd, feed.xz, feed.bzip2, feed.lz4, feed.damaged,
                   feed.concatenated,
                   feed.elements, async.values, async.chunks, kinds.mixed, kinds.unseen, real.webhooks, real.cellphones, rules.partial, rules.feed, rules.dump, schema.any,
                   schema.typed.twitter, schema.typed.citm_catalog, search.citm_catalog,
                   search.showings, convert, tokenizer, reflection, check.full.twitter, check.full.citm_catalog,
                   check.full.canada, parse.twitter, visit.twitter, write.twitter (and so on,
                   citm_catalog, canada), select.csv, select.full, count.sum, typed.logs, query, columns.events,
                   columns.logs, columns.events.full, columns.logs.full, columns.threads,
                   columns.threads.wall, columns.duckdb.events, columns.duckdb.logs (and so on,
                   polars, pyarrow, spark), import.sqlite, import.postgres, footprint
  --file FILE      instead: read fields of each record of your own file (lines, or one document), by
                   Sluice, simdjson, RapidJSON and JSONSerialization
  --feed FILE      also: the same of a feed of lines, as the workload real.NAME; may be given again
  --path PATH      with --file and --feed: a field, such as actor.login or tags.0; once for each
  --rounds N       rounds per contender (15, and up to 25 while the figures are uncertain; below 15 is
                   only for trial runs)
  --quick          15 rounds of 5 ms instead of 25 of 10 ms
  --corpus DIR     folder with documents/twitter.json, citm_catalog.json and canada.json
                   (otherwise the environment variable SLUICE_CORPUS, or ../shared/corpus)
  --install        install missing libraries and programs to compare with: by apt-get, as root, and
                   by pip, into Benchmarks/.build/python. A full run does so by default
  --no-install     compare with what is installed
  --one-kernel     leave out the second, shorter run with the kernel haswell, which most CPUs have
  --kernel NAME    as on a CPU with nothing better than this: haswell, westmere, icelake or fallback;
                   simdjson and Sluice dispatch to it, the C++ contenders are compiled for it
  --growth         instead: how cost grows with size (1 KB to 256 MB), depth, keys, escapes and
                   wanted fields: growth.size, growth.depth, growth.keys, growth.escapes,
                   growth.wanted (--only chooses)
  --large          with --growth: documents up to 1 GiB
  --planted        instead: check that contenders which are wrong on purpose are refused
  --parity         instead: build the C++ contenders alone with
                   `c++ -O3 -march=native -DNDEBUG` and compare them with those in the benchmark
                   (CXX names another compiler)
  --instructions   instead: count the instructions of Sluice's contenders in valgrind's callgrind,
                   and list the functions that most of them are in (give --only, it is slow);
                   --contender NAME counts another one, such as rules or cursor
  --keep           afterwards keep this run's ratios and allocations in Benchmarks/kept.json, as
                   those of its toolchain and kernel
  --check          instead: the quick run of what needs no database, compared with the kept figures: a
                   table of ratios and allocations (and instructions, where the CPU's counters can be
                   read), and exit status 1 when any is worse
  --allocations    with --check: only allocations, in seconds, which do not depend on the machine's
                   other work
  --help           this text

RATIO is the reference's cost divided by Sluice's: larger is better. All results are also
written to Benchmarks/results/ as JSON, Markdown and one HTML page with charts, and to latest.* there.
Benchmarks/README.md describes how it measures.
END
}

# Takes out this script's own options; the harness gets the others.
mode=measure
keep=
only=
install=
kernel=
twice=yes
counts=
previous=
for argument in "$@"; do
  shift
  case "$argument" in
    --help | -h) usage; exit 0 ;;
    --parity) mode=parity ;;
    --install) install=yes ;;
    --no-install) install=no ;;
    --one-kernel) twice= ;;
    --allocations) counts=yes ;;
    --kernel) ;;
    --growth) mode=growth && set -- "$@" "$argument" ;;
    --planted) mode=planted && set -- "$@" "$argument" ;;
    --instructions) mode=instructions ;;
    --check) mode=check ;;
    --file) only='^file$' && twice= && set -- "$@" "$argument" ;;
    --keep) keep=yes ;;
    *) [ "$previous" = --kernel ] || set -- "$@" "$argument" ;;
  esac
  [ "$previous" != --only ] || only=$argument
  [ "$previous" != --kernel ] || kernel=$argument
  previous=$argument
done

[ "$mode" = check ] || [ -z "$counts" ] || fail "--allocations goes with --check"
# A full run installs what it needs; a partial one, and one that others wait for, only on request.
if [ "$mode$only" = measure ] && [ -z "$install" ]; then install=yes; fi
without_downloads=
if [ "$install" = no ]; then install='' without_downloads=1; fi
[ "$mode" = measure ] || twice=

if [ "$mode" = check ]; then
  # Leaves out everything that starts processes or takes long.
  only=${only:-'^(partial|small|feed|rules|schema|search|convert|reflection|check|tokenizer)'}
  if [ -n "$counts" ]; then
    # Dictionaries with a random layout would grow at random.
    export SWIFT_DETERMINISTIC_HASHING=1
    set -- --allocations --only "$only" "$@"
  else
    set -- --quick --only "$only" "$@"
  fi
fi

# Whether one of the named workloads is wanted.
wants() {
  [ -z "$only" ] && return 0
  for workload in "$@"; do
    echo "$workload" | grep -Eq -- "$only" && return 0
  done
  return 1
}
