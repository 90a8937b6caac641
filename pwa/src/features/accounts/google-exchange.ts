import { api, type Schemas } from '~/lib/api';
import { forgetGoogleArrival, type GoogleArrival } from './google-arrival';

export type GoogleResult = Schemas['GoogleResult'];

/** An answer works once; a second render of the screen must not spend it again and fail. */
const running = new Map<string, Promise<GoogleResult>>();

/** Exchanges Google's answer, once. A failure may be tried again. */
export function finishGoogle(arrival: GoogleArrival): Promise<GoogleResult> {
  forgetGoogleArrival();
  const known = running.get(arrival.state);
  if (known) return known;
  const request = api.finishGoogle({ body: { ...arrival, session: 'cookie' } });
  running.set(arrival.state, request);
  request.catch(() => running.delete(arrival.state));
  return request;
}
