/** The look of the hosted pages: paper, ink, hairlines and one accent; no script, no font from elsewhere. */
export const look = `
:root {
  color-scheme: light dark;
  --paper: #faf8f4; --ink: #16130f; --quiet: #665f55; --hair: #dcd6cb; --field: #fffdf9; --edge: #8d8579;
  --accent: #c8391f; --accent-hover: #aa2e18; --on-accent: #fff; --wrong: #b32f17; --good: #2c6a4c;
  --serif: 'Instrument Serif', 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif;
  --sans: 'Instrument Sans', system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16130f; --ink: #f4efe6; --quiet: #aaa195; --hair: #38332b; --field: #1f1b16; --edge: #7d7567;
    --accent: #c8391f; --accent-hover: #b5321b; --wrong: #f08a72; --good: #7cc09b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/24px var(--sans); font-variant-numeric: tabular-nums; }
a { color: inherit; text-underline-offset: 4px; text-decoration-thickness: 1px; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
h1, h2 { font-family: var(--serif); font-weight: 400; letter-spacing: -0.01em; margin: 0; text-wrap: balance; }
h1 { font-size: 40px; line-height: 44px; }
h2 { font-size: 24px; line-height: 32px; }
p { margin: 0; }
.frame { max-width: 1120px; margin: 0 auto; padding: 0 20px 64px; }
.top { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; padding: 24px 0 20px; border-bottom: 1px solid var(--hair); }
.mark { font: 28px/32px var(--serif); text-decoration: none; }
.quiet { color: var(--quiet); font-size: 15px; }
.wrong { color: var(--wrong); }
.good { color: var(--good); }
.narrow { max-width: 560px; padding-top: 40px; }
.narrow > * + * { margin-top: 20px; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 10px 22px; border: 1px solid var(--ink); border-radius: 2px;
  background: transparent; color: var(--ink); font: 600 16px/24px var(--sans); text-decoration: none; cursor: pointer; transition: background-color 150ms; }
.button:hover { background: color-mix(in srgb, var(--ink) 7%, transparent); }
.button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button.main:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; }
.notice { border-left: 3px solid var(--wrong); padding: 4px 0 4px 16px; }
.notice strong { display: block; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (min-width: 768px) {
  .frame { padding: 0 48px 96px; }
  h1 { font-size: 56px; line-height: 60px; }
  .narrow { padding-top: 72px; }
}
`;

/** The checkout's own rules. */
export const checkoutLook = `
.checkout { display: grid; gap: 40px; padding-top: 32px; }
.amount { font: 28px/36px var(--serif); margin-top: 8px; }
.amount span { font: 16px/24px var(--sans); color: var(--quiet); }
.lines { margin: 24px 0 0; border-top: 1px solid var(--ink); }
.lines div { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0; border-bottom: 1px solid var(--hair); }
.lines dt, .lines dd { margin: 0; }
.lines dd { white-space: nowrap; }
.lines .total { font-weight: 600; }
.after { margin-top: 16px; }
.form { display: grid; gap: 20px; }
.field { display: grid; gap: 6px; }
.field label { font-weight: 600; font-size: 15px; }
.field input { width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid var(--edge); border-radius: 2px; background: var(--field); color: var(--ink); font: inherit; }
.field input[aria-invalid] { border-color: var(--wrong); box-shadow: inset 0 0 0 1px var(--wrong); }
.field .wrong { font-size: 15px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
.acts { display: grid; gap: 12px; }
.cards { border-top: 1px solid var(--hair); padding-top: 4px; font-size: 15px; }
.cards summary { min-height: 44px; padding: 10px 0; cursor: pointer; color: var(--quiet); }
.cards ul { list-style: none; margin: 0; padding: 0 0 8px; }
.cards li { padding: 8px 0; border-top: 1px solid var(--hair); }
.cards li span { color: var(--quiet); display: block; }
@media (min-width: 768px) {
  .checkout { grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 96px; padding-top: 64px; align-items: start; }
  .acts { grid-template-columns: 1fr auto; }
}
@media (min-width: 768px) and (max-width: 1023px) { .checkout { gap: 48px; } }
`;
