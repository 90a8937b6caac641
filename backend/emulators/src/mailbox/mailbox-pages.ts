import { pageAnswer } from '../pages/frame.js';
import type { WireAnswer } from '../pages/byte-server.js';
import type { PageAnswer } from '../pages/loopback-server.js';
import { html, Markup } from '../pages/markup.js';
import type { Email } from './email.js';

/** Path of the pages' style sheet. */
export const stylesPath = '/postfach.css';

const title = 'Postfach';

function page(heading: string, body: Markup, status = 200): PageAnswer {
  return pageAnswer(
    { title: heading, mark: 'Bildnis', markUrl: '/', aside: 'Testumgebung', styles: stylesPath, body },
    { status, frames: "'self'" },
  );
}

/** All mails, newest first, or what to do when there are none. */
export function listPage(mails: Email[], now: Date): PageAnswer {
  return page(
    title,
    html`<main>
<div class="list-head"><h1>${title}</h1><a href="/">Aktualisieren</a></div>
${mails.length > 0 ? emailList(mails, now) : emptyNote()}
</main>`,
  );
}

function emailList(mails: Email[], now: Date): Markup {
  return html`<ul class="emails">
${mails.map(
  (mail) => html`<li><a href="/post/${mail.id}">
<strong class="subject">${mail.subject || 'Ohne Betreff'}</strong>
<span class="quiet">${mail.to.join(', ')}</span>
<time class="quiet time" datetime="${mail.date}">${timeText(mail.date, now)}</time>
</a></li>`,
)}
</ul>`;
}

function emptyNote(): Markup {
  return html`<div class="empty"><h2>Noch keine Post</h2>
<p>Alle E-Mails, die Bildnis hier verschickt, landen in diesem Postfach. Registrieren Sie sich, dann steht die Bestätigung da.</p></div>`;
}

/** One mail, as HTML or as text. */
export function emailPage(mail: Email, wanted: 'html' | 'text', now: Date): PageAnswer {
  const shown = mail.html && wanted === 'html' ? 'html' : 'text';
  const subject = mail.subject || 'Ohne Betreff';
  return page(
    `${subject} – ${title}`,
    html`<main class="email">
<a class="back" href="/">Alle E-Mails</a>
<h1>${subject}</h1>
<dl class="facts">
<dt>Von</dt><dd>${mail.from}</dd>
<dt>An</dt><dd>${mail.to.join(', ')}</dd>
<dt>Zeit</dt><dd><time datetime="${mail.date}">${timeText(mail.date, now)}</time></dd>
${mail.attachments.map(({ name }, index) => html`<dt>Anhang</dt><dd><a href="/post/${mail.id}/anhang/${String(index)}">${name}</a></dd>`)}
</dl>
<nav class="tabs" aria-label="Ansicht">
${mail.html && tab(`/post/${mail.id}`, 'HTML', shown === 'html')}
${tab(`/post/${mail.id}?ansicht=text`, 'Text', shown === 'text')}
</nav>
${shown === 'html' ? htmlFrame(mail, subject) : html`<div class="plain">${linked(mail.text || 'Diese E-Mail hat keinen Text.')}</div>`}
</main>`,
  );
}

function tab(href: string, label: string, current: boolean): Markup {
  return html`<a href="${href}"${current && html` aria-current="page"`}>${label}</a>`;
}

// No script and no same origin: the mail may show itself and lead away on a click, nothing else.
function htmlFrame(mail: Email, subject: string): Markup {
  return html`<iframe class="content" title="${subject}" src="/post/${mail.id}/html" sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

/** Text with its web addresses as links; everything else stays text. */
export function linked(text: string): Markup {
  const parts = text.split(/(https?:\/\/[^\s<>"')\]]+)/);
  return new Markup(
    parts.map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`).text).join(''),
  );
}

/** The mail's own HTML, which opens its links in the whole window. Answered under a policy that runs nothing. */
export function emailHtml(mail: Email): PageAnswer {
  const base = '<base target="_top">';
  const head = /<head[^>]*>/i.exec(mail.html);
  const body = head
    ? mail.html.slice(0, head.index + head[0].length) + base + mail.html.slice(head.index + head[0].length)
    : `<!doctype html>${base}${mail.html}`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
        "style-src 'unsafe-inline'; img-src data: http://localhost:* http://127.0.0.1:*; form-action 'none'; frame-ancestors 'self'",
    },
    body,
  };
}

/** A file that came with a mail, always to be saved: it is opened by nothing here. */
export function attachmentFile(mail: Email, index: number): WireAnswer {
  const file = mail.attachments[index];
  if (!file) return missingPage();
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from(file.content, 'base64'),
  };
}

/** For addresses that lead to nothing. */
export function missingPage(): PageAnswer {
  return page(
    title,
    html`<main class="narrow"><h1>Hier ist nichts</h1><p>Diese E-Mail gibt es nicht oder nicht mehr. Nach 30 Tagen wird sie gelöscht.</p>
<p><a class="button" href="/">Alle E-Mails</a></p></main>`,
    404,
  );
}

const zone = 'Europe/Zurich';
const clock = new Intl.DateTimeFormat('de-CH', { hour: '2-digit', minute: '2-digit', timeZone: zone });
const day = new Intl.DateTimeFormat('de-CH', { day: 'numeric', month: 'long', timeZone: zone });

/** «heute, 09.12 Uhr» or «20. November, 17.40 Uhr», in Swiss time. */
function timeText(date: string, now: Date): string {
  const at = new Date(date);
  const on = day.format(at) === day.format(now) ? 'heute' : day.format(at);
  return `${on}, ${clock.format(at).replace(':', '.')} Uhr`;
}
