import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, ERROR_STATUS, type ErrorCode } from '../errors/index.js';
import type { Problem } from './problem.js';

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'validation',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'file_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

/** Connection-level failures of PostgreSQL, Redis or the object store, and a disk that takes nothing: the caller should come back, nothing is broken for good. */
const AWAY =
  /ENOSPC|EDQUOT|EROFS|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT.*\.s\.PGSQL|terminating connection|the database system is|Connection terminated|Connection is closed|max retries per request|timeout exceeded|Command timed out|due to (?:lock|statement) timeout/i;

@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = toAppError(thrown);
    if (error.status >= 500) this.logger.error({ err: thrown, code: error.code }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const retryAfter = error.options.retryAfterSeconds ?? (error.status === 503 ? 5 : undefined);
    if (retryAfter) response.setHeader('Retry-After', String(Math.ceil(retryAfter)));
    response
      .status(error.status)
      .type('application/problem+json')
      .send(JSON.stringify(problemOf(error, request.requestId ?? '')));
  }
}

export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HttpException) {
    const code = CODE_OF_STATUS[thrown.getStatus()];
    if (code) return new AppError(code);
  }
  const status = (thrown as { status?: unknown; type?: unknown } | null)?.status;
  if (typeof status === 'number' && status < 500 && CODE_OF_STATUS[status]) return new AppError(CODE_OF_STATUS[status]);
  const message =
    thrown instanceof Error
      ? `${thrown.message} ${(thrown as NodeJS.ErrnoException).code ?? ''} ${thrown.cause instanceof Error || typeof thrown.cause === 'string' ? String(thrown.cause) : ''}`
      : '';
  return new AppError(AWAY.test(message) || isRefusedByStore(thrown) ? 'unavailable' : 'internal');
}

/** An answer of an S3-compatible store that says nothing about what was asked: it is overloaded, broken, or lets us in no more. */
function isRefusedByStore(thrown: unknown): boolean {
  const status = (thrown as { $metadata?: { httpStatusCode?: unknown } } | null)?.$metadata?.httpStatusCode;
  return typeof status === 'number' && (status >= 500 || status === 403 || status === 429);
}

export function problemOf(error: AppError, requestId: string): Problem {
  return {
    type: `urn:bildnis:problem:${error.code}`,
    title: error.code.replaceAll('_', ' '),
    status: ERROR_STATUS[error.code],
    code: error.code,
    ...(error.options.detail ? { detail: error.options.detail } : {}),
    requestId,
    ...(error.options.fields ? { fields: error.options.fields } : {}),
  };
}
