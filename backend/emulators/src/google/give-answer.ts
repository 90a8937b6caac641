import type { PageAnswer } from '../pages/loopback-server.js';

/** As much of the provider's context as answering with a page needs. */
export interface Answering {
  status: number;
  body: unknown;
  set(headers: Record<string, string>): void;
}

/** Answers with a page, under the headers all pages of the emulators have. */
export function giveAnswer(ctx: Answering, answer: PageAnswer): void {
  ctx.status = answer.status;
  ctx.body = answer.body;
  ctx.set({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...answer.headers,
  });
}
