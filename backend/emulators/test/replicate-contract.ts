import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ObservedExchange } from '../src/replicate/index.js';
import { closeObjects, Objections, publishedFile, schemaIn, schemaOf, type Json } from './contract.js';

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

const read = publishedFile('replicate/openapi.replicate-2026-03-16.json');
const readInputs = publishedFile('replicate/model-inputs.json');
if (!read) console.info("Replicate's contract is not at hand: what goes over the wire is not held against it.");

/** The trainer's and the trained model's inputs as published; null where they are not at hand. */
export function publishedInputs(): Record<
  'training' | 'portrait',
  { properties: Record<string, Json>; required: string[] }
> | null {
  if (!readInputs) return null;
  const { models } = readInputs() as {
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
  if (!read) return null;
  const contract = (compiled ??= compileContract(read()));
  const held = new Objections();
  const objections = held.lines;
  const check = held.check.bind(held);
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

function compileContract(read: unknown): Contract {
  const raw = read as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Json; parameters: Json };
  };
  const ajv = withFormats(new Ajv2020({ strict: false, coerceTypes: false }));
  const texts = withFormats(new Ajv2020({ strict: false, coerceTypes: true }));
  ajv.addSchema({ $id: 'replicate', components: { schemas: closeObjects(raw.components.schemas) } });
  const at = (schema: unknown) => ajv.compile(schemaOf(schema, 'replicate'));
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
