import { facts } from '../../facts/index.js';

/** The frame around the reference: German as the rest of the product, while the description of the API is English. */
export const PAGE = `<!doctype html>
<html lang="de-CH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API-Referenz · ${facts.brand}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/v1/reference/swagger-ui.css">
<link rel="stylesheet" href="/api/v1/reference/page.css">
<script src="/api/v1/reference/page.js"></script>
<script src="/api/v1/reference/swagger-ui-bundle.js" defer></script>
</head>
<body>
<a class="skip" href="#reference">Zur Referenz</a>
<header class="top"><a class="mark" href="/">${facts.brand}</a> <span>API-Referenz</span></header>
<main>
<p class="lead">Was Programme mit einem API-Schlüssel können. Schlüssel erstellen Sie unter <a href="/app/settings/api">Konto → API</a>; wer sie im Browser braucht, findet hier auch, was für Seiten anderer Adressen gilt. Die Beschreibung ist englisch.</p>
<p class="lead">Die ganze Beschreibung als Datei: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<div id="reference" lang="en" tabindex="-1"></div>
<noscript><p class="lead">Diese Seite braucht JavaScript. Ohne geht es mit <a href="/api/v1/openapi.json">openapi.json</a>.</p></noscript>
</main>
</body>
</html>
`;

/** Begins before the first paint, so that a dark page is dark at once. */
export const SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
follow();
dark.addEventListener('change', follow);
document.addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '/api/v1/reference/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    supportedSubmitMethods: ['get'],
    validatorUrl: null,
  });
});
`;

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf8f4, #16130f); --ink: light-dark(#16130f, #f4f0e8); --quiet: light-dark(#6b655c, #a59d91);
  --line: light-dark(#dedad0, #38332b); --accent-text: light-dark(#bf341b, #f47c62);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/24px system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; }
a { color: inherit; text-underline-offset: 4px; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 20px; top: 12px; background: var(--paper); padding: 4px 8px; }
.top { display: flex; gap: 16px; align-items: baseline; padding: 20px; border-bottom: 1px solid var(--line); color: var(--quiet); }
.mark { color: var(--ink); font: 28px/32px 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif; text-decoration: none; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 20px 64px; }
.lead { margin: 0 0 8px; max-width: 68ch; }
`;
