/** The page's looks, light and dark. */
export const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#faf8f4, #16130f); --raised: light-dark(#fff, #201c17); --ink: light-dark(#16130f, #f4f0e8); --soft: light-dark(#6b655c, #a59d91); --line: light-dark(#dedad0, #38332b); --bad: light-dark(#bf341b, #f47c62); --good: light-dark(#22694c, #7cc7a3); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.875rem/1.25rem system-ui, sans-serif; }
header, main { max-width: 100rem; margin: 0 auto; padding: 0 2rem; }
header { padding-top: 2rem; }
main { padding-bottom: 4rem; }
h1 { margin: 0; font: 400 2.25rem/2.5rem Georgia, serif; }
h2 { margin: 3rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--ink); font: 400 1.5rem/2rem Georgia, serif; }
h3 { margin: 2rem 0 0.25rem; font-size: 1rem; }
p, ul { margin: 0.25rem 0 0.75rem; }
nav { display: flex; flex-wrap: wrap; gap: 1.25rem; margin-top: 0.75rem; }
a { color: inherit; text-underline-offset: 0.2em; }
small, .soft, figcaption { color: var(--soft); }
.bad { color: var(--bad); font-weight: 600; }
.good { color: var(--good); font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.figures { width: 100%; }
th, td { padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; white-space: nowrap; }
thead th { color: var(--soft); vertical-align: bottom; }
tbody th small { display: block; font-size: 0.75rem; line-height: 1rem; }
.number { text-align: right; }
th:last-child, td:last-child { padding-right: 0; }
figure { margin: 0; }
img { display: block; max-width: 100%; height: auto; background: var(--line); }
figcaption { padding-top: 0.375rem; font-size: 0.75rem; line-height: 1rem; overflow-wrap: anywhere; }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; margin-top: 0.75rem; }
.sheet a { display: grid; aspect-ratio: 4 / 5; background: var(--line); }
.sheet img { width: 100%; height: 100%; object-fit: contain; }
.unused img { opacity: 0.45; }
.broken img { outline: 3px solid var(--bad); outline-offset: -3px; }
.pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.25rem; }
.pair div { display: grid; grid-template-columns: 1fr 1fr; gap: 2px; }
.pair figcaption { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.pair figcaption span { margin-left: auto; color: var(--ink); }
.backgrounds { display: grid; grid-template-columns: repeat(auto-fill, minmax(28rem, 1fr)); gap: 1.25rem; }
details { margin-top: 0.75rem; }
summary { cursor: pointer; }
`;
