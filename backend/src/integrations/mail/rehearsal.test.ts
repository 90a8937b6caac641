import { beforeEach, expect, it } from 'vitest';
import { Mailer, type Email } from './port.js';
import { RehearsalMailer } from './rehearsal.js';

class KeptMails extends Mailer {
  readonly sent: Email[] = [];
  send(mail: Email): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

let kept: KeptMails;
let mailer: RehearsalMailer;
beforeEach(() => {
  kept = new KeptMails();
  mailer = new RehearsalMailer(kept, ['anna@example.org', '@firma.ch']);
});

const send = (to: string) =>
  mailer.send({ to, subject: 'Hallo', text: 'Hallo', html: '<p>Hallo</p>', messageId: '<1@example.org>' });

it.each(['anna@example.org', 'Anna@Example.org', 'bert@firma.ch'])(
  '%s gets an email that says what it is',
  async (to) => {
    await send(to);
    expect(kept.sent).toMatchObject([{ to, subject: '[Probe] Hallo' }]);
  },
);

it.each(['bert@example.org', 'anna@firma.ch.example', 'x@notfirma.ch', '@firma.ch@example.org'])(
  '%s gets none',
  async (to) => {
    await send(to);
    expect(kept.sent).toEqual([]);
  },
);
