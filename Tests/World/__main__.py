"""Plays simulated worlds against the tool: scripts/world."""

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

from auditor import Finding
from covering import covering_array, describe
from dimensions import DIMENSIONS, conflicts, table
from events import Plan, plan
from jobs import stopping
from reducer import Reducer
from script import shell_script
from selftest import self_test
from world import World


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/world", add_help=False)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--replay")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--planted")
    parser.add_argument("--reduce", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--results", default=".build/world")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--list-dimensions", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    return parser.parse_args()


def plans(options):
    """Pairs of values first, then random ones."""
    rows, _ = covering_array()
    wanted = {name: values.split(",") for name, _, values in (each.partition("=") for each in options.only)}
    for number in range(options.first, options.first + options.worlds):
        row = rows[number] if number < len(rows) else None
        made = plan(options.seed, number, row)
        if wanted:
            values = made.values
            for name, allowed in wanted.items():
                if values[name] not in allowed:
                    values = {**values, name: allowed[number % len(allowed)]}
            if conflicts(values) is not None:
                continue
            # The events follow from the values.
            made = plan(options.seed, number, values)
        yield made


def saved(folder, name, made, verdict):
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/{name}.json", "w") as file:
        json.dump(asdict(made), file)
    with open(f"{folder}/{name}.sh", "w") as file:
        file.write(shell_script(made, verdict))
    return f"{folder}/{name}"


def report(made, verdict):
    values = " ".join(f"{each.name}={made.values[each.name]}" for each in DIMENSIONS
                      if made.values[each.name] != each.values[0])
    print(f"FAILED {made.title}: {' '.join(verdict.kinds)}\n  {values}", flush=True)
    for each in verdict.failures[:3]:
        print(f"  {each.message}", flush=True)


def in_order(play, plans, jobs):
    """The results of plays, some at once. When it is left early, those that are played end at once."""
    waiting = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for made in plans:
                waiting.append(pool.submit(play, made))
                if len(waiting) >= 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stopping.set()
            pool.shutdown(cancel_futures=True)
            stopping.clear()


def play_all(options):
    begin, failed, counts, seconds = time.monotonic(), [], Counter(), 0.0

    def play(made):
        verdict = World(made, options.sluice, options.planted).play(keep=options.keep)
        # What fails without the planted fault is no find.
        if options.planted and verdict.failures and World(made, options.sluice).play().failures:
            verdict.findings = [Finding("own-fault", "it fails without the planted fault, too", False)]
        return made, verdict

    try:
        for made, verdict in in_order(play, plans(options), options.jobs):
            counts["played"] += 1
            counts.update({each.kind for each in verdict.findings})
            seconds += verdict.seconds
            if options.keep:
                print(f"{made.title}: {verdict.folder}")
            if verdict.failures:
                report(made, verdict)
                saved(options.results, f"{made.seed}-{made.number}", made, verdict)
                failed.append((made, verdict))
                if options.planted:
                    break
    finally:
        # Of those that were played before an interruption, too.
        played = counts.pop("played", 0)
        print(f"{played} worlds of seed {options.seed}, {len(failed)} failed, {time.monotonic() - begin:.0f} s "
              f"({seconds / max(played, 1):.2f} s each)")
        for kind, count in counts.most_common():
            print(f"  {kind:<16} in {count}")
    return failed


def reduce_some(options, failed):
    """One of each kind, as far as is wanted."""
    kinds = set()
    for made, verdict in failed:
        if len(kinds) >= options.reduce or verdict.kinds[0] in kinds:
            continue
        kinds.add(verdict.kinds[0])
        reducer = Reducer(options.sluice, made, verdict, options.seconds)
        small, its = reducer.reduce()
        name = saved(options.results, f"{made.seed}-{made.number}-reduced", small, its)
        print(f"\nreduced {made.title} from {len(made.events)} events to {len(small.events)} "
              f"in {reducer.plays} plays; scripts/world --replay {name}.json")
        print(shell_script(small, its))


def main():
    options = arguments()
    # A shell's background command ignores Ctrl-C, and so would all that is started here.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    if options.list_dimensions:
        print(table())
        print(describe(*covering_array()))
        return 0
    if options.self_test:
        return self_test()
    if options.replay:
        with open(options.replay) as file:
            made = Plan(**json.load(file))
        verdict = World(made, options.sluice).play(keep=options.keep)
        print(shell_script(made, verdict))
        if verdict.failures:
            report(made, verdict)
        return 1 if verdict.failures else 0
    failed = play_all(options)
    if options.planted:
        print(f"planted: {options.planted} {'found' if failed else 'NOT found'}")
        return 0 if failed else 1
    reduce_some(options, failed)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
