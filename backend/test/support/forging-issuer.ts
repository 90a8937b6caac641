import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Forgery {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** How it is signed; with the issuer's own key unless told otherwise. */
  signedBy?: 'issuer' | 'stranger' | 'client secret' | 'nobody';
}

/** What the token endpoint answers instead of a token. */
export interface Refusal {
  status: number;
  body: string;
  type?: string;
}

/** Made once, since making them takes longer than any test with them. */
const [own, stranger] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [RsaKeys, RsaKeys];
type RsaKeys = ReturnType<typeof generateKeyPairSync>;

/** An OpenID issuer that signs whatever a test wants it to. */
export class ForgingIssuer {
  readonly issuer: string;
  /** What the token endpoint was asked last. */
  asked: URLSearchParams | null = null;
  jwksStatus = 200;
  private next: { token: string } | Refusal = { status: 500, body: '' };

  private constructor(
    private readonly server: Server,
    readonly clientId: string,
    private readonly clientSecret: string,
  ) {
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response));
  }

  static async start(clientId: string, clientSecret: string): Promise<ForgingIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ForgingIssuer(server, clientId, clientSecret);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What an honest token says, with the test's changes; an undefined claim is left out. */
  willGive(nonce: string, forgery: Forgery = {}): void {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      sub: '110000000000000000001',
      iat: now,
      exp: now + 600,
      nonce,
      email: 'petra.muster@gmail.com',
      email_verified: true,
      name: 'Petra Muster',
      ...forgery.claims,
    };
    this.next = {
      token: this.token({ alg: 'RS256', kid: 'own', ...forgery.header }, claims, forgery.signedBy ?? 'issuer'),
    };
  }

  willRefuse(refusal: Refusal): void {
    this.next = refusal;
  }

  private token(
    header: Record<string, unknown>,
    claims: Record<string, unknown>,
    signedBy: NonNullable<Forgery['signedBy']>,
  ): string {
    const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const padding = header['alg'] === 'PS256' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
    const withKey = (key: KeyObject) => sign('sha256', Buffer.from(text), { key, ...padding }).toString('base64url');
    const signatures = {
      issuer: () => withKey(own.privateKey),
      stranger: () => withKey(stranger.privateKey),
      'client secret': () => createHmac('sha256', this.clientSecret).update(text).digest('base64url'),
      nobody: () => '',
    };
    return `${text}.${signatures[signedBy]()}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const give = (status: number, body: unknown, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') return void give(200, this.metadata());
    if (request.url === '/jwks')
      return void give(this.jwksStatus, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig' }],
      });
    this.asked = new URLSearchParams(Buffer.concat(chunks).toString());
    if ('token' in this.next)
      give(200, { access_token: 'x', token_type: 'Bearer', expires_in: 600, id_token: this.next.token });
    else give(this.next.status, this.next.body, this.next.type);
  }

  /** It offers whatever signatures there are, also none: the product must not be led by that. */
  private metadata() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'PS256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }
}
