import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { IncomingMessage } from 'node:http';
import { CONFIG, type Config } from '../../config/index.js';
import { loggedError } from './logged-error.js';

/** IPv4 loses its last byte, IPv6 all but its first three groups: logs never hold a full address (docs/product-rules.md#what-is-kept). */
export function truncateAddress(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:/, '');
  if (plain.includes('.')) return plain.replace(/\.\d+$/, '.0');
  return `${plain.split(':').slice(0, 3).join(':')}::`;
}

/** Structured logs: paths without queries, no headers, no bodies. */
export function loggingModule(role: 'api' | 'worker'): DynamicModule {
  return LoggerModule.forRootAsync({
    inject: [CONFIG],
    useFactory: (config: Config) => ({
      pinoHttp: {
        level: config.logLevel,
        base: { role },
        quietReqLogger: true,
        autoLogging: {
          ignore: (request: IncomingMessage) => !request.url?.startsWith('/api/') || request.url.includes('/health/'),
        },
        genReqId: (request: IncomingMessage & { requestId?: string }) => request.requestId ?? '',
        customSuccessObject: (
          request: IncomingMessage,
          response: { statusCode: number },
          value: { responseTime: number },
        ) => ({
          method: request.method,
          path: (request.url ?? '').split('?')[0],
          status: response.statusCode,
          ms: Math.round(value.responseTime),
          address: truncateAddress(request.socket?.remoteAddress),
        }),
        customErrorObject: (request: IncomingMessage, response: { statusCode: number }) => ({
          method: request.method,
          path: (request.url ?? '').split('?')[0],
          status: response.statusCode,
        }),
        serializers: { req: () => undefined, res: () => undefined, err: (error: unknown) => loggedError(error) },
        // pino-http would wrap the serializer above and hand it its own copy of the error.
        wrapSerializers: false,
      },
    }),
  });
}
