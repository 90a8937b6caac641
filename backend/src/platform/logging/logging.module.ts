import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { CONFIG, type Config } from '../../config/index.js';
import { ownerInLogs } from './owner-in-logs.js';
import { loggedError } from './logged-error.js';

/** IPv4 loses its last byte, IPv6 all but its first three groups: logs never hold a full address (docs/product-rules.md#what-is-kept). */
export function truncateAddress(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:/, '');
  if (plain.includes('.')) return plain.replace(/\.\d+$/, '.0');
  return `${plain.split(':').slice(0, 3).join(':')}::`;
}

/** Pino's number of the level. */
const INFO = 30;

/** What Nest tells of each start, line by line: three hundred lines that say nothing. */
const FRAMEWORK = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** Several processes write to one stream. The name of a machine that somebody works on is nobody's business. */
const replicaOf = ({ mode }: Config): string =>
  mode === 'production' ? `${hostname()}/${process.pid}` : String(process.pid);

interface LoggedRequest extends IncomingMessage {
  requestId?: string;
  principal?: { userId: string } | null;
}

const ownerOf = ({ mediaSecret }: Config, { principal }: LoggedRequest): { owner?: string } =>
  principal ? { owner: ownerInLogs(mediaSecret, principal.userId) } : {};

/** Structured logs: paths without queries, no headers, no bodies. */
export function loggingModule(role: 'api' | 'worker'): DynamicModule {
  return LoggerModule.forRootAsync({
    inject: [CONFIG],
    useFactory: (config: Config) => ({
      pinoHttp: {
        level: config.logLevel,
        base: { role, replica: replicaOf(config), ...(config.version && { version: config.version }) },
        customAttributeKeys: { reqId: 'requestId' },
        hooks: {
          logMethod(args, method, level) {
            const [about] = args as unknown as [{ context?: string } | undefined];
            if (level > INFO || !FRAMEWORK.has(about?.context ?? '')) method.apply(this, args);
          },
        },
        quietReqLogger: true,
        autoLogging: {
          ignore: (request: IncomingMessage) => !request.url?.startsWith('/api/') || request.url.includes('/health/'),
        },
        genReqId: (request: LoggedRequest) => request.requestId ?? '',
        customSuccessObject: (
          request: LoggedRequest,
          response: { statusCode: number },
          value: { responseTime: number },
        ) => ({
          method: request.method,
          path: (request.url ?? '').split('?')[0],
          status: response.statusCode,
          ms: Math.round(value.responseTime),
          address: truncateAddress(request.socket?.remoteAddress),
          ...ownerOf(config, request),
        }),
        customErrorObject: (request: LoggedRequest, response: { statusCode: number }) => ({
          method: request.method,
          path: (request.url ?? '').split('?')[0],
          status: response.statusCode,
          ...ownerOf(config, request),
        }),
        serializers: { req: () => undefined, res: () => undefined, err: (error: unknown) => loggedError(error) },
        // pino-http would wrap the serializer above and hand it its own copy of the error.
        wrapSerializers: false,
      },
    }),
  });
}
