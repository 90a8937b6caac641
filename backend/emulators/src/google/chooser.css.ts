/** The account chooser's own rules, on top of the look of the hosted pages. */
export const chooserLook = `
.chooser { display: grid; gap: 32px; padding-top: 32px; }
.emulator { margin-top: 16px; padding: 4px 0 4px 16px; border-left: 3px solid var(--accent); }
.accounts { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--ink); }
.accounts li { border-bottom: 1px solid var(--hair); }
.accounts button { display: grid; grid-template-columns: 44px minmax(0, 1fr); gap: 16px; align-items: center; width: 100%; min-height: 72px; padding: 12px 0;
  border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
.accounts button:hover strong { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 4px; }
.accounts button:hover .initial { border-color: var(--ink); }
.initial { display: grid; place-items: center; width: 44px; height: 44px; border: 1px solid var(--edge); border-radius: 50%; font: 24px/24px var(--serif); }
.who { display: grid; gap: 0 16px; overflow-wrap: anywhere; }
.who strong { font-weight: 600; }
.beside { display: grid; gap: 12px; }
.other { display: grid; gap: 20px; }
.field { display: grid; gap: 6px; }
.field label { font-weight: 600; font-size: 15px; }
.field input { width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid var(--edge); border-radius: 2px; background: var(--field); color: var(--ink); font: inherit; }
.field input[aria-invalid] { border-color: var(--wrong); box-shadow: inset 0 0 0 1px var(--wrong); }
.field .wrong { font-size: 15px; }
.beside .button { width: 100%; }
@media (min-width: 768px) {
  .chooser { grid-template-columns: minmax(0, 1fr) minmax(0, 360px); gap: 40px 96px; padding-top: 64px; align-items: start; }
  .intro { grid-column: 1 / -1; }
  .who { grid-template-columns: minmax(0, 1fr) max-content; align-items: baseline; }
  .who strong { grid-column: 1 / -1; }
}
@media (min-width: 768px) and (max-width: 1023px) { .chooser { gap: 40px 48px; } .who { grid-template-columns: minmax(0, 1fr); } }
`;
