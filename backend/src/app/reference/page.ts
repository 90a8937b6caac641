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
<div class="page">
<section aria-label="Einleitung"><p class="lead">Was Programme mit einem API-Schlüssel können. Schlüssel erstellen Sie unter <a href="/app/settings/api">Konto → API</a>. Die Beschreibung ist englisch; vollständig steht sie in <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></section>
<div id="reference" lang="en" tabindex="-1"></div>
<noscript><p class="lead">Diese Seite braucht JavaScript. Ohne geht es mit <a href="/api/v1/openapi.json">openapi.json</a>.</p></noscript>
</div>
</body>
</html>
`;

/** Begins before the first paint, so that a dark page is dark at once. */
export const SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
follow();
dark.addEventListener('change', follow);
// The renderer puts a link into each button, and leaves out a level of headings (twice) and a landmark.
const mended = ({ React: { createElement } }) => ({
  wrapComponents: {
    DeepLink: () => ({ text }) => createElement('span', null, text),
    InfoContainer: (Original) => (props) => createElement('section', { 'aria-label': 'About' }, createElement(Original, props)),
    Models: (Original) => (props) => createElement('div', null, createElement('h3', { className: 'read-only' }, 'Shapes'), createElement(Original, props)),
    operations: (Original) => (props) => createElement('div', null, createElement('h2', null, 'Operations'), createElement(Original, props)),
  },
});
document.addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '/api/v1/reference/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    plugins: [mended],
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    supportedSubmitMethods: ['get'],
    syntaxHighlight: false,
    validatorUrl: null,
  });
});
`;

/** The page's own look, and that look laid over the renderer's: paper, ink and hairlines, one colour for what matters. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf8f4, #16130f); --raised: light-dark(#ffffff, #201c17); --sunk: light-dark(#f1ede5, #0f0d0a);
  --ink: light-dark(#16130f, #f4f0e8); --quiet: light-dark(#6b655c, #a59d91); --line: light-dark(#dedad0, #38332b); --edge: light-dark(#888177, #7d766b);
  --accent-text: light-dark(#bf341b, #f47c62);
  --sans: system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
body, html.dark-mode body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/24px var(--sans); }
a { color: inherit; text-underline-offset: 4px; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
#reference:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.read-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip:focus { left: 20px; top: 12px; background: var(--paper); padding: 4px 8px; }
.top { display: flex; gap: 16px; align-items: baseline; padding: 20px; border-bottom: 1px solid var(--line); }
.top span { color: var(--quiet); }
.mark { font: 28px/32px var(--serif); text-decoration: none; }
.page { max-width: 1120px; margin: 0 auto; padding: 24px 20px 64px; }
.lead { margin: 0; max-width: 68ch; }

#reference .swagger-ui { background: none; color: var(--ink); font: 16px/24px var(--sans); }
#reference .swagger-ui * { color: inherit; font-family: inherit; text-shadow: none; }
#reference .swagger-ui :is(.wrapper, .scheme-container, .information-container, .opblock-tag-section) { max-width: none; padding: 0; background: none !important; box-shadow: none; }
#reference .swagger-ui .info { margin: 32px 0; }
#reference .swagger-ui .info .title { font: 40px/44px var(--serif); }
#reference .swagger-ui :is(.info .title small, .info .link .url, .info hgroup a) { display: none; }
#reference .swagger-ui :is(p, li, td, .renderedMarkdown p) { font-size: 16px; line-height: 24px; }
#reference .swagger-ui :is(code, pre, .microlight, .opblock-summary-path, .parameter__name, .prop-format) { font-family: var(--mono); }
#reference .swagger-ui :is(.markdown, .renderedMarkdown) code { padding: 1px 4px; background: var(--sunk); font-size: 14px; font-weight: 400; overflow-wrap: anywhere; }
#reference .swagger-ui .scheme-container { margin: 0 0 24px; }
#reference .swagger-ui h2 { margin: 32px 0 8px; font: 24px/32px var(--serif); }
#reference .swagger-ui .info h2 { margin: 0; }
#reference .swagger-ui .opblock-tag { padding: 12px 0; border-color: var(--line); font: 24px/32px var(--serif); }
#reference .swagger-ui .opblock-tag small { padding: 0 12px; color: var(--quiet); font: 16px/24px var(--sans); }
#reference .swagger-ui .opblock { margin: 0 0 8px; border: 1px solid var(--line); border-radius: 2px; background: var(--raised); box-shadow: none; }
#reference .swagger-ui :is(.opblock-summary, .opblock-section-header, .response-col_status) { border-color: var(--line); }
#reference .swagger-ui .opblock-section-header { min-height: 0; padding: 8px 20px; background: var(--sunk); box-shadow: none; }
#reference .swagger-ui .opblock-section-header :is(h4, label) { font-size: 16px; }
#reference .swagger-ui .opblock-summary-method { min-width: 72px; padding: 4px 8px; border: 1px solid var(--edge); border-radius: 2px; background: none; font: 600 13px/20px var(--mono); }
#reference .swagger-ui .opblock-delete .opblock-summary-method { color: var(--accent-text); }
#reference .swagger-ui .opblock-summary-path { font-size: 14px; font-weight: 400; overflow-wrap: anywhere; }
#reference .swagger-ui .opblock-summary-description { color: var(--quiet); font-size: 14px; }
#reference .swagger-ui :is(.microlight, .highlight-code > pre, .example) { max-height: none; padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 2px; background: var(--sunk) !important; color: var(--ink); font-size: 14px; font-weight: 400; line-height: 20px; }
#reference .swagger-ui :is(table, .model, .parameter__type, .parameter__in, .parameter__deprecated, label, button, select, input, .tab li) { font-size: 14px; }
#reference .swagger-ui :is(.parameter__in, .prop-format, .json-schema-2020-12__attribute--secondary, .response-control-media-type__accept-message) { color: var(--quiet); }
#reference .swagger-ui :is(.required, .required::after, .parameter__name.required span) { color: var(--accent-text); }
#reference .swagger-ui .opblock-section-header .required { color: inherit; font-family: inherit; }
#reference .swagger-ui .tab-header .tab-item.active h4 span::after { background: var(--ink); }
#reference .swagger-ui :is(select, input, textarea) { max-width: 100%; border: 1px solid var(--edge); border-radius: 2px; background-color: var(--raised); box-shadow: none; }
#reference .swagger-ui .btn { border: 1px solid var(--edge); border-radius: 2px; background: none; box-shadow: none; }
#reference .swagger-ui svg { fill: currentColor; }
#reference .swagger-ui :is(.json-schema-2020-12, .model-box, section.models, .modal-ux) { border-color: var(--line); border-radius: 2px; background: var(--raised); }
#reference .swagger-ui :is(.json-schema-2020-12__title, .json-schema-2020-12__attribute, .json-schema-2020-12-keyword__name, .json-schema-2020-12-keyword__value, .json-schema-2020-12-accordion, .json-schema-2020-12-expand-deep-button) { background: none; font-family: var(--mono); font-size: 14px; }
#reference .swagger-ui .json-schema-2020-12-keyword__value { border-color: var(--edge); }
@media (max-width: 40rem) {
  #reference .swagger-ui .opblock-summary { flex-wrap: wrap; }
  #reference .swagger-ui :is(.opblock-tag, .opblock-summary-control) { flex-wrap: wrap; }
  #reference .swagger-ui .opblock-tag small { flex-basis: 100%; order: 3; padding: 0; }
  #reference .swagger-ui :is(.opblock-summary-path, .opblock-summary-path-description-wrapper) { max-width: 100%; flex-basis: 100%; padding: 4px 0; }
  #reference .swagger-ui .copy-to-clipboard { display: none; }
  #reference .swagger-ui :is(.opblock-body, .table-container, .responses-inner, .model-box) { max-width: 100%; overflow-x: auto; }
}
`;
