import type { PageAnswer } from './loopback-server.js';
import { html, Markup } from './markup.js';

export interface PageParts {
  title: string;
  /** The wordmark at the top, and what stands beside it. */
  mark: string;
  markUrl?: string;
  aside: string;
  body: Markup;
  /** Path of the style sheet on the same server. */
  styles: string;
}

export interface PagePolicy {
  status?: number;
  /** Origins a form may end up at besides this server: browsers check redirects after a form as well. */
  formTargets?: readonly string[];
  /** Origins frames may come from; none unless given. */
  frames?: string;
}

/** One German page, with a policy under which nothing but the own style sheet loads and no script runs. */
export function pageAnswer(parts: PageParts, policy: PagePolicy = {}): PageAnswer {
  const mark = parts.markUrl
    ? html`<a class="mark" href="${parts.markUrl}">${parts.mark}</a>`
    : html`<span class="mark">${parts.mark}</span>`;
  const page = html`<!doctype html>
<html lang="de-CH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${parts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${parts.styles}">
</head>
<body>
<div class="frame">
<header class="top">${mark}<span class="quiet">${parts.aside}</span></header>
${parts.body}
</div>
</body>
</html>
`;
  return {
    status: policy.status ?? 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentPolicy(policy) },
    body: page.text,
  };
}

function contentPolicy(policy: PagePolicy): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...(policy.formTargets ?? [])].join(' ')}`,
    `frame-src ${policy.frames ?? "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A style sheet. */
export function stylesAnswer(css: string): PageAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
    body: css,
  };
}

/** 303, so that the browser goes on with GET and a reload repeats nothing. */
export function seeOther(location: string): PageAnswer {
  return { status: 303, headers: { location }, body: '' };
}
