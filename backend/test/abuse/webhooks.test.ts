import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DirectPoster } from '../../src/integrations/webhooks/direct-poster.js';
import { HostNames } from '../../src/integrations/webhooks/host-names.js';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { INTERNAL_ADDRESSES } from '../support/internal-addresses.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { selfSigned } from '../support/self-signed.js';
import { attempted, endpointAt } from '../support/webhook-endpoints.js';

/** Somebody who makes us post where only we can reach. */
let product: Product;
let owner: Caller;
useSharedProduct((shared) => (product = shared));
beforeAll(async () => {
  owner = await customer(product);
});

describe('an endpoint is not made', () => {
  const hosts = INTERNAL_ADDRESSES.filter((address) => !address.includes('%')).map((address) =>
    address.includes(':') ? `[${address}]` : address,
  );
  test.each([
    ...hosts,
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    '0xa83f8110',
    '2822734096',
    '0250.077.0201.020',
    '168.4161808',
    '168.63.129.16.',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata',
    'printer.local',
  ])('at https://%s', async (host) => {
    const answer = await owner.post('/webhook-endpoints', { url: `https://${host}/hook`, events: ['profile.ready'] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation', fields: [{ path: 'url' }] } });
  });

  test.each([
    ['http://example.org/', 'https_needed'],
    ['http://127.0.0.1:4000/', 'https_needed'],
    ['https://petra:geheim@example.org/', 'credentials_in_url'],
    ['https://example.org:22/', 'port_not_allowed'],
    ['https://example.org:80/', 'port_not_allowed'],
  ])('at %s', async (url, code) => {
    expect(await owner.post('/webhook-endpoints', { url, events: ['profile.ready'] })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url', code }] },
    });
  });

  test.each([
    'file:///etc/passwd',
    'gopher://example.org/',
    'javascript:alert(1)',
    '//example.org',
    `https://example.org/${'a'.repeat(2048)}`,
    'https://[::1',
    '',
  ])('at «%s»', async (url) => {
    expect((await owner.post('/webhook-endpoints', { url, events: ['profile.ready'] })).status).toBe(400);
  });

  test('nor moved there', async () => {
    const { endpoint } = await endpointAt(owner, 'https://example.org/hook');
    expect(
      (await owner.patch(`/webhook-endpoints/${endpoint.id}`, { url: 'https://169.254.169.254/latest/meta-data' }))
        .status,
    ).toBe(400);
    await owner.delete(`/webhook-endpoints/${endpoint.id}`);
  });
});

describe('a name', () => {
  const answering = (...answers: string[][]) => {
    const names = product.worker!.get(HostNames, { strict: false });
    return vi.spyOn(names, 'addressesOf').mockImplementation(() =>
      Promise.resolve(
        (answers.length > 1 ? answers.shift()! : answers[0]!).map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      ),
    );
  };

  test.each([
    ['leads to an internal address', ['10.0.0.7']],
    ['leads to the metadata service', ['169.254.169.254']],
    ['leads to IPv6 that means IPv4', ['64:ff9b::a9fe:a9fe']],
    ['leads to a public and to an internal address', ['1.1.1.1', '127.0.0.1']],
  ])('that %s is not posted to', async (_name, addresses) => {
    const { endpoint } = await endpointAt(owner, 'https://hooks.example.org/hook');
    const asked = answering(addresses);
    await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
    expect((await attempted(owner, endpoint.id, 1)).attempts).toMatchObject([
      { status: null, error: 'address_not_public' },
    ]);
    asked.mockRestore();
    await owner.delete(`/webhook-endpoints/${endpoint.id}`);
  });

  test('that nobody knows is not posted to', async () => {
    const { endpoint } = await endpointAt(owner, 'https://hooks.example.org/hook');
    const asked = answering([]);
    await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
    expect((await attempted(owner, endpoint.id, 1)).attempts).toMatchObject([{ error: 'name_not_found' }]);
    asked.mockRestore();
    await owner.delete(`/webhook-endpoints/${endpoint.id}`);
  });
});

describe('the way there', () => {
  /** Answers what is planned to be its addresses, one list after the other. */
  class PlannedNames extends HostNames {
    asked = 0;
    constructor(private readonly answers: string[][]) {
      super();
    }
    override addressesOf() {
      return Promise.resolve(this.answers[this.asked++]!.map((address) => ({ address, family: 4 })));
    }
  }

  const certificate = selfSigned();
  const trusted = getCACertificates('default');
  let seen: string[] = [];
  /** At one loopback address alone, that no name server would name. */
  const server = createTlsServer(certificate, (request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    response
      .writeHead(request.url === '/moved' ? 307 : 200, {
        location: `https://localhost:${(server.address() as AddressInfo).port}/elsewhere`,
      })
      .end();
  });
  const plain = createServer((_request, response) => response.end());
  beforeAll(async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.9', resolve));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.9', resolve));
  });
  afterAll(() => {
    setDefaultCACertificates(trusted);
    server.close();
    plain.close();
  });

  const post = (poster: DirectPoster, url: string, timeoutMs = 10_000) =>
    poster.post({ url, headers: {}, body: '{}' }, timeoutMs, new AbortController().signal);
  const at = (path: string, host = 'localhost') => `https://${host}:${(server.address() as AddressInfo).port}${path}`;

  test('ends at exactly the address that was checked, looked up anew for each attempt', async () => {
    seen = [];
    const names = new PlannedNames([['127.0.0.9'], ['10.0.0.7'], ['127.0.0.9']]);
    const poster = new DirectPoster(names, true);
    expect(await post(poster, at('/1'))).toEqual({ status: 200, error: null });
    expect(await post(poster, at('/2'))).toEqual({ status: null, error: 'address_not_public' });
    expect(await post(poster, at('/3'))).toEqual({ status: 200, error: null });
    expect(names.asked).toBe(3);
    expect(seen.map((line) => line.slice(line.indexOf('/')))).toEqual(['/1', '/3']);
  });

  test('does not go on to where an answer leads', async () => {
    seen = [];
    expect(await post(new DirectPoster(new PlannedNames([['127.0.0.9'], ['127.0.0.9']]), true), at('/moved'))).toEqual({
      status: 307,
      error: 'redirect',
    });
    expect(seen).toHaveLength(1);
  });

  test('needs a certificate for the name, signed by somebody we trust', async () => {
    const poster = () => new DirectPoster(new PlannedNames([['127.0.0.9']]), true);
    expect(await post(poster(), at('/', 'hooks.localhost'))).toEqual({ status: null, error: 'tls_failed' });
    setDefaultCACertificates(trusted);
    expect(await post(poster(), at('/'))).toEqual({ status: null, error: 'tls_failed' });
    setDefaultCACertificates([...trusted, certificate.cert]);
    expect(await post(poster(), `https://localhost:${(plain.address() as AddressInfo).port}/`)).toMatchObject({
      status: null,
      error: expect.stringMatching(/tls_failed|connection_failed/),
    });
  });

  test('is not this machine where that is not allowed, whatever stands in the database', async () => {
    seen = [];
    for (const url of [at('/'), at('/', '127.0.0.9'), at('/', '[::ffff:127.0.0.9]'), 'http://127.0.0.9:4000/']) {
      expect(await post(new DirectPoster(new PlannedNames([['127.0.0.9']]), false), url), url).toEqual({
        status: null,
        error: 'address_not_public',
      });
    }
    expect(
      await post(new DirectPoster(new PlannedNames([['127.0.0.9']]), false), at('/', 'hooks.example.org')),
    ).toEqual({ status: null, error: 'address_not_public' });
    expect(seen).toEqual([]);
  });

  test('ends when its time is over, also where a name is looked up for ever', async () => {
    class Silent extends HostNames {
      override addressesOf() {
        return new Promise<never>(() => undefined);
      }
    }
    expect(await post(new DirectPoster(new Silent(), true), at('/'), 200)).toEqual({ status: null, error: 'timeout' });
  });

  test('stops with the worker', async () => {
    const stop = new AbortController();
    class Silent extends HostNames {
      override addressesOf() {
        setImmediate(() => stop.abort(new Error('shutting down')));
        return new Promise<never>(() => undefined);
      }
    }
    await expect(
      new DirectPoster(new Silent(), true).post({ url: at('/'), headers: {}, body: '{}' }, 10_000, stop.signal),
    ).rejects.toThrow('shutting down');
  });
});
