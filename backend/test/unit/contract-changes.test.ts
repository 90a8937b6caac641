import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breakingChanges } from '../../bootstrap/contract-changes.mjs';
import { checkReleasedContract, faultsOfContract } from '../../bootstrap/released-contract.mjs';

/** A document that is changed at will. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const contract = (): Loose => ({
  openapi: '3.1.0',
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        parameters: [
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 8 } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateThing' } } },
        },
        responses: {
          201: {
            headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          409: { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
        },
        security: [{ session: [] }, { apiKey: ['things:write'] }],
      },
      get: {
        operationId: 'listThings',
        responses: {
          200: {
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
        security: [],
      },
    },
  },
  webhooks: {
    'thing.ready': {
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
    },
  },
  'x-live-events': { 'thing.changed': { $ref: '#/components/schemas/Changed' } },
  components: {
    schemas: {
      CreateThing: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 50 },
          size: { type: ['integer', 'null'], minimum: 1 },
          kind: { type: 'string', enum: ['round', 'square'] },
          owner: {
            anyOf: [
              { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
              { type: 'null' },
            ],
          },
        },
        required: ['name'],
        additionalProperties: false,
      },
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          size: { type: 'integer' },
          status: { type: 'string', enum: ['new', 'ready'] },
          note: { type: ['string', 'null'] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
        },
        required: ['id', 'size', 'status', 'note', 'parts'],
      },
      Changed: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      ErrorCode: { type: 'string', enum: ['conflict', 'internal'], 'x-open-enum': true },
      Problem: { type: 'object', properties: { code: { $ref: '#/components/schemas/ErrorCode' } }, required: ['code'] },
    },
    headers: { RateLimit: { schema: { type: 'string' } } },
  },
});

function changed(
  change: (parts: { document: Loose; post: Loose; body: Loose; thing: Loose; schemas: Loose }) => void,
): Loose {
  const document = contract();
  const { schemas } = document.components;
  change({ document, post: document.paths['/things'].post, body: schemas.CreateThing, thing: schemas.Thing, schemas });
  return document;
}
const POST = 'POST /things';
type Change = Parameters<typeof changed>[0];

describe('a change that breaks', () => {
  test.each<[string, Change, string]>([
    ['an operation goes', ({ document }) => delete document.paths['/things'].get, 'GET /things: operation removed'],
    ['a path goes', ({ document }) => delete document.paths['/things'], 'POST /things: operation removed'],
    [
      'an operation has another name',
      ({ post }) => (post.operationId = 'makeThing'),
      `${POST}: operationId createThing became makeThing`,
    ],
    ['a parameter goes', ({ post }) => post.parameters.shift(), `${POST}: parameter query limit removed`],
    [
      'a parameter is needed',
      ({ post }) => (post.parameters[0].required = true),
      `${POST}: parameter query limit became required`,
    ],
    [
      'a needed parameter comes',
      ({ post }) => post.parameters.push({ name: 'team', in: 'query', required: true, schema: { type: 'string' } }),
      `${POST}: required parameter query team added`,
    ],
    [
      'a parameter takes less',
      ({ post }) => (post.parameters[0].schema.maximum = 20),
      `${POST} query limit: maximum 50 became 20`,
    ],
    [
      'a parameter has another type',
      ({ post }) => (post.parameters[0].schema = { type: 'string' }),
      `${POST} query limit: number is no longer accepted`,
    ],
    [
      'a body is needed',
      ({ document }) => (document.paths['/things'].get.requestBody = { required: true, content: {} }),
      'GET /things: required body added',
    ],
    ['a body goes', ({ post }) => delete post.requestBody, `${POST}: body removed`],
    [
      'a body has another media type',
      ({ post }) => (post.requestBody.content = { 'multipart/form-data': {} }),
      `${POST} body: application/json removed`,
    ],
    ['a field of a request goes', ({ body }) => delete body.properties.size, `${POST} body.size: removed`],
    ['a field of a request is needed', ({ body }) => body.required.push('kind'), `${POST} body.kind: is required now`],
    [
      'a needed field comes',
      ({ body }) => ((body.properties.colour = { type: 'string' }), body.required.push('colour')),
      `${POST} body.colour: is required now`,
    ],
    [
      'a field of a request takes no null any more',
      ({ body }) => (body.properties.size.type = 'integer'),
      `${POST} body.size: null is no longer accepted`,
    ],
    [
      'a value is taken no more',
      ({ body }) => body.properties.kind.enum.pop(),
      `${POST} body.kind: value square is no longer accepted`,
    ],
    [
      'only some values are taken',
      ({ body }) => (body.properties.name.enum = ['a']),
      `${POST} body.name: accepts only listed values now`,
    ],
    [
      'a text may be shorter only',
      ({ body }) => (body.properties.name.maxLength = 40),
      `${POST} body.name: maxLength 50 became 40`,
    ],
    [
      'a text needs a length',
      ({ body }) => (body.properties.name.minLength = 3),
      `${POST} body.name: minLength none became 3`,
    ],
    [
      'a text needs a form',
      ({ body }) => (body.properties.name.pattern = '^x'),
      `${POST} body.name: pattern none became ^x`,
    ],
    [
      'a text needs a format',
      ({ body }) => (body.properties.name.format = 'email'),
      `${POST} body.name: format none became email`,
    ],
    [
      'a request within another needs more',
      ({ body }) => body.properties.owner.anyOf[0].required.push('name'),
      `${POST} body.owner.name: is required now`,
    ],
    ['an answer of success goes', ({ post }) => delete post.responses[201], `${POST}: answer 201 removed`],
    [
      'an answer has another status',
      ({ post }) => ((post.responses[202] = post.responses[201]), delete post.responses[201]),
      `${POST}: answer 201 removed`,
    ],
    [
      'an answer has another media type',
      ({ post }) => (post.responses[201].content = { 'text/plain': {} }),
      `${POST} 201: application/json removed`,
    ],
    [
      'an answer loses a header',
      ({ post }) => delete post.responses[201].headers,
      `${POST} 201: header RateLimit removed`,
    ],
    ['a field of an answer goes', ({ thing }) => delete thing.properties.size, `${POST} 201.size: removed`],
    [
      'a field of an answer may be missing',
      ({ thing }) => thing.required.shift(),
      `${POST} 201.id: may be missing now`,
    ],
    [
      'a field of an answer can be null',
      ({ thing }) => (thing.properties.size.type = ['integer', 'null']),
      `${POST} 201.size: can be null now`,
    ],
    [
      'a field of an answer has another type',
      ({ thing }) => (thing.properties.size.type = 'string'),
      `${POST} 201.size: can be string now`,
    ],
    [
      'a field of an answer has fractions',
      ({ thing }) => (thing.properties.size.type = 'number'),
      `${POST} 201.size: integer became number`,
    ],
    [
      'a field of an answer has another format',
      ({ thing }) => delete thing.properties.id.format,
      `${POST} 201.id: format uuid became none`,
    ],
    [
      'a field of an answer has a new value',
      ({ thing }) => thing.properties.status.enum.push('lost'),
      `${POST} 201.status: can be lost now`,
    ],
    [
      'a field of an answer has any value',
      ({ thing }) => delete thing.properties.status.enum,
      `${POST} 201.status: can be any value now`,
    ],
    [
      'a field of an answer can be anything',
      ({ thing }) => (thing.properties.note = {}),
      `${POST} 201.note: can be any now`,
    ],
    [
      'what lies in a list of answers changes',
      ({ document }) =>
        (document.paths['/things'].get.responses[200].content['application/json'].schema.items = { type: 'string' }),
      'GET /things 200[]: can be string now',
    ],
    ['a webhook goes', ({ document }) => delete document.webhooks['thing.ready'], 'webhook thing.ready: removed'],
    ['a webhook says less', ({ thing }) => delete thing.properties.note, 'webhook thing.ready.note: removed'],
    [
      'a live event goes',
      ({ document }) => delete document['x-live-events']['thing.changed'],
      'live event thing.changed: removed',
    ],
    [
      'a live event says less',
      ({ schemas }) => delete schemas.Changed.properties.id,
      'live event thing.changed.id: removed',
    ],
    ['an error code goes', ({ schemas }) => schemas.ErrorCode.enum.shift(), 'error code conflict: removed'],
    [
      'a public operation is closed',
      ({ document }) => (document.paths['/things'].get.security = [{ session: [] }]),
      'GET /things: is no longer public',
    ],
    [
      'a key needs another scope',
      ({ post }) => (post.security[1].apiKey = ['things:admin']),
      `${POST}: apiKey things:write no longer suffices`,
    ],
    [
      'a key needs one more scope',
      ({ post }) => post.security[1].apiKey.push('things:read'),
      `${POST}: apiKey things:write no longer suffices`,
    ],
    ['keys are let in no more', ({ post }) => post.security.pop(), `${POST}: apiKey things:write no longer suffices`],
    [
      'two ways in are needed at once',
      ({ post }) => (post.security = [{ session: [], apiKey: ['things:write'] }]),
      `${POST}: session no longer suffices`,
    ],
  ])('%s', (_what, change, line) => {
    expect(breakingChanges(contract(), changed(change))).toContain(line);
  });

  test('a request that was open is closed', () => {
    const open = changed(({ body }) => delete body.additionalProperties);
    expect(breakingChanges(open, contract())).toEqual([`${POST} body: takes no further fields now`]);
  });

  test('a whole number is asked for where any was taken', () => {
    const loose = changed(({ body }) => (body.properties.size.type = ['number', 'null']));
    expect(breakingChanges(loose, contract())).toEqual([`${POST} body.size: number became integer`]);
  });
});

describe('a change that breaks nobody', () => {
  test.each<[string, Change]>([
    ['nothing', () => undefined],
    ['an operation comes', ({ document }) => (document.paths['/others'] = document.paths['/things'])],
    [
      'a parameter comes',
      ({ post }) => post.parameters.push({ name: 'team', in: 'query', required: false, schema: { type: 'string' } }),
    ],
    ['a parameter takes more', ({ post }) => (post.parameters[0].schema.maximum = 100)],
    ['a field of a request comes', ({ body }) => (body.properties.colour = { type: 'string' })],
    ['a field of a request may be missing', ({ body }) => (body.required = [])],
    ['a field of a request takes null', ({ body }) => (body.properties.name.type = ['string', 'null'])],
    ['a request takes one more value', ({ body }) => body.properties.kind.enum.push('flat')],
    [
      'a field of an answer comes',
      ({ thing }) => ((thing.properties.colour = { type: 'string' }), thing.required.push('colour')),
    ],
    ['a field of an answer is never null', ({ thing }) => (thing.properties.note.type = 'string')],
    ['a field of an answer has a value less', ({ thing }) => thing.properties.status.enum.pop()],
    ['an error is answered no more', ({ post }) => delete post.responses[409]],
    ['an error code comes', ({ schemas }) => schemas.ErrorCode.enum.push('gone')],
    ['a header comes', ({ post }) => (post.responses[201].headers.Sunset = {})],
    ['a way in comes', ({ post }) => post.security.push({ bearer: [] })],
    ['a key needs no scope', ({ post }) => (post.security[1].apiKey = [])],
    ['an operation is public', ({ post }) => (post.security = [])],
    [
      'a shape has another name',
      ({ schemas, document }) => (
        (schemas.Event = schemas.Changed),
        (document['x-live-events']['thing.changed'].$ref = '#/components/schemas/Event')
      ),
    ],
    ['words change', ({ post }) => (post.summary = 'Otherwise')],
  ])('%s', (_what, change) => expect(breakingChanges(contract(), changed(change))).toEqual([]));
});

describe('approvals', () => {
  const now = changed(({ document }) => delete document.paths['/things'].get);
  const line = 'GET /things: operation removed';

  test('a break nobody approved is named, an approved one is not', () => {
    expect(faultsOfContract(contract(), now, '')).toEqual([`bricht, was veröffentlicht ist: ${line}`]);
    expect(faultsOfContract(contract(), now, `# a note\n\n${line} -- nobody has called it for a year\n`)).toEqual([]);
  });

  test('an approval needs a reason, and something to approve', () => {
    expect(faultsOfContract(contract(), now, `${line} -- so`)).toEqual([`ist ohne Grund freigegeben: ${line}`]);
    expect(faultsOfContract(contract(), contract(), `${line} -- nobody has called it for a year`)).toEqual([
      `ist freigegeben, aber nicht geschehen: ${line}`,
    ]);
  });

  test('what is committed breaks nothing that was released, and the check would tell', () => {
    expect(checkReleasedContract()).toEqual({ code: 0, output: '' });
    const released = JSON.parse(readFileSync(new URL('../../../openapi/released.json', import.meta.url), 'utf8'));
    expect(breakingChanges(released, structuredClone(released))).toEqual([]);
    const less = structuredClone(released);
    delete less.components.schemas.Portrait.properties.downloadUrl;
    expect(breakingChanges(released, less)).toContain(
      'GET /api/v1/generations/{id} 200.portraits[].downloadUrl: removed',
    );
  });
});
