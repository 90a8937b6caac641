import { once } from 'node:events';
import { connect } from 'node:tls';
import { isForVisitors } from '../../config/index.js';
import { DAY } from '../../platform/clock/index.js';
import { good, off, todo, unknown, wordsOf, type Found, type Installation } from './finding.js';

const ANSWER_MS = 10_000;
const LEAST_DAYS = 14;
const HEADERS: [name: string, isRight: (value: string) => boolean, missing: string][] = [
  [
    'strict-transport-security',
    (value) => Number(/max-age=(\d+)/.exec(value)?.[1] ?? 0) >= 15_552_000,
    'Strict-Transport-Security fehlt oder gilt zu kurz',
  ],
  [
    'content-security-policy',
    (value) => value.includes('default-src'),
    'Content-Security-Policy fehlt: gibt ein Proxy die Köpfe weiter?',
  ],
];

/** How people reach it: certificate, headers, and that it is this installation that answers. */
export async function checkOrigin({ config, mode, now, isFromWithin }: Installation): Promise<Found[]> {
  if (!isForVisitors(mode)) return [off('Von aussen erreichbar sind nur Produktion und Probebetrieb')];
  const { publicOrigin: origin } = config;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init, signal: AbortSignal.timeout(ANSWER_MS) });
  let ready: Response;
  try {
    ready = await ask('/api/v1/health/ready');
  } catch (error) {
    // Not every network leads from within to its own outside.
    const text = `${origin} antwortet nicht: ${causeOf(error)}`;
    return [isFromWithin ? unknown(text) : todo(text)];
  }
  const said = await ready.text();
  if (!ready.ok || !said.includes('"ok"'))
    return [todo(`${origin} antwortet ${ready.status}: läuft die Installation dort?`)];
  const home = await ask('/');
  await home.body?.cancel();
  const found = HEADERS.filter(([name, isRight]) => !isRight(home.headers.get(name) ?? '')).map(([, , missing]) =>
    todo(missing),
  );
  return [
    good(`${origin} antwortet`),
    ...(await checkCertificate(origin, now())),
    ...found,
    ...(await checkPlain(origin)),
  ];
}

/** The reason behind «fetch failed». */
const causeOf = (error: unknown): string => wordsOf(error instanceof Error && error.cause ? error.cause : error);

async function checkCertificate(origin: string, now: Date): Promise<Found[]> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: ANSWER_MS });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWER_MS) });
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now.getTime()) / DAY);
    return days >= LEAST_DAYS
      ? [good(`Das Zertifikat gilt noch ${days} Tage`)]
      : [todo(`Das Zertifikat gilt nur noch ${days} Tage: wird es erneuert?`)];
  } catch (error) {
    return [todo(`Das Zertifikat lässt sich nicht lesen: ${wordsOf(error)}`)];
  } finally {
    socket.destroy();
  }
}

/** Who types the address without https:// is led there. */
async function checkPlain(origin: string): Promise<Found[]> {
  if (new URL(origin).port) return [];
  try {
    const answer = await fetch(origin.replace('https:', 'http:'), {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    const leads = answer.headers.get('location') ?? '';
    return leads.startsWith(origin) ? [] : [todo(`http:// führt nicht zu ${origin}`)];
  } catch {
    return [todo('http:// antwortet nicht: wer die Adresse ohne https eingibt, sieht einen Fehler')];
  }
}
