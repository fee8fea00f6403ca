/// The page's style: on a phone, on a light or dark screen, and in print.
enum HTMLStyle {
  static let text = """
    :root{--ink:#1c2530;--soft:#5b6875;--line:#dde3e9;--paper:#fff;--card:#f7f9fb;--own:#0b7a75;
    --other:#a9b8c6;--bad:#b3261e;--good:#0b7a75}
    @media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa8b5;--line:#33404c;
    --paper:#12181e;--card:#1a222a;--own:#3fc1b5;--other:#566675;--bad:#ff8a80;--good:#3fc1b5}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:1160px;padding:20px 16px 48px;color:var(--ink);
    background:var(--paper);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
    h1{font-size:1.7rem;margin:.2em 0}h2{font-size:1.25rem;margin:2em 0 .4em}
    h3{font-size:1rem;margin:0}.lead,.about{color:var(--soft)}.about{margin:.1em 0 .7em;
    font-size:.85rem}
    .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
    th,td{text-align:left;vertical-align:top;padding:7px 10px 7px 0;
    border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:600}
    .n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
    .i{white-space:nowrap;color:var(--soft);font-variant-numeric:tabular-nums}
    tr.missed b{color:var(--bad)}code{font:.86em ui-monospace,Menlo,Consolas,monospace}
    .key{color:var(--soft)}
    .cards{display:grid;gap:14px;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr))}
    .card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px;
    break-inside:avoid}
    svg{display:block;width:100%;height:auto}.gauge{width:120px}
    svg text{font:11px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
    .value{text-anchor:end;fill:var(--soft)}svg .tick{fill:var(--soft);font-size:9px}
    .middle{text-anchor:middle}.end,svg .value{text-anchor:end;fill:var(--soft)}
    .ours{fill:var(--own)}.other{fill:var(--other)}.spread{stroke:var(--ink);fill:none;opacity:.65}
    .grid{stroke:var(--line);fill:none}.bar{stroke:var(--soft);fill:none}
    .range{fill:var(--other)}.good{fill:var(--good)}.bad{fill:var(--bad)}
    .line{fill:none;stroke-width:1.8}.own{stroke:var(--own);stroke-width:2.8}
    .c0{stroke:#7b61c9}.c1{stroke:#c98a1b}.c2{stroke:#3f7fc9}.c3{stroke:#c9528f}.c4{stroke:#6b9a2f}
    .c5{stroke:#8a7365}.dashed{stroke-dasharray:4 3}
    .failure{margin:.5em 0 0;font-size:.8rem;color:var(--bad);overflow-wrap:anywhere}
    pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);padding:12px;border-radius:8px;font-size:.8rem}
    @media(max-width:640px){.targets thead{display:none}.targets tr{display:grid;
    grid-template-columns:auto auto auto 1fr;gap:2px 12px;align-items:center;padding:8px 0;
    border-bottom:1px solid var(--line)}.targets td{border:0;padding:0}
    .targets .w,.targets .a{grid-column:1/-1}.targets .a{color:var(--soft);font-size:.85rem}
    .targets .a::before{content:"against "}.targets .b::before{content:"bar ";color:var(--soft)}
    .targets .k::before{content:attr(data-kernel);color:var(--soft)}.targets .k{text-align:left}
    .targets .gauge{display:none}}
    @media print{body{max-width:none;padding:0;font-size:11px}.card{background:none}
    .cards{grid-template-columns:1fr 1fr}:root{--ink:#000;--paper:#fff}}
    """
}
