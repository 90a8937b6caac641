import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailbox, type Email, type Mailbox } from '../src/mailbox/index.js';

let dataDir: string;
let mailbox: Mailbox;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mailbox-'));
  mailbox = await startMailbox({ dataDir });
});

afterEach(async () => {
  await mailbox.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(mail: SendMailOptions, smtpUrl = mailbox.smtpUrl): Promise<void> {
  const transport = createTransport(smtpUrl);
  try {
    await transport.sendMail({ from: 'Bildnis <post@bildnis.example>', to: 'anna@example.ch', ...mail });
  } finally {
    transport.close();
  }
}

async function mails(to?: string): Promise<Email[]> {
  const query = to ? `?to=${encodeURIComponent(to)}` : '';
  return (await (await fetch(`${mailbox.url}/messages${query}`)).json()) as Email[];
}

async function page(path: string): Promise<string> {
  return (await fetch(mailbox.url + path)).text();
}

describe('the mailbox', () => {
  it('takes a mail and gives it back by recipient and by id', async () => {
    await send({
      messageId: '<a@bildnis.example>',
      subject: 'Grüezi',
      text: 'Öffnen: http://localhost:3000/x?t=1',
      html: '<p>Öffnen</p>',
    });
    await send({ to: 'beat@example.ch', subject: 'Zweite', text: 'x' });
    expect((await mails()).map((one) => one.subject)).toEqual(['Zweite', 'Grüezi']);
    const [mail] = await mails('ANNA@example.ch');
    expect(mail).toMatchObject({
      messageId: '<a@bildnis.example>',
      from: 'Bildnis <post@bildnis.example>',
      to: ['anna@example.ch'],
      subject: 'Grüezi',
    });
    expect(mail!.html.trim()).toBe('<p>Öffnen</p>');
    expect(mail!.text.trim()).toBe('Öffnen: http://localhost:3000/x?t=1');
    expect(await (await fetch(`${mailbox.url}/messages/${mail!.id}`)).json()).toEqual(mail);
    expect((await fetch(`${mailbox.url}/messages/${'0'.repeat(24)}`)).status).toBe(404);
    expect(await mails('nobody@example.ch')).toEqual([]);
  });

  it('shows where a mail really went, blind copies included', async () => {
    await send({ bcc: 'still@example.ch', subject: 'x', text: 'x' });
    expect((await mails('still@example.ch'))[0]!.to.sort()).toEqual(['anna@example.ch', 'still@example.ch']);
  });

  it('holds a mail with the same Message-ID once, as it came last', async () => {
    await send({ messageId: '<same@bildnis.example>', subject: 'Erste', text: 'x' });
    await send({ messageId: '<same@bildnis.example>', subject: 'Noch einmal', text: 'x' });
    expect((await mails()).map((one) => one.subject)).toEqual(['Noch einmal']);
    expect(await readdir(dataDir)).toHaveLength(1);
  });

  it('keeps mails over a restart, 30 days long and 500 at most', async () => {
    await send({ subject: 'Bleibt', text: 'x' });
    await mailbox.stop();
    await writeFile(join(dataDir, 'note.json'), 'not a mail');
    mailbox = await startMailbox({ dataDir });
    expect((await mails()).map((one) => one.subject)).toEqual(['Bleibt']);
    await mailbox.stop();
    for (let at = 0; at < 520; at++) {
      const id = at.toString(16).padStart(24, '0');
      const mail: Email = {
        id,
        messageId: `<${at}>`,
        from: 'a',
        to: ['b'],
        subject: String(at),
        date: new Date(Date.now() - at * 60_000).toISOString(),
        text: '',
        html: '',
        attachments: [],
      };
      await writeFile(join(dataDir, `${id}.json`), JSON.stringify(mail));
    }
    mailbox = await startMailbox({ dataDir });
    expect(await mails()).toHaveLength(500);
    await mailbox.stop();
    mailbox = await startMailbox({ dataDir, now: () => new Date(Date.now() + 31 * 86_400_000) });
    expect(await mails()).toEqual([]);
    expect(await readdir(dataDir)).toEqual(['note.json']);
  });

  it('takes several mails at once without losing one', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, at) => send({ subject: `Nr. ${at}`, text: 'x' })));
    expect(new Set((await mails()).map((one) => one.subject)).size).toBe(12);
  });
});

describe('the page of the mailbox', () => {
  it('says what will come while there is nothing', async () => {
    expect(await page('/')).toContain('Noch keine Post');
  });

  it('lists and shows mails with everything escaped', async () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    await send({ subject: evil, text: `${evil} https://example.ch/?a=1&b="2"`, from: '"<b>x</b>" <a@b.ch>' });
    const [mail] = await mails();
    for (const path of ['/', `/post/${mail!.id}`, `/post/${mail!.id}?ansicht=text`]) {
      const text = await page(path);
      expect(text, path).not.toMatch(/<script|<img|<b>/);
      expect(text, path).toContain('&lt;script&gt;');
    }
    expect(await page(`/post/${mail!.id}`)).toContain('<a href="https://example.ch/?a=1&amp;b=">');
  });

  it('offers what came with a mail as files, to be saved only', async () => {
    const content = Buffer.from('%PDF-1.7 ü');
    await send({ subject: 'x', text: 'x', attachments: [{ filename: 'AGB «1».pdf', content }] });
    const [mail] = await mails();
    expect(await page(`/post/${mail!.id}`)).toContain(`<a href="/post/${mail!.id}/anhang/0">AGB «1».pdf</a>`);
    const file = await fetch(`${mailbox.url}/post/${mail!.id}/anhang/0`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect((await fetch(`${mailbox.url}/post/${mail!.id}/anhang/1`)).status).toBe(404);
  });

  it('shows HTML only in a frame that runs nothing and whose links lead out', async () => {
    await send({
      subject: 'x',
      html: '<html><head><title>t</title></head><body><script>x</script><a href="http://localhost:3000/verify">Bestätigen</a></body></html>',
    });
    const [mail] = await mails();
    const shown = await page(`/post/${mail!.id}`);
    expect(shown).toMatch(
      /<iframe[^>]+sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"/,
    );
    expect(shown).not.toContain('allow-scripts');
    const frame = await fetch(`${mailbox.url}/post/${mail!.id}/html`);
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-top[^;]*; default-src 'none'/);
    expect(await frame.text()).toContain('<head><base target="_top">');
  });

  it('has a policy, German words for wrong addresses, and takes no writes', async () => {
    const list = await fetch(mailbox.url);
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    const missing = await fetch(`${mailbox.url}/post/${'a'.repeat(24)}`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('Diese E-Mail gibt es nicht');
    expect((await fetch(mailbox.url, { method: 'POST' })).status).toBe(405);
  });
});
