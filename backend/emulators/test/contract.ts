import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Json = Record<string, unknown>;

const here = dirname(fileURLToPath(import.meta.url));
const shared = process.env.BILDNIS_SHARED ?? resolve(here, '../../../../shared');

/** What a vendor published, read when it is asked for; null where it is not at hand on this machine. */
export function publishedFile(path: string): (() => unknown) | null {
  const file = resolve(shared, 'contracts', path);
  return existsSync(file) ? () => JSON.parse(readFileSync(file, 'utf8')) as unknown : null;
}

/** What a contract objects to, one line for each thing it does not allow. */
export class Objections {
  readonly lines: string[] = [];

  check(validate: Validator | null, value: unknown, what: string): void {
    if (!validate || validate(value)) return;
    for (const { instancePath, message, params } of validate.errors ?? [])
      this.lines.push(`${what} ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`);
  }
}

interface Validator {
  (value: unknown): unknown;
  errors?: { instancePath: string; message?: string; params: unknown }[] | null;
}

export function schemaIn(node: unknown, path: readonly string[]): unknown {
  for (const part of path) node = (node as Json | undefined)?.[part];
  return node;
}

/**
 * Turns OpenAPI 3.0 into JSON Schema: `nullable` becomes a type, and an object may hold nothing but what it lists, so that a
 * field the contract does not have is an objection.
 */
export function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Json;
  const open: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      // Names of properties may be anything, even `nullable`: only their schemas are turned.
      key === 'properties'
        ? Object.fromEntries(Object.entries(value as Json).map(([name, one]) => [name, closeObjects(one)]))
        : closeObjects(value),
    ]),
  );
  if (typeof open.properties === 'object' && open.additionalProperties === undefined) open.additionalProperties = false;
  return nullable === true ? { anyOf: [open, { type: 'null' }] } : open;
}

/** A closed schema whose references lead into the document with this id. */
export const schemaOf = (schema: unknown, id: string): Json =>
  JSON.parse(JSON.stringify(closeObjects(schema)).replaceAll('"$ref":"#/', `"$ref":"${id}#/`)) as Json;
