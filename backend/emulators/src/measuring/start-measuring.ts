import { pageAnswer, stylesAnswer } from '../pages/frame.js';
import { look } from '../pages/look.css.js';
import { serveLoopback, type PageAnswer, type PageRequest } from '../pages/loopback-server.js';
import { html } from '../pages/markup.js';
import { matomoScript, pixelScript } from './scripts.js';

export interface MeasuringOptions {
  /** Port of the page; 0 or nothing takes a free one. */
  port?: number;
  now?: () => Date;
}

/** One page view, as a service was told of it. */
export interface Hit {
  service: 'Matomo' | 'Meta-Pixel';
  at: string;
  page: string;
  title: string;
}

/** Running services that measure visits. */
export interface Measuring {
  /** Matomo's address, and the page that shows the hits: `http://127.0.0.1:port`. */
  url: string;
  /** The script in the pixel's place. */
  pixelScriptUrl: string;
  /** Newest first. */
  hits(): Hit[];
  stop(): Promise<void>;
}

const stylesPath = '/messung.css';
/** As long as nobody looks they are of no use. */
const most = 200;

/**
 * Stands in for Matomo and the pixel on 127.0.0.1: their scripts with their cookies, and a page at `/` that shows what they were told.
 * @throws when the port is taken
 */
export async function startMeasuring({ port = 0, now = () => new Date() }: MeasuringOptions = {}): Promise<Measuring> {
  const hits: Hit[] = [];
  const note = (service: Hit['service'], page: string | null, title: string | null): PageAnswer => {
    hits.unshift({ service, at: now().toISOString(), page: page ?? '', title: title ?? '' });
    hits.length = Math.min(hits.length, most);
    return { status: 204, headers: {}, body: '' };
  };
  const answer = ({ url }: PageRequest): PageAnswer => {
    const { pathname, searchParams: said } = url;
    if (pathname === '/') return hitsPage(hits);
    if (pathname === '/hits') return json(hits);
    if (pathname === stylesPath) return stylesAnswer(look);
    if (pathname === '/matomo.js') return script(matomoScript);
    if (pathname === '/pixel.js') return script(pixelScript);
    if (pathname === '/matomo.php') return note('Matomo', said.get('url'), said.get('action_name'));
    if (pathname === '/tr') return note('Meta-Pixel', said.get('dl'), said.get('ev'));
    return { status: 404, headers: {}, body: '' };
  };
  const server = await serveLoopback(port, (request) => Promise.resolve(answer(request)));
  return {
    url: server.url,
    pixelScriptUrl: `${server.url}/pixel.js`,
    hits: () => [...hits],
    stop: () => server.stop(),
  };
}

const script = (body: string): PageAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

const json = (value: unknown): PageAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});

function hitsPage(hits: readonly Hit[]): PageAnswer {
  return pageAnswer({
    title: 'Messung',
    mark: 'Bildnis',
    markUrl: '/',
    aside: 'Testumgebung',
    styles: stylesPath,
    body: html`<main>
<h1>Messung</h1>
<p>Was Matomo und der Meta-Pixel von Besuchen erfahren, die zugestimmt haben. Gespeichert wird nichts; nach einem Neustart ist die Liste leer.</p>
${
  hits.length > 0
    ? html`<ul>${hits.map(({ service, at, page, title }) => html`<li><strong>${service}</strong> ${page} <span class="quiet">${title}</span> <time class="quiet" datetime="${at}">${at}</time></li>`)}</ul>`
    : html`<p>Noch kein Aufruf. Stimmen Sie auf einer öffentlichen Seite allen Cookies zu.</p>`
}
</main>`,
  });
}
