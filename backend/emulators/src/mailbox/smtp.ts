import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Envelope } from './email.js';

export interface SmtpListener {
  /** `smtp://127.0.0.1:port` */
  url: string;
  stop(): Promise<void>;
}

const largest = 25_000_000;

/**
 * Takes mail on 127.0.0.1 without a password. The sender hears «accepted» only after `accept` has resolved.
 * @throws the listen error when the port is taken
 */
export async function listenSmtp(
  port: number,
  accept: (raw: Buffer, envelope: Envelope) => Promise<void>,
): Promise<SmtpListener> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Senders keep connections open for the next mail; they must not hold up the end.
    closeTimeout: 500,
    size: largest,
    logger: false,
    onData(stream, session, callback) {
      readAll(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('Message too large'), { responseCode: 552 });
          await accept(raw, envelopeOf(session));
        })
        .then(
          () => callback(),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  // A client that hangs up in the middle is no event for the mailbox; without a listener it would end the process.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
  const bound = (server.server.address() as AddressInfo).port;
  return { url: `smtp://127.0.0.1:${bound}`, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    // Beyond the limit only the end of the stream matters: the sender must be answered.
    if (size <= largest) parts.push(part);
  }
  return Buffer.concat(parts);
}

function envelopeOf(session: SMTPServerSession): Envelope {
  const { mailFrom, rcptTo } = session.envelope;
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((one) => one.address) };
}
