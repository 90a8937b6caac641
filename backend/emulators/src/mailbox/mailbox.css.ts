/** The mailbox's own rules, on top of the look of the hosted pages. */
export const mailboxLook = `
.list-head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 8px 24px; padding: 40px 0 20px; }
.list-head a, .back { display: inline-flex; align-items: center; min-height: 44px; }
.emails { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--ink); }
.emails li { border-bottom: 1px solid var(--hair); }
.emails a { display: grid; gap: 2px 24px; padding: 14px 0; text-decoration: none; min-height: 44px; }
.emails a:hover strong { text-decoration: underline; text-decoration-thickness: 1px; }
.emails strong { font-weight: 600; overflow-wrap: anywhere; }
.emails .quiet { overflow-wrap: anywhere; }
.empty { border-top: 1px solid var(--ink); padding-top: 32px; max-width: 560px; }
.empty p { margin-top: 12px; }
.email { padding-top: 20px; }
.email h1 { margin-top: 8px; overflow-wrap: anywhere; }
.facts { margin: 20px 0 0; display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.tabs { display: flex; gap: 28px; margin-top: 28px; border-bottom: 1px solid var(--ink); }
.tabs a { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none; color: var(--quiet); border-bottom: 3px solid transparent; margin-bottom: -1px; }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }
.content { display: block; width: 100%; height: 70vh; min-height: 420px; border: 1px solid var(--hair); border-top: 0; background: #fff; color-scheme: light; }
.plain { margin: 0; padding: 24px 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 16px/26px var(--sans); max-width: 720px; border-bottom: 1px solid var(--hair); }
@media (min-width: 768px) {
  .list-head { padding-top: 64px; }
  .emails a { grid-template-columns: minmax(0, 1fr) minmax(0, 2fr) max-content; align-items: baseline; padding: 18px 0; }
  .emails .subject { order: 2; }
  .emails .time { order: 3; }
  .email { padding-top: 40px; }
}
`;
