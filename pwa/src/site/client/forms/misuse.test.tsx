import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '~/lib/i18n';
import { openPage, operator } from '../../../../test/form-page';
import { invalid, refusal, serve } from '../../../../test/server';
import { MisusePage } from '../../pages/forms/misuse';
import { startMisuse } from './misuse';

const [PICTURE, REPORT, CONFIRM] = [
  'POST /misuse-reports/pictures',
  'POST /misuse-reports',
  'POST /misuse-reports/confirmation',
];
const receipt = { status: 202, body: { number: 'M-7K3M-9Q2X-TD04', receivedAt: '2026-12-03T13:05:00.000Z' } };
const compared = { status: 200, body: { result: 'read', reason: null, evidence: 'sealed' } };
const open = () => openPage(<MisusePage operator={operator} />, startMisuse);
const submit = () => screen.getByRole('button', { name: 'Missbrauch melden' });
const press = () => userEvent.click(submit());
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const choose = (file: File) => userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
const picture = (bytes = 10) => new File([new Uint8Array(bytes)], 'ich.jpg', { type: 'image/jpeg' });

beforeAll(async () => {
  await Promise.all([loadTexts('site'), loadTexts('contracts'), loadTexts('imageCheck'), loadTexts('misuse')]);
});
beforeEach(() => sessionStorage.clear());
afterEach(() => history.replaceState(null, '', '/'));

it('needs a picture or a link, what happened and an address; a link is a web address; sends nothing before', async () => {
  const sent = serve({});
  open();
  await userEvent.type(field('Link zum Bild'), 'javascript:alert(1)');
  await press();
  for (const text of [
    'Bitte geben Sie eine Adresse an, die mit https:// oder http:// beginnt.',
    'Bitte wählen Sie, was geschehen ist.',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(field('Link zum Bild'));
  await userEvent.clear(field('Link zum Bild'));
  await userEvent.click(screen.getByText('Etwas anderes'));
  await press();
  for (const text of [
    'Bitte wählen Sie das Bild aus, oder geben Sie einen Link an.',
    'Bitte beschreiben Sie, was geschehen ist.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Das Bild' }));
  expect(sent).toEqual([]);
});

it('asks for words where something else has happened, and leaves them free otherwise', async () => {
  open();
  expect(field('Was wir wissen sollten (freiwillig)').getAttribute('aria-required')).toBe('false');
  await userEvent.click(screen.getByText('Etwas anderes'));
  const [label] = document.querySelectorAll<HTMLLabelElement>("label[for='statement']");
  expect(label!.textContent).toBe('Bitte beschreiben Sie es');
  expect(label!.control!.getAttribute('aria-required')).toBe('true');
  await userEvent.click(screen.getByText('Das Bild setzt mich herab'));
  expect(label!.textContent).toBe('Was wir wissen sollten (freiwillig)');
});

it('compares the picture as soon as it is chosen, keeps what is typed meanwhile, and says that nothing happens before the address is confirmed', async () => {
  const sent = serve({ [PICTURE]: compared, [REPORT]: receipt });
  open();
  await choose(picture());
  await userEvent.type(field('E-Mail'), 'petra@example.org');
  await screen.findByText(/Verglichen, nicht gespeichert/);
  await userEvent.click(screen.getByText('Das Bild setzt mich herab'));
  expect(field('E-Mail').value).toBe('petra@example.org');
  await press();
  await screen.findByRole('heading', { level: 1, name: 'Bestätigen Sie jetzt Ihre Meldung' });
  expect(sent.at(-1)!.body).toEqual({ email: 'petra@example.org', reason: 'degrading', evidence: 'sealed' });
  for (const text of ['M-7K3M-9Q2X-TD04', '3. Dezember 2026, 14.05 Uhr', 'petra@example.org'])
    expect(screen.getByText(text)).toBeTruthy();
});

it('waits with sending until the picture is compared', async () => {
  open();
  let answer: (response: Response) => void = () => undefined;
  globalThis.fetch = () => new Promise((resolve) => (answer = resolve));
  await choose(picture());
  expect(screen.getByRole('progressbar', { name: 'ich.jpg wird verglichen' })).toBeTruthy();
  expect(submit().hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('ich.jpg wird verglichen')).toBeTruthy();
  answer(Response.json(compared.body));
  await screen.findByText(/Verglichen/);
  expect(submit().hasAttribute('disabled')).toBe(false);
});

it('sends no folder, and waits three minutes for an answer at most', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const signals: AbortSignal[] = [];
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        signals.push(init!.signal!);
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
      });
    const ended = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ended.signal);
    open();
    const folder = picture();
    folder.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as never;
    await choose(folder);
    expect(await screen.findByText(/Bitte wählen Sie ein Bild im Format JPEG/)).toBeTruthy();
    expect([signals.length, submit().hasAttribute('disabled')]).toEqual([0, false]);
    await choose(picture());
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    expect([timeout.mock.calls, submit().hasAttribute('disabled')]).toEqual([[[180_000]], true]);
    ended.abort(new DOMException('', 'TimeoutError'));
    await vi.waitFor(() => expect(submit().hasAttribute('disabled')).toBe(false));
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

it('keeps what was typed, and what was found, over a reload and a refusal; evidence that is too old asks for the picture again', async () => {
  const sent = serve({ [PICTURE]: compared, [REPORT]: [refusal(429, 'rate_limited'), invalid('evidence', 'expired')] });
  open();
  await choose(picture());
  await screen.findByText(/Verglichen/);
  await userEvent.type(field('E-Mail'), 'petra@example.org');
  await userEvent.click(screen.getByText('Jemand gibt sich damit für mich aus'));
  open();
  expect([field('E-Mail').value, screen.getByText(/Verglichen/)]).toEqual(['petra@example.org', expect.anything()]);
  await press();
  await screen.findByText(/Zu viele Anfragen/);
  await press();
  await screen.findByText(/Seit dem Vergleich ist zu viel Zeit vergangen/);
  expect(screen.queryByText(/Verglichen, nicht gespeichert/)).toBeNull();
  expect(sent.filter(({ path }) => path.endsWith('/misuse-reports')).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ email: 'petra@example.org', reason: 'impersonation', evidence: 'sealed' })),
  );
});

it.each([
  ['nothing that is too large', picture(10_000_001), null, /grösser als 10\u00a0MB/],
  ['no empty file', picture(0), null, /beschädigt oder unvollständig/],
  [
    'what cannot be read',
    picture(),
    { status: 200, body: { result: 'unreadable', reason: 'unsupported_format', evidence: null } },
    /JPEG, PNG, WebP, GIF oder HEIC/,
  ],
  ['what the server is too busy for', picture(), refusal(503, 'unavailable'), /nicht erreichbar/],
])('says what is wrong with a picture, and takes another: %s', async (_, file, answer, text) => {
  const sent = serve(answer ? { [PICTURE]: [answer, compared] } : { [PICTURE]: compared });
  open();
  await choose(file);
  expect((await screen.findByText('ich.jpg konnte nicht verglichen werden')).parentElement!.textContent).toMatch(text);
  expect(sent).toHaveLength(answer ? 1 : 0);
  await choose(picture());
  await screen.findByText(/Verglichen/);
});

it('confirms by the link of the email, takes its token out of the address, names what is confirmed, and leads to the form again', async () => {
  const sent = serve({ [CONFIRM]: [refusal(503, 'unavailable'), { status: 200, body: { items: [receipt.body] } }] });
  history.replaceState(null, '', '/missbrauch-melden?token=id.mac');
  open();
  expect(location.search).toBe('');
  await userEvent.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
  await screen.findByRole('heading', { level: 1, name: 'Ihre Meldung ist bestätigt' });
  expect(screen.getByText('M-7K3M-9Q2X-TD04, eingegangen am 3. Dezember 2026, 14.05 Uhr')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => ({ token: 'id.mac' })));
  await userEvent.click(screen.getByRole('button', { name: 'Weiteres Bild melden' }));
  open();
  await waitFor(() => expect(field('E-Mail')).toBeTruthy());
});

it('says of a link that is too old what can be done', async () => {
  serve({ [CONFIRM]: refusal(400, 'token_invalid') });
  history.replaceState(null, '', '/missbrauch-melden?token=id.mac');
  open();
  await screen.findByRole('heading', { level: 1, name: 'Dieser Link gilt nicht mehr' });
  expect(screen.getByRole('button', { name: 'Weiteres Bild melden' })).toBeTruthy();
});

it('sends what is left of a report whose picture was compared too long ago', async () => {
  const sent = serve({ [PICTURE]: compared, [REPORT]: [invalid('evidence', 'expired'), receipt] });
  open();
  await choose(picture());
  await screen.findByText(/Verglichen/);
  await userEvent.type(field('Link zum Bild'), 'https://example.org/bild');
  await userEvent.click(screen.getByText('Das Bild setzt mich herab'));
  await userEvent.type(field('E-Mail'), 'petra@example.org');
  await press();
  await screen.findByText(/zu viel Zeit vergangen/);
  await press();
  await screen.findByText('M-7K3M-9Q2X-TD04');
  const body = { email: 'petra@example.org', reason: 'degrading', link: 'https://example.org/bild' };
  expect(sent.at(-1)!.body).toEqual(body);
});

it('says of a link that is no link of ours what can be done, and works where the tab keeps nothing', async () => {
  serve({ [CONFIRM]: refusal(400, 'validation') });
  history.replaceState(null, '', '/missbrauch-melden?token=x');
  const kept = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  open();
  kept.mockRestore();
  expect(location.search).toBe('');
  await screen.findByRole('heading', { level: 1, name: 'Dieser Link gilt nicht mehr' });
  expect(screen.getByRole('button', { name: 'Weiteres Bild melden' })).toBeTruthy();
});
