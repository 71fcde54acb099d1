"""The style sheet of a report's page: light or dark as its reader prefers, wide or as narrow as a phone."""

STYLE = """:root { color-scheme: light dark;
  --ground: light-dark(#ffffff, #1e2129); --ink: light-dark(#1f2933, #e4e7eb);
  --quiet: light-dark(#5f6b76, #9aa5b1); --line: light-dark(#d9dee3, #3a3f4b); --grid: light-dark(#e6e9ec, #333844);
  --panel: light-dark(#f6f8fa, #262a34); --a: light-dark(#0072b2, #56b4e9); --b: light-dark(#b36b00, #e69f00);
  --good: light-dark(#00664b, #4fd1a5); --warn: light-dark(#8a5a00, #f0c36d); background: var(--ground); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: clamp(1rem, 3vw, 2.5rem); max-width: 1160px; color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 0.4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 0.6rem; padding-top: 1.2rem; border-top: 1px solid var(--line);
  overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 0.5rem; }
p { margin: 0.4rem 0; max-width: 78ch; }
.quiet { color: var(--quiet); font-size: 0.9rem; }
.proven { background: var(--panel); border-left: 4px solid var(--good); border-radius: 6px; padding: 0.6rem 1rem;
  margin: 0.8rem 0; }
.note { border-left: 4px solid var(--warn); padding-left: 1rem; }
.scroll { overflow-x: auto; margin: 0.6rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.93rem; }
th, td { text-align: right; padding: 0.3rem 0.9rem 0.3rem 0; vertical-align: top; }
th:first-child, td:first-child, .words { text-align: left; }
th { color: var(--quiet); font-weight: 500; font-size: 0.85rem; }
tr + tr td { border-top: 1px solid var(--grid); }
td .bar { color: var(--quiet); font-size: 0.85em; display: block; white-space: nowrap; }
.seen { color: var(--good); font-weight: 600; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 1rem;
  margin: 1rem 0; }
figure { margin: 0; background: var(--panel); border-radius: 8px; padding: 0.8rem; }
figcaption { font-weight: 600; font-size: 0.95rem; margin-bottom: 0.2rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--ink); }
svg .axis { fill: var(--quiet); font-size: 11px; }
svg .grid { stroke: var(--grid); }
svg .even { stroke: var(--quiet); stroke-dasharray: 3 3; }
svg .a { fill: var(--a); } svg .b { fill: var(--b); }
svg .la { stroke: var(--a); fill: none; stroke-width: 2; } svg .lb { stroke: var(--b); fill: none; stroke-width: 2; }
@media print { :root { color-scheme: light; } }
@media (max-width: 700px) { body { font-size: 15px; } th, td { padding-right: 0.6rem; } }
"""
