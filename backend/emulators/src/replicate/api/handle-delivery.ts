import type { Parts } from '../state/parts.js';
import { authenticate } from './authenticate.js';
import { refusalAnswer } from './handle-call.js';
import { notFound } from './refusal.js';
import type { WireAnswer, WireRequest } from '../../pages/byte-server.js';

/** `GET /delivery/…`: the files behind the addresses in an output, as long as they are kept. */
export async function handleDelivery(
  { state, blobs, settings }: Parts,
  token: string,
  request: WireRequest,
): Promise<WireAnswer> {
  try {
    if (settings.deliveryNeedsToken) authenticate(request.headers.authorization, token);
    const file =
      request.method === 'GET' ? state.delivered.get(request.url.pathname.slice('/delivery/'.length)) : undefined;
    const bytes = file && (await blobs.get(file.blob));
    if (!bytes) throw notFound();
    return { status: 200, headers: { 'content-type': file.contentType }, body: bytes };
  } catch (error) {
    return refusalAnswer(error);
  }
}
