import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { TAGS } from '../../src/app/partner-description.js';
import { EXAMPLES } from '../../src/app/partner-examples.js';
import { partnerView, type ApiDocument } from '../../src/app/reference/partner-view.js';

const document = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as ApiDocument;
const view = partnerView(document);
interface Shown {
  operationId: string;
  security: Record<string, string[]>[];
  tags: string[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<
    string,
    { headers?: Record<string, object>; content?: Record<string, { schema: object; example?: unknown }> }
  >;
}
const operationsOf = ({ paths }: ApiDocument) =>
  Object.values(paths).flatMap((methods) => Object.values(methods) as unknown as Shown[]);

describe('what partners see of the description', () => {
  const shown = operationsOf(view);
  const ids = shown.map(({ operationId }) => operationId);

  test('is all that a key can reach, with the key as the only way in', () => {
    const keyed = operationsOf(document)
      .filter(({ security }) => security.some((way) => 'apiKey' in way))
      .map(({ operationId }) => operationId);
    expect(ids).toEqual(expect.arrayContaining(keyed));
    expect(ids).toEqual(
      expect.arrayContaining([
        'createAiProfile',
        'uploadPhoto',
        'startTraining',
        'createGeneration',
        'getPortrait',
        'listStyles',
        'checkImage',
      ]),
    );
    for (const { security } of shown) expect(security.flatMap(Object.keys)).not.toContain('session');
    expect(Object.keys(view.components.securitySchemes!)).toEqual(['apiKey']);
  });

  test('is nothing of people’s ways in, of admins or of providers', () => {
    for (const hidden of [
      'login',
      'createApiKey',
      'listUsers',
      'receiveStripeEvent',
      'createOrder',
      'savePushSubscription',
    ])
      expect(ids).not.toContain(hidden);
    expect(view.tags!.map(({ name }) => name)).not.toContain('admin');
  });

  test('holds every shape it refers to, and no other', () => {
    const text = JSON.stringify(view);
    const named = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!));
    expect(Object.keys(view.components.schemas).toSorted()).toEqual([...named].toSorted());
    expect(Object.keys(view.components.schemas).length).toBeLessThan(Object.keys(document.components.schemas).length);
  });
});

describe('the description', () => {
  const operations = operationsOf(document);

  test('says what each tag is about, and names none without operations', () => {
    expect(document.tags!.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(operations.flatMap(({ tags }) => tags))].toSorted(),
    );
    for (const { name } of document.tags!) expect(TAGS).toHaveProperty([name]);
  });

  test('says of every answer to a key what headers tell of its limits', () => {
    for (const { operationId, responses } of operations.filter(({ security }) =>
      security.some((way) => 'apiKey' in way),
    )) {
      expect(Object.keys(responses), operationId).toContain('429');
      for (const [status, { headers }] of Object.entries(responses)) {
        expect(Object.keys(headers ?? {}), `${operationId} ${status}`).toEqual(
          expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
        );
        if (status === '429') expect(headers).toHaveProperty('Retry-After');
      }
    }
  });

  test('takes uploads as forms', () => {
    for (const id of ['uploadPhoto', 'checkImage'])
      expect(Object.keys(operations.find(({ operationId }) => operationId === id)!.requestBody!.content)).toEqual([
        'multipart/form-data',
      ]);
  });

  test('leaves answers open to new fields, and requests closed to unknown ones', () => {
    const { AiProfile, CreateAiProfileBody } = document.components.schemas as Record<string, object>;
    expect(AiProfile).not.toHaveProperty('additionalProperties');
    expect(CreateAiProfileBody).toHaveProperty('additionalProperties', false);
  });

  test('names formats without the expressions that check them, and whole numbers without the limits of the language', () => {
    expect(JSON.stringify(document)).not.toMatch(/"format":"[\w-]+","pattern"|9007199254740991/);
  });

  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(document, 'api');
  const fits = (schema: object, value: unknown) => {
    const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object);
    return check(value) ? [] : check.errors;
  };

  test.each(Object.entries(EXAMPLES))('shows %s with an example that fits its schema', (id, example) => {
    const { requestBody, responses } = operations.find(({ operationId }) => operationId === id)!;
    const sent = requestBody?.content['application/json'];
    const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))![1].content![
      'application/json'
    ]!;
    if (example.request) expect(fits(sent!.schema, sent!.example)).toEqual([]);
    expect(sent?.example).toEqual(example.request);
    if (example.response) expect(fits(answer.schema, answer.example)).toEqual([]);
    expect(answer.example).toEqual(example.response);
  });
});
