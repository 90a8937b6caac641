import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ObservedExchange } from '../src/replicate/index.js';

type Json = Record<string, unknown>;

interface Operation {
  method: string;
  pattern: RegExp;
  query: ValidateFunction;
  headers: ValidateFunction;
  /** Null where the operation takes no JSON. */
  body: ValidateFunction | null;
  /** By status; null for an empty answer. */
  answers: Map<string, ValidateFunction | null>;
}

export interface ContractObserver {
  observe(exchange: ObservedExchange): void;
  checkWebhook(payload: string): void;
  /** One line for each thing the contract does not allow. */
  objections: string[];
}

const here = dirname(fileURLToPath(import.meta.url));
const shared = process.env.BILDNIS_SHARED ?? resolve(here, '../../../../shared');
const folder = resolve(shared, 'contracts/replicate');
const file = resolve(folder, 'openapi.replicate-2026-03-16.json');

/** Whether Replicate's contract is at hand on this machine. */
export const contractAtHand = existsSync(file);
if (!contractAtHand)
  console.info(`Replicate's contract is not at hand (${file}): what goes over the wire is not held against it.`);

/** The trainer's and the trained model's inputs as published; null where they are not at hand. */
export function publishedInputs(): Record<
  'training' | 'portrait',
  { properties: Record<string, Json>; required: string[] }
> | null {
  const path = resolve(folder, 'model-inputs.json');
  if (!existsSync(path)) return null;
  const { models } = JSON.parse(readFileSync(path, 'utf8')) as {
    models: Record<string, { schema: { properties: Record<string, Json>; required: string[] } }>;
  };
  return {
    training: models['ostris/flux-dev-lora-trainer train()']!.schema,
    portrait: models['fine-tuned FLUX.1 predict()']!.schema,
  };
}

interface Contract {
  operations: Operation[];
  error: ValidateFunction;
  training: ValidateFunction;
  prediction: ValidateFunction;
}

let compiled: Contract | null = null;

/** Holds every call, every answer and every webhook against Replicate's OpenAPI contract; null where it is not at hand. */
export function contractObserver(): ContractObserver | null {
  if (!contractAtHand) return null;
  const contract = (compiled ??= compileContract());
  const objections: string[] = [];
  const check = (validate: ValidateFunction, value: unknown, what: string) => {
    if (validate(value)) return;
    for (const error of validate.errors ?? [])
      objections.push(`${what} ${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`);
  };
  return {
    objections,
    observe({ method, url, headers, body, status, type, answer }) {
      const what = `${method} ${url.pathname}`;
      if (status >= 400) {
        if (type !== 'application/problem+json') objections.push(`error of ${what} has type ${type}`);
        return check(contract.error, JSON.parse(answer), `error of ${what}`);
      }
      const operation = contract.operations.find((one) => one.method === method && one.pattern.test(url.pathname));
      if (!operation) return void objections.push(`${what} is not in the contract`);
      check(operation.query, Object.fromEntries(url.searchParams), `query of ${what}`);
      check(operation.headers, headers, `headers of ${what}`);
      if (operation.body) check(operation.body, JSON.parse(body), `body of ${what}`);
      const expected = operation.answers.get(String(status));
      if (expected === undefined) objections.push(`${what} may not answer ${status}`);
      else if (expected) check(expected, JSON.parse(answer), `answer of ${what}`);
      else if (answer !== '') objections.push(`${what} answers ${status} with a body`);
    },
    checkWebhook(payload) {
      const run = JSON.parse(payload) as { urls: { get: string } };
      const kind = run.urls.get.includes('/trainings/') ? 'training' : 'prediction';
      check(contract[kind], run, `webhook of a ${kind}`);
    },
  };
}

function compileContract(): Contract {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Json; parameters: Json };
  };
  const ajv = withFormats(new Ajv2020({ strict: false, coerceTypes: false }));
  const texts = withFormats(new Ajv2020({ strict: false, coerceTypes: true }));
  ajv.addSchema({ $id: 'replicate', components: { schemas: closeObjects(raw.components.schemas) } });
  const at = (schema: unknown) => ajv.compile(pointInto(closeObjects(schema)) as Json);
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const parameters = parametersOf(operation, raw.components.parameters);
      const body = schemaIn(operation, ['requestBody', 'content', 'application/json', 'schema']);
      return {
        method: method.toUpperCase(),
        pattern: new RegExp(`^/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
        query: texts.compile(objectOf(parameters, 'query')),
        headers: texts.compile(objectOf(parameters, 'header')),
        body: body ? at(body) : null,
        answers: new Map(
          Object.entries((operation.responses ?? {}) as Json).map(([status, answer]) => {
            const schema = schemaIn(answer, ['content', 'application/json', 'schema']);
            return [status, schema ? at(schema) : null];
          }),
        ),
      };
    }),
  );
  // The more exact path first.
  operations.sort((a, b) => a.pattern.source.split('[^/]+').length - b.pattern.source.split('[^/]+').length);
  const component = (name: string) => ajv.compile({ $ref: `replicate#/components/schemas/${name}` });
  return {
    operations,
    // The contract describes errors for files only: `detail`. The rest is how they look everywhere.
    error: ajv.compile({
      type: 'object',
      required: ['detail', 'status'],
      properties: { detail: { type: 'string' }, status: { type: 'integer' }, title: { type: 'string' } },
    }),
    training: component('schemas_training_response'),
    prediction: component('schemas_prediction_response'),
  };
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  addFormats.default(ajv);
  // Formats of numbers and bytes say nothing about JSON.
  for (const name of ['int64', 'binary']) ajv.addFormat(name, true);
  return ajv;
}

function schemaIn(node: unknown, path: string[]): unknown {
  for (const part of path) node = (node as Json | undefined)?.[part];
  return node;
}

interface Parameter {
  in: string;
  name: string;
  schema: Json;
}

function parametersOf(operation: Json, shared: Json): Parameter[] {
  return ((operation.parameters ?? []) as (Parameter | { $ref: string })[]).map((one) =>
    '$ref' in one ? (shared[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
  );
}

function objectOf(parameters: Parameter[], place: string): Json {
  const wanted = parameters.filter((one) => one.in === place);
  // Names of headers arrive in lower case.
  return {
    type: 'object',
    properties: Object.fromEntries(
      wanted.map(({ name, schema }) => [place === 'header' ? name.toLowerCase() : name, schema]),
    ),
  };
}

/**
 * Turns the document's `nullable` into a type, and closes every object that lists its fields, so that one the contract does
 * not know is an objection.
 */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Json;
  const open: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(Object.entries(value as Json).map(([name, one]) => [name, closeObjects(one)]))
        : closeObjects(value),
    ]),
  );
  if (typeof open.properties === 'object' && open.additionalProperties === undefined) open.additionalProperties = false;
  return nullable === true ? { anyOf: [open, { type: 'null' }] } : open;
}

function pointInto(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"replicate#/'));
}
