import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../../test/render-screen';
import { invalid, refusal, serve } from '../../../test/server';
import { MisuseScreen } from './misuse-screen';
import { keepReportToken } from './report-token';

const [PICTURE, REPORT, CONFIRM] = [
  'POST /misuse-reports/pictures',
  'POST /misuse-reports',
  'POST /misuse-reports/confirmation',
];
const receipt = { status: 202, body: { number: 'M-7K3M-9Q2X-TD04', receivedAt: '2026-12-03T13:05:00.000Z' } };
const compared = { status: 200, body: { result: 'read', reason: null, evidence: 'sealed' } };
const press = () => userEvent.click(screen.getByRole('button', { name: 'Missbrauch melden' }));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const choose = (file: File) => userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
const picture = (bytes = 10) => new File([new Uint8Array(bytes)], 'ich.jpg', { type: 'image/jpeg' });

beforeEach(() => sessionStorage.clear());

it('needs a picture or a link, what happened and an address; a link is a web address; sends nothing before', async () => {
  const sent = serve({});
  await renderScreen(<MisuseScreen me={null} />);
  await userEvent.type(field('Link zum Bild'), 'javascript:alert(1)');
  await press();
  for (const text of [
    'Bitte geben Sie eine Adresse an, die mit https:// oder http:// beginnt.',
    'Bitte wählen Sie, was geschehen ist.',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  await userEvent.clear(field('Link zum Bild'));
  await userEvent.click(screen.getByText('Etwas anderes'));
  await press();
  for (const text of [
    'Bitte wählen Sie das Bild aus, oder geben Sie einen Link an.',
    'Bitte beschreiben Sie, was geschehen ist.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Das Bild' })));
  expect(sent).toEqual([]);
});

it('compares the picture as soon as it is chosen, keeps what is typed meanwhile, and says that nothing happens before the address is confirmed', async () => {
  const sent = serve({ [PICTURE]: compared, [REPORT]: receipt });
  await renderScreen(<MisuseScreen me={null} />);
  await choose(picture());
  await userEvent.type(field('E-Mail'), 'petra@example.org');
  await screen.findByText(/Verglichen und bei uns wieder gelöscht/);
  await userEvent.click(screen.getByText('Das Bild setzt mich herab'));
  expect(field('E-Mail').value).toBe('petra@example.org');
  await press();
  await screen.findByRole('heading', { level: 1, name: 'Bestätigen Sie jetzt Ihre Meldung' });
  expect(sent.at(-1)!.body).toEqual({ email: 'petra@example.org', reason: 'degrading', evidence: 'sealed' });
  for (const text of ['M-7K3M-9Q2X-TD04', '3. Dezember 2026, 14.05 Uhr', 'petra@example.org'])
    expect(screen.getByText(text)).toBeTruthy();
});

it('keeps what was typed, and what was found, over a reload and a refusal; evidence that is too old asks for the picture again', async () => {
  const sent = serve({ [PICTURE]: compared, [REPORT]: [refusal(429, 'rate_limited'), invalid('evidence', 'expired')] });
  await renderScreen(<MisuseScreen me={null} />);
  await choose(picture());
  await screen.findByText(/Verglichen/);
  await userEvent.type(field('E-Mail'), 'petra@example.org');
  await userEvent.click(screen.getByText('Jemand gibt sich damit als mich aus'));
  cleanup();
  await renderScreen(<MisuseScreen me={null} />);
  expect([field('E-Mail').value, screen.getByText(/Verglichen/)]).toEqual(['petra@example.org', expect.anything()]);
  await press();
  expect((await screen.findByRole('alert')).textContent).toMatch(/Zu viele Anfragen/);
  await press();
  await screen.findByText(/Seit dem Vergleich ist zu viel Zeit vergangen/);
  expect(sent.filter(({ path }) => path.endsWith('/misuse-reports')).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ email: 'petra@example.org', reason: 'impersonation', evidence: 'sealed' })),
  );
});

it.each([
  ['nothing that is too large', picture(10_000_001), null, /grösser als 10 MB/],
  ['no empty file', picture(0), null, /beschädigt oder unvollständig/],
  [
    'what cannot be read',
    picture(),
    { status: 200, body: { result: 'unreadable', reason: 'unsupported_format', evidence: null } },
    /JPEG, PNG, WebP oder GIF/,
  ],
  ['what the server is too busy for', picture(), refusal(503, 'unavailable'), /./],
])('says what is wrong with a picture, and takes another: %s', async (_, file, answer, text) => {
  const sent = serve(answer ? { [PICTURE]: [answer, compared] } : { [PICTURE]: compared });
  await renderScreen(<MisuseScreen me={null} />);
  await choose(file);
  expect((await screen.findByText('ich.jpg konnte nicht verglichen werden')).parentElement!.textContent).toMatch(text);
  expect(sent).toHaveLength(answer ? 1 : 0);
  await choose(picture());
  await screen.findByText(/Verglichen/);
});

it('confirms by the link of the mail, names what is confirmed, and leads to the form again', async () => {
  const sent = serve({ [CONFIRM]: [refusal(503, 'unavailable'), { status: 200, body: { items: [receipt.body] } }] });
  keepReportToken('id.mac');
  await renderScreen(<MisuseScreen me={null} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
  await screen.findByRole('heading', { level: 1, name: 'Ihre Meldung ist bestätigt' });
  expect(screen.getByText('M-7K3M-9Q2X-TD04, eingegangen am 3. Dezember 2026, 14.05 Uhr')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => ({ token: 'id.mac' })));
  await userEvent.click(screen.getByRole('button', { name: 'Weiteres Bild melden' }));
  await waitFor(() => expect(field('E-Mail')).toBeTruthy());
});

it('says of a link that is too old what can be done', async () => {
  serve({ [CONFIRM]: refusal(400, 'token_invalid') });
  keepReportToken('id.mac');
  await renderScreen(<MisuseScreen me={null} />);
  await screen.findByRole('heading', { level: 1, name: 'Dieser Link gilt nicht mehr' });
  expect(screen.getByRole('button', { name: 'Weiteres Bild melden' })).toBeTruthy();
});
