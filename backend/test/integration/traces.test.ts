import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyStyle, customer, grantCredits } from '../support/customers.js';
import { profileWithModel } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** As much of a collector for OpenTelemetry as is needed: it keeps what it is sent. */
const spans: Span[] = [];
let text = '';
let collector: Server;
let product: Product;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      text += body;
      const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  product = await startProduct({
    env: { LOG_LEVEL: 'silent', TRACES_URL: `http://127.0.0.1:${port}/v1/traces`, TRACES_SHARE: '1' },
  });
});
afterAll(async () => {
  await product.stop();
  collector.closeAllConnections();
  collector.close();
});

test('a request, the job it noted and the engine are one trace, with nothing of whose it is', async () => {
  const caller = await customer(product);
  await grantCredits(product, caller, 10);
  const profileId = await profileWithModel(product, caller);
  const { body } = await caller.post<{ id: string }>('/generations', {
    profileId,
    styleId: await anyStyle(caller),
  });
  const engine = await until(
    'the engine to be traced',
    () => spans.find(({ name }) => name === 'engine portraits') ?? null,
  );
  const job = await until(
    'the job to be traced',
    () =>
      spans.find(
        ({ name, spanId }) => name === 'job generations.generation_requested' && spanId === engine.parentSpanId,
      ) ?? null,
  );
  const request = await until(
    'the request to be traced',
    () => spans.find(({ spanId }) => spanId === job.parentSpanId) ?? null,
  );
  expect(request.name).toBe('POST /api/v1/generations');
  expect(new Set([engine.traceId, job.traceId, request.traceId]).size).toBe(1);
  // The profile of this test has a model that no engine can read: both say so.
  expect(job.attributes).toContainEqual({ key: 'job.outcome', value: { stringValue: expect.any(String) } });
  expect(text).not.toContain(caller.userId!);
  expect(text).not.toContain(body.id);
  expect(text).not.toContain('@');
});

test('sending traces is no trace of its own', async () => {
  await until('what was sent', () => (spans.length > 0 ? true : null));
  expect(spans.filter(({ name }) => name === 'traces')).toEqual([]);
});
