import { pageAnswer } from '../pages/frame.js';
import type { PageAnswer } from '../pages/loopback-server.js';
import { html, type Markup } from '../pages/markup.js';
import type { GoogleAccount } from './account.js';
import type { OtherErrors, OtherValues } from './chooser-form.js';

/** Path of the pages' style sheet. */
export const stylesPath = '/google.css';

export interface ChooserView {
  /** Where the forms are posted. */
  action: string;
  accounts: readonly GoogleAccount[];
  /** Origins the browser may be sent back to. */
  returnOrigins: readonly string[];
  values: OtherValues;
  errors: OtherErrors;
}

/** Stands where Google asks who is signing in; nobody types a password here. */
export function chooserPage(view: ChooserView): PageAnswer {
  const wrong = Object.keys(view.errors).length > 0;
  return pageAnswer(
    {
      title: 'Konto wählen – Ersatz für Google',
      mark: 'Bildnis',
      aside: 'Testumgebung',
      styles: stylesPath,
      body: html`<main class="chooser">
<div class="intro">
<h1>Konto wählen</h1>
<p class="emulator">Ersatz für Google – nur auf diesem Gerät, ohne echte Google-Konten.</p>
</div>
${accountList(view)}
<div class="beside">
${otherForm(view)}
<form method="post" action="${view.action}"><button class="button" name="cancel" value="1">Abbrechen</button></form>
</div>
</main>`,
    },
    { status: wrong ? 422 : 200, formTargets: view.returnOrigins },
  );
}

function accountList({ action, accounts }: ChooserView): Markup {
  return html`<form method="post" action="${action}">
<ul class="accounts" aria-label="Testkonten">
${accounts.map(
  (account) => html`<li><button name="account" value="${account.sub}">
<span class="initial" aria-hidden="true">${account.name.slice(0, 1).toUpperCase()}</span>
<span class="who"><strong>${account.name}</strong> <span class="quiet">${account.email}</span> <span class="quiet">${noteOn(account)}</span></span>
</button></li>`,
)}
</ul>
</form>`;
}

function noteOn(account: GoogleAccount): string {
  if (!account.emailVerified) return 'Adresse nicht bestätigt';
  if (account.hostedDomain !== undefined) return 'Google Workspace';
  return account.email.endsWith('@gmail.com') ? 'Gmail' : 'Eigene Adresse';
}

function otherForm({ action, values, errors }: ChooserView): Markup {
  return html`<form class="other" method="post" action="${action}" novalidate>
<h2>Anderes Testkonto</h2>
${field({ name: 'email', label: 'E-Mail', type: 'email', fill: 'email', value: values.email, error: errors.email })}
${field({ name: 'name', label: 'Name', type: 'text', fill: 'name', value: values.name, error: errors.name })}
<button class="button main">Mit diesem Konto weiter</button>
</form>`;
}

interface FieldParts {
  name: keyof OtherValues;
  label: string;
  type: 'text' | 'email';
  fill: string;
  value: string;
  error: string | undefined;
}

function field({ name, label, type, fill, value, error }: FieldParts): Markup {
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${fill}" required${
    error && html` aria-invalid="true" aria-describedby="${name}-error"`
  }>
${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
</div>`;
}
