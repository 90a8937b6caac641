import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';

const file = fileURLToPath(new URL('../../../openapi/openapi.json', import.meta.url));
interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  parameters?: { name: string; in: string }[];
  security?: object[];
}
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
  webhooks: Record<string, { post: Operation & { requestBody: object } }>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

describe('openapi.json', () => {
  test('follows the rules of OpenAPI 3.1', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'info-license': 'off',
        'no-server-example.com': 'off',
        'operation-4xx-response': 'off',
        'no-unused-components': 'off',
      },
    });
    const problems = await lint({ ref: file, config });
    expect(problems.map((problem) => `${problem.ruleId} ${problem.location[0]?.pointer}: ${problem.message}`)).toEqual(
      [],
    );
    expect(document.openapi).toBe('3.1.0');
  });

  test.each(operations)(
    '$name has a tag, a summary, a description, a name of its own and named errors',
    ({ operation, path }) => {
      expect(operation.tags).toHaveLength(1);
      expect(operation.summary?.length).toBeGreaterThan(5);
      expect(operation.description?.length).toBeGreaterThan(20);
      expect(operations.filter((other) => other.operation.operationId === operation.operationId)).toHaveLength(1);
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 400) expect(Object.keys(response.content ?? {})).toEqual(['application/problem+json']);
        else if (status !== '204') expect(response.content).toBeDefined();
      }
      if (operation.security?.length) expect(operation.responses).toHaveProperty('401');
      if (path.includes('{id}')) expect(operation.responses).toHaveProperty('404');
    },
  );

  test('commands that spend take an idempotency key', () => {
    const keyed = operations
      .filter(({ operation }) => operation.parameters?.some((parameter) => parameter.name === 'Idempotency-Key'))
      .map(({ operation }) => operation.operationId);
    expect(keyed.toSorted()).toEqual([
      'adjustCredits',
      'assignDeclaration',
      'confirmHeldPayment',
      'createGeneration',
      'createOrder',
      'refuseHeldPayment',
      'repeatGeneration',
      'retryRefund',
      'startTraining',
    ]);
  });

  test('every message to an endpoint is described, each by a shape of its own', () => {
    const union = document.components.schemas['WebhookEvent'] as { oneOf: { $ref: string }[] };
    const described = Object.values(document.webhooks).map(
      ({ post }) =>
        (post.requestBody as { content: Record<string, { schema: { $ref: string } }> }).content['application/json']!
          .schema,
    );
    expect(described).toEqual(union.oneOf);
    const types = union.oneOf.map(
      ({ $ref }) =>
        (document.components.schemas[$ref.split('/').at(-1)!] as { properties: { type: { const: string } } }).properties
          .type.const,
    );
    expect(types).toEqual(Object.keys(document.webhooks));
    for (const { post } of Object.values(document.webhooks))
      expect(post.parameters?.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
  });

  test('no shape is left unnamed or unused', () => {
    const text = JSON.stringify(document);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });
});
