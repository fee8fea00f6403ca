"""A world as a shell script that needs the tool alone."""

from collections import Counter


def shell_script(plan, verdict):
    kinds = Counter(each.kind for each in verdict.failures)
    head = ", ".join(f"{kind} ({count})" for kind, count in kinds.items()) or "nothing"
    lines = ["#!/usr/bin/env bash", f"# {plan.title}: {head}"]
    lines += [f"#   {' '.join(each.message.split())}" for each in verdict.failures[:6]]
    usage, shim = "", []
    if any("$shim" in line for line in verdict.script):
        usage = " SHIM, which is: cc -shared -fPIC -o SHIM Tests/FaultInjection/Shim/faults.c -ldl"
        shim = ["shim=$(realpath \"${2:?the preloaded library}\")"]
    if plan.values["server"] != "none":
        usage, shim = " STORE, which is Tests/World/store.py", ["store=$(realpath \"${2:?the server of objects}\")"]
    if plan.values["sink"] == "postgresql":
        usage += "; under scripts/with-postgres"
    lines += [f"# usage: bash THIS PATH-OF-SLUICE{usage}", *shim,
              "sluice=$(realpath \"${1:?the path of sluice}\")", "cd \"$(mktemp -d)\"",
              "# With job control, jobs in the background heed Ctrl-C.", "set -um"]
    lines += verdict.script
    rows = {"sqlite": "sqlite3 out/rows.db 'select id, text from t order by id'",
            "csv": "sort -n out/rows.csv", "ndjson": "sort out/rows.ndjson"}.get(plan.values["sink"])
    if rows:
        lines.append(rows)
    lines.append("cut -c 1-200 out/rejects*.ndjson 2> /dev/null || true")
    return "\n".join(lines) + "\n"
