/**
 * How the HTML report looks, in light and in dark.
 *
 * Texts have a contrast of at least 7 to 1, bars and lines of at least 3 to 1.
 *
 * @module
 */

export const style = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1b1d22; --quiet: #4a4e57; --line: #d5d8de; --stripe: #f4f5f7; --link: #1f4f9e;
  --native: #3b76d1; --wasm-fma: #c2571a; --wasm: #138a72; --peer: #84848c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14161a; --text: #e8eaee; --quiet: #b3b8c2; --line: #3a3f49; --stripe: #1c1f25; --link: #9cc0ff;
    --native: #6ea3f5; --wasm-fma: #f08a4b; --wasm: #3fbf9f; --peer: #9a9aa4;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 100rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; border-top: 1px solid var(--line); padding-top: 1rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.notes { color: var(--quiet); padding-left: 1.2rem; max-width: 60rem; } p.notes { padding-left: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .25rem 0; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 1.5rem; align-items: start; }
figure { margin: 0; max-width: 520px; }
figcaption { font-weight: 600; margin-bottom: .25rem; }
figure svg { width: 100%; height: auto; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
th:first-child { text-align: left; font-weight: 500; position: sticky; left: 0; background: var(--page);
  white-space: normal; min-width: 9rem; max-width: 22rem; }
tbody tr:nth-child(odd) td, tbody tr:nth-child(odd) th { background: var(--stripe); }
details { margin: 1rem 0; }
summary { cursor: pointer; color: var(--link); padding: .25rem 0; }
@media print { .scroll { overflow: visible; } details { display: none; } }
`
