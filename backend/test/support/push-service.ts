import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
  type ECDH,
} from 'node:crypto';
import { createServer } from 'node:https';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from './self-signed.js';

/** What arrived at the push service. */
export interface Push {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface PushAnswer {
  status: number;
  headers?: OutgoingHttpHeaders;
}

/** A push service on a free port of this machine, with TLS; this process trusts its certificate until it stops. */
export interface PushService {
  /** `localhost:…`, as PUSH_HOSTS names it. */
  host: string;
  pushes: Push[];
  /** What it answers to the next calls for a path, one after the other; otherwise 201. */
  answer(path: string, ...answers: PushAnswer[]): void;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const { cert, key } = selfSigned();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  const pushes: Push[] = [];
  const planned = new Map<string, PushAnswer[]>();
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      pushes.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const { status, headers } = planned.get(path)?.shift() ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    pushes,
    answer: (path, ...answers) => planned.set(path, [...(planned.get(path) ?? []), ...answers]),
    stop: async () => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Somebody's browser, as far as push is concerned: an address, and the keys to what comes there. */
export class SoftBrowser {
  readonly path = `/send/${randomUUID()}`;
  readonly endpoint: string;
  private readonly pair: ECDH = createECDH('prime256v1');
  private readonly publicKey = this.pair.generateKeys();
  private readonly auth = randomBytes(16);

  constructor(host: string) {
    this.endpoint = `https://${host}${this.path}`;
  }

  /** As `PushSubscription.toJSON()` gives it. */
  get subscription() {
    return {
      endpoint: this.endpoint,
      keys: { p256dh: this.publicKey.toString('base64url'), auth: this.auth.toString('base64url') },
    };
  }

  /** What came here, oldest first. */
  received({ pushes }: PushService): Push[] {
    return pushes.filter(({ path }) => path === this.path);
  }

  /** RFC 8291 over RFC 8188: one record, whose key comes from both pairs, the shared secret and the salt. */
  open({ body }: Push): unknown {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const [sender, sealed] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)];
    const shared = this.pair.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const secret = Buffer.from(hkdfSync('sha256', shared, this.auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

/** Who says to be the sender (RFC 8292); throws unless the signature is that of the key. */
export function senderOf({ headers }: Push, publicKey: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error(`another key: ${headers.authorization}`);
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!holds) throw new Error('the signature is not of this key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
}

/** A pair as an installation has it. */
export function vapidKeys(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
}
