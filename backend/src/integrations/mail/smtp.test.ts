import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnknownAddress } from './port.js';
import { SmtpMailer } from './smtp.js';

/** What the server says to each RCPT TO, by the name in the address. */
const REFUSALS: Record<string, string> = {
  nobody: '550 5.1.1 no such user',
  full: '552 5.2.2 mailbox full',
  later: '450 4.2.0 try again later',
  stranger: '550 5.7.1 relaying denied',
};

let server: Server;
let mailer: SmtpMailer;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (data) => {
      const line = data.toString();
      const name = /RCPT TO:<(\w+)@/.exec(line)?.[1];
      socket.write(`${(name && REFUSALS[name]) ?? '250 ok'}\r\n`);
      if (line.startsWith('QUIT')) socket.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  mailer = new SmtpMailer(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, 'Bildnis <post@example.org>');
});
afterAll(() => server.close());

const refusalOf = (name: string): Promise<unknown> =>
  mailer
    .send({
      to: `${name}@example.org`,
      subject: 'Hallo',
      text: 'Hallo',
      html: '<p>Hallo</p>',
      messageId: '<1@example.org>',
    })
    .then(
      () => null,
      (error: unknown) => error,
    );

it.each(['nobody', 'full'])('an address that the server refuses for good is told apart: %s', async (name) => {
  expect(await refusalOf(name)).toBeInstanceOf(UnknownAddress);
});

it.each(['later', 'stranger'])(
  'a server that is busy, or does not take our emails, is no fault of an address: %s',
  async (name) => {
    const refusal = await refusalOf(name);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(UnknownAddress);
  },
);
