import { api, type Schemas } from '~/lib/api';
import { forgetGoogleCallback, type GoogleCallback } from './google-callback';

export type GoogleResult = Schemas['GoogleResult'];

/** An answer works once; a second render of the screen must not spend it again and fail. */
const running = new Map<string, Promise<GoogleResult>>();

/** Exchanges Google's answer, once. A failure may be tried again. */
export function finishGoogle(callback: GoogleCallback): Promise<GoogleResult> {
  forgetGoogleCallback();
  const known = running.get(callback.state);
  if (known) return known;
  const request = api.finishGoogle({ body: { ...callback, session: 'cookie' } });
  running.set(callback.state, request);
  request.catch(() => running.delete(callback.state));
  return request;
}
