import { StandardSchemaValidationPipe } from '@nestjs/common';
import { AppError, type FieldError } from '../errors/index.js';

interface SchemaIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  code?: string;
  keys?: string[];
}

/** Validates what a route declares with `{ schema }`; every issue becomes a field error of one `validation` problem. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) =>
      new AppError('validation', { fields: issues.slice(0, 50).map((issue) => fieldOf(issue as SchemaIssue)) }),
  });
}

function fieldOf(issue: SchemaIssue): FieldError {
  const path = (issue.path ?? []).map((segment) => String(typeof segment === 'object' ? segment.key : segment));
  return {
    path: [...path, ...(issue.keys?.length === 1 ? issue.keys : [])].join('.'),
    code: issue.code ?? 'invalid',
    message: issue.message,
  };
}
