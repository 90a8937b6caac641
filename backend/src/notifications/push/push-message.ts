import { createHash } from 'node:crypto';
import { facts } from '../../facts/index.js';
import { DAY, SECOND } from '../../platform/clock/index.js';
import type { PushMessage } from '../../integrations/push/index.js';
import type { News } from './push.events.js';

/** What a locked screen shows: that something has ended, and nothing about whom or what. */
const BODIES: Record<News, string> = {
  training_ready: 'Ihr Training ist abgeschlossen.',
  training_failed: 'Ihr Training ist fehlgeschlagen. Sie können es kostenlos wiederholen.',
  training_failed_for_good: 'Ihr Training ist fehlgeschlagen. Ihre Credits sind zurück.',
  portraits_ready: `${facts.generation.portraits} Portraits sind da.`,
  portraits_failed: 'Ihre Portraits konnten nicht erstellt werden. Sie haben dafür nichts bezahlt.',
};

/** Where somebody wants to go who reads it; paths of the app. */
export const PLACES: Record<
  News,
  (subjectId: string, startedRunId?: string) => { path: string; query?: Record<string, string> }
> = {
  training_ready: (_profile, startedRun) => ({ path: startedRun ? `/app/generations/${startedRun}` : '/app/styles' }),
  training_failed: (profile) => ({ path: '/app/profile-wizard', query: { profile } }),
  training_failed_for_good: (profile) => ({ path: '/app/profile-wizard', query: { profile } }),
  portraits_ready: (generation) => ({ path: `/app/generations/${generation}` }),
  portraits_failed: () => ({ path: '/app' }),
};

/** What is older than a day is not news: the app and the email say it too. */
const LIFETIME_MS = DAY;

/**
 * The message in the declarative form (`web_push: 8030`): Safari shows it by itself, elsewhere the service worker reads it. The topic is that of the
 * subject: what was said of it before and has not arrived is replaced; push services learn no id from it.
 */
export function pushMessage(news: News, subjectId: string, navigate: string): PushMessage {
  const topic = createHash('sha256').update(`push ${subjectId}`).digest('base64url').slice(0, 32);
  const notification = { title: 'Bildnis', body: BODIES[news], lang: 'de-CH', dir: 'ltr', tag: topic, navigate };
  return { payload: JSON.stringify({ web_push: 8030, notification }), ttlSeconds: LIFETIME_MS / SECOND, topic };
}
