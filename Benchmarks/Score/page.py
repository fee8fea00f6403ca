"""The results as one self-contained page, and their tables of correctness for RESULTS.md."""

import html as escaping
import json
import math
import re
import string

from feeds import cell
from languages import LANGUAGES
from sources import HERE



def e(text):
    return escaping.escape(str(text), quote=True)


def td(value, shown=None, mark="", kind="", reason=""):
    """A cell: `value` sorts it, nothing means that it was not run, for a reason that pointing at it shows."""
    if value is None:
        title = f' title="{e(reason)}"' if reason else ""
        return f'<td class="none" data-v=""{title}>–</td>'
    classes = f' class="{(mark + " " + kind).strip()}"' if mark or kind else ""
    return f'<td{classes} data-v="{e(value)}">{shown if shown is not None else e(value)}</td>'


def table(heads, rows, classes="sort"):
    head = "".join(f"<th><button>{h}</button></th>" if "sort" in classes else f"<th>{h}</th>"
                   for h in heads)
    return (f'<div class="wide"><table class="{classes}"><thead><tr>{head}</tr></thead><tbody>'
            + "".join(r if r.startswith("<tr") else f"<tr>{r}</tr>" for r in rows)
            + "</tbody></table></div>")


def part(entry, name):
    """A contender's part of a table; None where it has none, or could not be made."""
    found = entry.get(name)
    return None if isinstance(found, dict) and "missing" in found else found


def absence(entry, head):
    """Why a figure is not there; empty where it was not asked for."""
    name = TABLES.get(head, "times" if head in SPREADS else None)
    found = entry.get(name, {})
    if isinstance(found, dict) and "missing" in found:
        return found["missing"]
    return "it comes with the language" if name == "size" and "memory" in entry else ""


def figures(entry):
    """The figures of a contender in order of the page's columns; None: not run."""
    suite, numbers = part(entry, "suite") or {}, part(entry, "numbers") or {}
    lines = (part(entry, "lines") or {}).get("all kinds", {})
    features = [f for f in part(entry, "features") or [] if f is not None]
    times = {name: value[0] for name, value in (part(entry, "times") or {}).items()}
    ends = (len(suite["crashed"]) + numbers.get("crashed", 0) + ("crash" in lines)) if suite else None
    return {
        "JSONTestSuite, right": suite.get("right"),
        "refused, that is JSON": suite and len(suite["refused"]) if suite else None,
        "accepted, that is none": len(suite["let_through"]) if suite else None,
        "numbers wrong": numbers.get("wrong"),
        "numbers refused": numbers.get("refused"),
        "good lines lost": lines.get("good_lost"),
        "good lines with other values": lines.get("wrong"),
        "damaged lines let through": lines.get("let_through"),
        "crashes": ends,
        "instructions per byte": math.exp(sum(map(math.log, features)) / len(features))
        if features else None,
        "peak bytes per byte": part(entry, "memory"),
        "code, KB": entry["size"] / 1000 if part(entry, "size") else None,
        "warm, ns/byte": times.get("warm"), "cold, ns/byte": times.get("cold"),
        "p50, ns": times.get("p50"), "p99, ns": times.get("p99"), "p99.9, ns": times.get("p99.9"),
        "build, s": times.get("build"),
    }


#: The tables of the columns that not every contender has.
TABLES = {"instructions per byte": "features", "peak bytes per byte": "memory", "code, KB": "size"}

#: The columns whose figures have a spread, and their names in `times`.
SPREADS = {"warm, ns/byte": "warm", "cold, ns/byte": "cold", "p50, ns": "p50", "p99, ns": "p99",
           "p99.9, ns": "p99.9", "build, s": "build"}


def spread(entry, head):
    """The least and the most beside a figure, if it has them."""
    found = (part(entry, "times") or {}).get(SPREADS.get(head))
    return f"<br><small>{shown(found[1])}–{shown(found[2])}</small>" if found else ""


#: Columns in which a count above zero is a fault.
FAULTS = {"refused, that is JSON", "accepted, that is none", "numbers wrong", "numbers refused",
          "good lines lost", "good lines with other values", "damaged lines let through", "crashes"}


def shown(value):
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}" if value >= 1 else f"{value:.2f}"


def name_cell(entry, mode=None):
    own = ' class="own"' if entry["name"].startswith("Sluice") else ""
    more = f" {mode}" if mode else ""
    return (f'<td data-v="{e(entry["name"] + more)}"><b{own}>{e(entry["name"])}</b>'
            f'{" <code>" + e(mode) + "</code>" if mode else ""}'
            f'<br><small>{e(entry["version"])}'
            f'{"" if mode is not None else ", " + LANGUAGES[entry["language"]][1]}</small></td>')


def visitors(results):
    return {k: v for k, v in sorted(results["contenders"].items(), key=lambda kv: kv[1]["name"].lower())
            if "suite" in v or "features" in v}


def readers(results):
    """Each reader of feeds in each of its modes."""
    entries = sorted(results["contenders"].values(),
                     key=lambda entry: (not entry["name"].startswith("Sluice"), entry["name"]))
    return [(entry, mode, kinds) for entry in entries
            for mode, kinds in (part(entry, "feeds") or {}).items()]


def contenders_table(results):
    rows, heads = [], None
    for entry in visitors(results).values():
        found = figures(entry)
        heads = list(found)
        rows.append(name_cell(entry) + "".join(
            td(v, v if v is None else shown(v) + spread(entry, h),
               ("bad" if v else "good") if h in FAULTS and v is not None else "",
               reason=absence(entry, h))
            for h, v in found.items()))
    return table(["contender", *(heads or [])], rows)


def features_table(results):
    found = {k: v for k, v in visitors(results).items() if part(v, "features")}
    if not found:
        return "<p>Not run.</p>"
    rows, before = [], None
    for i, (feature, case) in enumerate(results["features"]):
        values = [v["features"][i] for v in found.values()]
        low = min(v for v in values if v)
        high = max(v for v in values if v)
        if feature != before:
            rows.append(f'<tr class="group"><td colspan="{len(found) + 1}">{e(feature)}</td></tr>')
        before = feature
        cells = [f'<td><button>{e(case)}</button></td>']
        for value in values:
            heat = math.log(value / low) / max(math.log(high / low), 1e-9) * 0.55 if value else 0
            cells.append(td(None) if value is None else
                         f'<td data-v="{value}" style="--h:{heat:.2f}">{value:.2f}</td>')
        rows.append("<tr>" + "".join(cells) + "</tr>")
    return table(["feature"] + [e(v["name"]) for v in found.values()], rows, "heat")


def feeds_table(results):
    rows = []
    for entry, mode, kinds in readers(results):
        found = kinds["all kinds"]
        how = next((f"{word}: {found[key]}" for key, word in (
            ("crash", "crash"), ("refused", "refuses it"), ("stopped", "stops")) if key in found), "")
        fault = lambda v: "bad" if v else "good"  # noqa: E731
        rows.append(name_cell(entry, mode) + "".join([
            *(td(found[key], shown(found[key]), fault(found[key]))
              for key in ("good_lost", "wrong", "let_through")),
            td(found["rows_of_nulls"], shown(found["rows_of_nulls"]),
               "warn" if found["rows_of_nulls"] else "good"),
            td(found["told"] or "nothing", mark="" if found["told"] else "warn"),
            td(how or "reads on", e(how) or "reads on", kind="text")]))
    return table(["reader", "good lost", "good with other values", "damaged let through",
                  "rows of nulls", "damaged records named", "ends with"], rows)


def kind_mark(text):
    if text == "rejects it":
        return "good"
    return "none" if text == "refuses the feed" else "warn" if text == "rows of nulls" else "bad"


def kinds_table(results):
    found = readers(results)
    rows = []
    groups = {"broken": "not JSON", "either": "JSON of other types, or a mark that may be ignored"}
    for group, title in groups.items():
        rows.append(f'<tr class="group"><td colspan="{len(found) + 1}"><small>{title}</small></td></tr>')
        for kind in results["kinds"][group]:
            words = [cell(kinds[kind]) for _, _, kinds in found]
            rows.append(f"<tr><td>{e(kind)}</td>" + "".join(
                f'<td class="{kind_mark(w) if group == "broken" else ""}">{e(w)}</td>'
                for w in words) + "</tr>")
    heads = [f"{e(entry['name'])}<br><code>{e(mode)}</code>" for entry, mode, _ in found]
    return table(["damage", *heads], rows, "kinds")


def details(results):
    text = ""
    for entry in visitors(results).values():
        suite, numbers = part(entry, "suite") or {}, part(entry, "numbers") or {}
        lines = (part(entry, "lines") or {}).get("all kinds", {})
        items = [f"{how}: {e(name)}" for how, key in (
            ("crash", "crashed"), ("accepted", "let_through"), ("refused", "refused"))
            for name in suite.get(key, [])]
        items += [f"number: {e(one)}" for one in numbers.get("examples", [])]
        items += [f"line let through, {e(kind)}: {e(what)} ({n} of them)"
                  for kind, whats in lines.get("through", {}).items() for what, n in whats.items()]
        items += [f"{name}: {e(entry[name]['missing'])}" for name in entry
                  if isinstance(entry[name], dict) and "missing" in entry[name]]
        note = f" <small>{e(entry['note'])}</small>" if entry.get("note") else ""
        text += (f"<details><summary>{e(entry['name'])}: {len(items) or 'nothing'}{note}</summary><ul>"
                 + "".join(f"<li>{i}</li>" for i in items) + "</ul></details>")
    return text


def made(results, but=()):
    """When and of which commit the figures are, leaving out some tables: most of them, those of a
    table that is wholly of another run, and those of single contenders."""
    tables, runs = {}, {}
    for entry in results["contenders"].values():
        for table, run in entry.get("made", {}).items():
            if table not in but:
                tables.setdefault(table, []).append(tuple(run))
                runs.setdefault(tuple(run), []).append((table, entry))
    first = max(runs, key=lambda run: len(runs[run]), default=("?", "?"))
    usual = {table: first if first in found else max(found, key=found.count)
             for table, found in tables.items()}
    text = f"Made on {first[0]} at commit {first[1]}"
    for table, run in usual.items():
        if run != first:
            text += f"; {table} on {run[0]} at commit {run[1]}"
    for run, figures_of_it in runs.items():
        others = [(table, entry) for table, entry in figures_of_it if usual[table] != run]
        whole = sorted({entry["name"] for _, entry in others
                        if all(tuple(one) == run for one in entry["made"].values())})
        parts = {}
        for table, entry in others:
            if entry["name"] not in whole:
                parts.setdefault(table, []).append(entry["name"])
        whose = whole + [f"{table} of {', '.join(names)}" for table, names in parts.items()]
        if whose:
            text += f"; {'; '.join(whose)} on {run[0]} at commit {run[1]}"
    return text


def html(results):
    machine = results.get("machine", {})
    missing = "".join(f"<li>{e(m['name'])}: {e(m['reason'])}</li>"
                      for m in results.get("missing", {}).values())
    return string.Template((HERE / "page.html").read_text()).substitute(
        lead=e(f"{made(results)}. {machine.get('cpu')}, {machine.get('compiler')}. A dash is what was not run,"
               " or does not apply."),
        contenders=contenders_table(results), features=features_table(results),
        ways=len(results.get("kinds", {}).get("broken", [])), feeds=feeds_table(results),
        kinds=kinds_table(results),
        details=details(results) + (f"<h2>Not had</h2><ul>{missing}</ul>" if missing else ""),
        example=e((HERE / "contenders" / "yyjson.cpp").read_text()),
        data=json.dumps(results, ensure_ascii=False).replace("</", "<\\/"))


def row(*cells):
    return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"


def markdown(results):
    """The tables that do not depend on the machine's speed."""
    dash = lambda v: "not run" if v is None else shown(v)  # noqa: E731
    heads = list(figures({}))[:11]
    text = [row("contender", *heads), row(*["---"] + ["---:"] * len(heads))]
    for entry in visitors(results).values():
        found = figures(entry)
        text.append(row(f"{entry['name']} {entry['version']}", *(dash(found[h]) for h in heads)))
    reasons = {}
    for entry in visitors(results).values():
        for head in TABLES:
            if head in heads and (reason := absence(entry, head)):
                reasons.setdefault((head, reason), []).append(entry["name"])
    text += ["", *(f"No {head}: {', '.join(names)} ({reason})." for (head, reason), names in reasons.items())]
    text += ["", "The damaged feed, by readers of feeds:", "",
             row("reader", "good lost", "let through", "rows of nulls", "damaged records named", "ends"),
             row("---", "---:", "---:", "---:", "---", "---")]
    for entry, mode, kinds in readers(results):
        found = kinds["all kinds"]
        ends = next((word for key, word in (
            ("crash", "crashes"), ("refused", "refuses the feed"), ("stopped", "stops"))
            if key in found), "reads on")
        text.append(row(f"{entry['name']} {entry['version']}{f', `{mode}`' if mode else ''}",
                        *(shown(found[key]) for key in ("good_lost", "let_through", "rows_of_nulls")),
                        found["told"] or "nothing", ends))
    missing = [f"{m['name']} ({m['reason']})" for m in results.get("missing", {}).values()]
    text += ["", f"{made(results, but=['times'])}."
             + (f" Not had: {'; '.join(missing)}." if missing else "")]
    return "\n".join(text) + "\n"


def into_results(results, path):
    marks = r"(<!-- score:begin -->\n).*(<!-- score:end -->)"
    text, found = re.subn(marks, lambda m: m[1] + markdown(results) + m[2], path.read_text(), flags=re.S)
    if not found:
        raise SystemExit(f"scripts/score: {path} has no marks score:begin and score:end")
    path.write_text(text)
