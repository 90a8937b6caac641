import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z, type ZodType } from 'zod';
import { WEBHOOK_MESSAGES, WebhookEvent } from '../partners/index.js';
import { ErrorCodeSchema, Problem } from '../platform/http/problem.js';
import { LIVE_EVENTS } from '../platform/live/index.js';
import { ABOUT, describeForPartners } from './partner-description.js';

type JsonSchema = Record<string, unknown>;

/** The API description, made from the same schemas that validate and serialise. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Bildnis API')
    .setDescription(ABOUT)
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addCookieAuth(
      '__Host-bildnis_session',
      { type: 'apiKey', in: 'cookie', description: 'Over plain http: `bildnis_session`.' },
      'session',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The token of a session.' }, 'bearer')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'An API key (`bk_…`) with the scopes named at the operation.' },
      'apiKey',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
    standardSchemaConverter: (schema, { schemaType }) => convert(schema as ZodType, schemaType),
  });
  const schemas = (document.components ??= {}).schemas ?? {};
  const extra = [Problem, ErrorCodeSchema, WebhookEvent, ...Object.values(LIVE_EVENTS)];
  for (const schema of extra) Object.assign(schemas, convert(schema, 'output').components);
  document.components.schemas = sortKeys(schemas);
  document.paths = sortKeys(document.paths);
  (document as OpenAPIObject & Record<string, unknown>)['x-live-events'] = Object.fromEntries(
    Object.entries(LIVE_EVENTS).map(([name, schema]) => [name, { $ref: `#/components/schemas/${schema.meta()!.id!}` }]),
  );
  (document as OpenAPIObject & Record<string, unknown>)['webhooks'] = Object.fromEntries(
    WEBHOOK_MESSAGES.map(({ type, schema }) => [type, describeWebhook(type, schema)]),
  );
  describeForPartners(document);
  return document;
}

/** What is posted to an endpoint of a customer (OpenAPI 3.1, `webhooks`). */
function describeWebhook(type: string, schema: ZodType): object {
  const { id, description } = schema.meta() as { id: string; description: string };
  const header = (name: string, text: string) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId: id[0]!.toLowerCase() + id.slice(1),
      summary: description,
      tags: ['webhooks'],
      security: [],
      parameters: [
        header('webhook-id', 'Of the message; the same when it is sent again.'),
        header('webhook-timestamp', 'When it was sent, seconds since 1970.'),
        header(
          'webhook-signature',
          '`v1,` and the HMAC-SHA256 in base64 of `id.timestamp.body`; one for each secret that holds, divided by spaces.',
        ),
      ],
      requestBody: {
        required: true,
        description: `\`${type}\``,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } },
      },
      responses: {
        '2XX': { description: 'Taken.' },
        '410': { description: 'The endpoint is gone: it is switched off.' },
        default: { description: 'Not taken: it is sent again.' },
      },
    },
  };
}

/** A named schema becomes a component and a reference to it; what it contains follows the same rule. */
function convert(
  schema: ZodType,
  io: 'input' | 'output',
): { schema: JsonSchema; components: Record<string, JsonSchema> } {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema, io),
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  const components = Object.fromEntries(Object.entries($defs).map(([name, definition]) => [name, clean(definition)]));
  const id = schema.meta()?.id;
  if (!id) return { schema: clean(root), components };
  const ref = { $ref: `#/components/schemas/${id}` };
  return { schema: ref, components: id in components ? components : { ...components, [id]: clean(root) } };
}

/**
 * Says what people need to know: a format without the expression that checks it, numbers without the limits of the language. Answers may
 * gain fields within a version; who compares them with their schema must not stumble over those.
 */
function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  if (schema['format']) delete schema['pattern'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

/** Drops what only zod needs, and points references at the components of the description. */
function clean(value: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (key === '$ref' && typeof inner === 'string') return inner.replace('#/$defs/', '#/components/schemas/');
    if (inner && typeof inner === 'object' && 'id' in inner && typeof inner.id === 'string')
      return { ...inner, id: undefined };
    return inner;
  }) as JsonSchema;
}

function sortKeys<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))) as T;
}
