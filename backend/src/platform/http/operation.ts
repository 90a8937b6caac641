import { applyDecorators, HttpCode, SerializeOptions } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import type { ZodType } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors/index.js';
import { Access, type AccessLevel } from './access.js';
import { deprecate, deprecationNote, type Deprecation } from './deprecation.js';
import { Problem } from './problem.js';
import type { Scope } from './scopes.js';

export interface OperationOptions {
  summary: string;
  /** What a caller has to know besides; Markdown. */
  description?: string;
  access: AccessLevel;
  /** What an API key needs to call it; without a scope only people may. */
  scope?: Scope;
  /** Only for somebody who has proven who they are within the last minutes. */
  proof?: boolean;
  /** HTTP status of success; default 200, or 204 without a response. */
  status?: number;
  response?: ZodType;
  /** Media type of a response that is not JSON. */
  binary?: string | readonly string[];
  body?: ZodType;
  /** The body is a multipart form with one file in the field `file`. */
  upload?: boolean;
  /** The command takes an `Idempotency-Key` header. */
  idempotent?: boolean;
  /** Path parameters that are ids. */
  ids?: string[];
  errors?: ErrorCode[];
  /** It goes away: the description and every answer say so. */
  deprecated?: Deprecation;
}

/** Declares a route once: access, summary, response schema (which also serialises), and every error it may answer. */
export function Operation(options: OperationOptions) {
  const status = options.status ?? (options.response || options.binary ? 200 : 204);
  const decorators = [
    Access({
      level: options.access,
      ...(options.scope ? { scope: options.scope } : {}),
      ...(options.proof ? { proof: true } : {}),
      ...(options.idempotent || options.upload ? { command: true } : {}),
    }),
    HttpCode(status),
    ApiOperation({ summary: options.summary, ...described(options), security: securityOf(options) }),
    ApiResponse(successOf(options, status)),
    ...errorsOf(options),
  ];
  if (options.response) decorators.push(SerializeOptions({ schema: options.response }));
  if (options.idempotent) {
    decorators.push(
      ApiHeader({
        name: 'Idempotency-Key',
        required: true,
        description: 'One key per intent; a retry with the same key has one effect and one answer.',
        schema: { type: 'string', minLength: 8, maxLength: 128 },
      }),
    );
  }
  if (options.upload) {
    decorators.push(
      ApiConsumes('multipart/form-data'),
      ApiBody({
        required: true,
        schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
      }),
    );
  }
  if (options.deprecated) decorators.push(...deprecate(options.deprecated));
  for (const name of options.ids ?? []) decorators.push(ApiParam({ name, schema: { type: 'string', format: 'uuid' } }));
  return applyDecorators(...decorators);
}

function described({ description, deprecated }: OperationOptions) {
  const text = [deprecated ? deprecationNote(deprecated) : null, description].filter(Boolean).join('\n\n');
  return { ...(text ? { description: text } : {}), ...(deprecated ? { deprecated: true } : {}) };
}

/** Keys are bearers with scopes; people may do everything of theirs. */
function securityOf(options: OperationOptions): Record<string, string[]>[] {
  if (options.access !== 'user' && options.access !== 'admin') return [];
  return [{ session: [] }, { bearer: [] }, ...(options.scope ? [{ apiKey: [options.scope] }] : [])];
}

function successOf(options: OperationOptions, status: number) {
  if (options.binary) {
    return {
      status,
      description: 'Success',
      content: Object.fromEntries(
        [options.binary].flat().map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]),
      ),
    };
  }
  return { status, description: 'Success', ...(options.response ? { standardSchema: options.response } : {}) };
}

function errorsOf(options: OperationOptions) {
  const codes = new Set<ErrorCode>(options.errors ?? []);
  if (options.access === 'user' || options.access === 'admin') codes.add('unauthenticated').add('scope_missing');
  if (options.access === 'admin') codes.add('forbidden').add('second_factor_required');
  if (options.proof) codes.add('proof_required');
  if (options.scope || options.access === 'public') codes.add('rate_limited');
  if (options.idempotent) codes.add('idempotency_key_missing').add('idempotency_conflict');
  if (options.body || options.ids?.length) codes.add('validation');
  if (options.ids?.length) codes.add('not_found');
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  return [...byStatus].map(([status, list]) =>
    ApiResponse({
      status,
      description: list.join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }),
  );
}

export { Problem };
