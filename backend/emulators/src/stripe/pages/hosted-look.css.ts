/** What the hosted pages need beyond the checkout's own rules: the word that all this is a test, the invoice and the portal. */
export const hostedLook = `
.test { margin-top: 20px; padding: 10px 16px; border: 1px solid var(--hair); border-radius: 2px; background: var(--field); font-size: 15px; }
.narrow { padding-top: 32px; }
.narrow > .back + h1 { margin-top: 4px; }
.back a, .bills a { display: inline-flex; align-items: center; min-height: 44px; }
.lines dt { text-wrap: pretty; }
.state { font-weight: 600; }
.part { border-top: 1px solid var(--hair); padding-top: 24px; display: grid; gap: 16px; justify-items: start; }
.narrow > * + .part { margin-top: 32px; }
.part > .form, .part > .lines, .part > details { width: 100%; }
.plan strong { display: block; }
.bills { margin: 0; border-top: 0; }
.bills div { align-items: center; padding: 4px 0; }
.bills dt { display: flex; flex-wrap: wrap; align-items: center; gap: 0 16px; }
.bills dd { display: flex; align-items: center; gap: 16px; }
.other > summary { width: fit-content; min-height: 44px; padding: 10px 0; cursor: pointer; }
.other .form { padding-top: 12px; }
@media (max-width: 767px) { .bills .quiet { margin-top: -10px; padding-bottom: 6px; } .row > .button { flex: 1 1 auto; } .part > .button, .part > .row { width: 100%; } .checkout { padding-top: 28px; } }
@media (min-width: 768px) { .narrow { padding-top: 48px; } .checkout { padding-top: 48px; } }
`;
