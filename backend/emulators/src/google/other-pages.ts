import { pageAnswer } from '../pages/frame.js';
import type { PageAnswer } from '../pages/loopback-server.js';
import { html, type Markup } from '../pages/markup.js';
import { stylesPath } from './chooser-page.js';

function plainPage(title: string, status: number, content: Markup, home: string): PageAnswer {
  return pageAnswer(
    {
      title: `${title} – Ersatz für Google`,
      mark: 'Bildnis',
      aside: 'Testumgebung',
      styles: stylesPath,
      body: html`<main class="narrow"><h1>${title}</h1>${content}<p><a class="button main" href="${home}">Zurück zu Bildnis</a></p></main>`,
    },
    { status },
  );
}

/** For a sign-in that nobody is waiting for any more. */
export function expiredPage(home: string): PageAnswer {
  return plainPage(
    'Diese Anmeldung ist abgelaufen',
    400,
    html`<p>Starten Sie «Mit Google anmelden» bei Bildnis noch einmal.</p>`,
    home,
  );
}

/** For addresses that lead to nothing. */
export function missingPage(home: string): PageAnswer {
  return plainPage(
    'Hier ist nichts',
    404,
    html`<p>Das ist der Ersatz für Google auf diesem Gerät. Die Anmeldung beginnt bei Bildnis.</p>`,
    home,
  );
}

/** For requests that cannot be answered to the client: says what is wrong with them, in the protocol's own words. */
export function errorPage(
  status: number,
  error: { error: string; error_description?: string | undefined },
  home: string,
): PageAnswer {
  const details = html`<p>Bildnis hat eine Anfrage geschickt, die Google ablehnen würde.</p>
<p class="quiet">${error.error}${error.error_description && `: ${error.error_description}`}</p>`;
  return plainPage('Anmeldung nicht möglich', status, details, home);
}
