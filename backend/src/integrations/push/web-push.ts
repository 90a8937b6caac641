import webPush from 'web-push';
import type { PushConfig } from '../../config/index.js';
import { PushRefused, PushSender, PushServiceBusy, type PushMessage, type PushTarget } from './port.js';
import { leadsTo } from './push-hosts.js';

/** Longest wait for a service. */
const TIMEOUT_MS = 10_000;

/** Encrypts and signs (RFC 8291, 8292) with the library, and posts itself: to known hosts only, and never on to where an answer leads. */
export class WebPushSender extends PushSender {
  readonly publicKey: string;

  constructor(private readonly config: PushConfig) {
    super();
    this.publicKey = config.publicKey;
  }

  serves(endpoint: string): boolean {
    return leadsTo(this.config.hosts, endpoint);
  }

  async send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'> {
    // Noted when its host was still known: nobody of ours is there any more.
    if (!this.serves(target.endpoint)) return 'gone';
    const response = await this.post(target, message);
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    const what = `${new URL(target.endpoint).hostname} answered ${status}`;
    if (status === 429 || status >= 500)
      throw new PushServiceBusy(what, retryAfter(response.headers.get('retry-after'), Date.now()));
    throw new PushRefused(what);
  }

  private async post(
    { endpoint, p256dh, auth }: PushTarget,
    { payload, ttlSeconds, topic }: PushMessage,
  ): Promise<Response> {
    const { publicKey, privateKey, subject } = this.config;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttlSeconds,
      urgency: 'normal',
      topic,
      contentEncoding: 'aes128gcm',
    });
    try {
      const sent = Object.entries(headers).map(([name, value]) => [name, value] as [string, string]);
      return await fetch(endpoint, {
        method: 'POST',
        headers: sent,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw new PushServiceBusy(`${new URL(endpoint).hostname} was not reached`, null, { cause: error });
    }
  }
}

/** Seconds, or a date. @returns null for anything else, and for the past */
export function retryAfter(header: string | null, now: number): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return ms > 0 ? ms : null;
}
