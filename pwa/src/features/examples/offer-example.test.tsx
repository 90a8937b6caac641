import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../test/render-screen';
import { invalid, refusal, serve } from '../../../test/server';
import type { OwnExample } from './examples-data';
import { OfferExample } from './offer-example';
import { Releases } from './releases';

const RUN = '00000000-0000-4000-8000-000000000001';
const OFFER = `POST /generations/${RUN}/example`;
const BEFORE = `${OFFER}/before`;
const generation = {
  id: RUN,
  sample: false,
  portraits: ['a', 'b', 'c'].map((id) => ({ id, previewUrl: `/${id}` })),
} as Schemas['Generation'];
const offered: OwnExample = {
  id: 'e1',
  generationId: RUN,
  status: 'offered',
  alias: 'Anna B.',
  style: 'Büro',
  places: ['home'],
  months: 6,
  portraits: 1,
  hasBefore: false,
  offeredAt: '2026-11-27T08:00:00Z',
  shownAt: null,
  endsAt: '2026-12-27T08:00:00Z',
  endedBecause: null,
};
const list = (...items: OwnExample[]): Schemas['OwnExamples'] => ({ items, rewardCredits: 20 });
const photo = (size = 20) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff]), new Uint8Array(size - 3)], 'davor.jpg', { type: 'image/jpeg' });

const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const choose = (file: File) => userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);

const belowResult = (value: Schemas['OwnExamples']) => (
  <OfferExample generation={generation} own={{ ok: true, value }} />
);

/** Loading the page again brings what is offered then. */
async function show(now: Schemas['OwnExamples'], later = now, page = belowResult) {
  let reload = (): void => undefined;
  function Page() {
    const [own, setOwn] = useState(now);
    useEffect(() => void (reload = () => setOwn(later)), []);
    return page(own);
  }
  await renderScreen(<Page />, '/screen', () => reload());
}

async function open() {
  await press('Auswahl treffen');
  await screen.findByRole('dialog');
}

async function fillIn() {
  await open();
  await userEvent.click(dialog().getByRole('checkbox', { name: 'Portrait 2' }));
  await userEvent.click(dialog().getByRole('checkbox', { name: 'Startseite' }));
  await userEvent.click(dialog().getByRole('radio', { name: /^6 Monate/ }));
  await userEvent.type(dialog().getByRole('textbox'), ' Anna B. ');
  await userEvent.click(dialog().getByRole('checkbox', { name: /^Ja, ich bin auf/ }));
}

beforeEach(() => forgetMessages());

describe('an offer', () => {
  it('begins with nothing chosen, and sends what was chosen and nothing else', async () => {
    const sent = serve({ [OFFER]: { status: 201, body: list(offered) } });
    await show(list(), list(offered));
    await open();
    for (const box of [...dialog().getAllByRole('checkbox'), ...dialog().getAllByRole('radio')])
      expect((box as HTMLInputElement).checked).toBe(false);
    await press('Zur Prüfung senden');
    expect(dialog().getByText('Ohne Ihr Einverständnis zeigen wir nichts.')).toBeTruthy();
    expect(sent).toEqual([]);
    await press('Abbrechen');
    await fillIn();
    await press('Zur Prüfung senden');
    await waitFor(() => expect(said().map(([title]) => title)).toEqual(['Angebot gesendet']));
    expect(sent.map(({ body }) => body)).toEqual([
      { portraitIds: ['b'], places: ['home'], months: 6, alias: 'Anna B.', version: facts.examples.releaseVersion },
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Ihr Angebot wartet/));
  });

  it.each([
    [refusal(413, 'file_too_large'), 'Diese Datei ist zu gross.'],
    [new TypeError('Failed to fetch'), 'Keine Verbindung'],
    [{ body: { accepted: false, reason: 'no_face' } }, 'Kein Gesicht erkannt. Das ganze Gesicht'],
  ])('stands without the photo before where that does not arrive: %o', async (answer, why) => {
    serve({ [OFFER]: { status: 201, body: list(offered) }, [BEFORE]: answer });
    await show(list(), list(offered));
    await fillIn();
    await choose(photo());
    await dialog().findByText('Ausgewählt: davor.jpg');
    await press('Zur Prüfung senden');
    await waitFor(() => expect(said()).toHaveLength(2));
    const [title, text] = said().find(([each]) => each !== 'Angebot gesendet')!;
    expect(title).toBe('Das Foto davor haben wir nicht übernommen');
    expect(text).toContain(why);
    expect(text).toContain('Ihr Angebot ist gesendet');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('under a name that leads elsewhere says so at the name', async () => {
    serve({ [OFFER]: invalid('alias') });
    await show(list());
    await fillIn();
    await press('Zur Prüfung senden');
    expect(await dialog().findByText('Bitte ohne Links und Adressen.')).toBeTruthy();
    expect(dialog().getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it('takes no photo before that the server would refuse', async () => {
    const sent = serve({});
    await show(list());
    await open();
    await choose(photo(facts.photos.maxBytes + 1));
    expect(await dialog().findByText(/grösser als 10 MB/)).toBeTruthy();
    await choose(new File(['%PDF-1.7 and more than sixteen'], 'davor.jpg', { type: 'image/jpeg' }));
    expect(await dialog().findByText('Kein lesbares Bild. Als JPEG oder PNG speichern.')).toBeTruthy();
    expect(dialog().queryByText(/^Ausgewählt/)).toBeNull();
    expect(sent).toEqual([]);
  });

  it('of something else than what is offered already is not taken for it', async () => {
    const sent = serve({ [OFFER]: refusal(409, 'conflict'), 'GET /me/examples': { body: list(offered) } });
    await show(list(), list(offered));
    await fillIn();
    await choose(photo());
    await press('Zur Prüfung senden');
    await waitFor(() => expect(said().map(([title]) => title)).toEqual(['Ein früheres Angebot gilt noch']));
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(await screen.findByRole('button', { name: 'Freigabe zurückziehen' })).toBeTruthy();
  });

  it('to terms that have changed meanwhile stays in the dialog', async () => {
    serve({ [OFFER]: refusal(409, 'conflict'), 'GET /me/examples': { body: list() } });
    await show(list());
    await fillIn();
    await press('Zur Prüfung senden');
    await waitFor(() => expect(said().map(([title]) => title)).toEqual(['Angebot nicht gesendet']));
    expect(dialog().getByRole('alert').textContent).toMatch(/Inzwischen hat sich etwas geändert/);
  });

  it('whose answer was lost is looked for when the dialog is left', async () => {
    serve({ [OFFER]: new TypeError('Failed to fetch') });
    await show(list(), list(offered));
    await fillIn();
    await press('Zur Prüfung senden');
    await waitFor(() => expect(said()).toHaveLength(1));
    await press('Abbrechen');
    expect(await screen.findByText(/wartet auf unsere Prüfung/)).toBeTruthy();
  });
});

it.each([
  ['offered', 'Angebot zurückgezogen', /Zu sehen war davon nichts/],
  ['shown', 'Freigabe zurückgezogen', /innert einer Minute/],
] as const)(
  'what is %s is taken back with one press; the focus goes to what stands there then',
  async (status, title, text) => {
    const sent = serve({ 'DELETE /me/examples/e1': { status: 204 } });
    await show(list({ ...offered, status }), list());
    await press('Freigabe zurückziehen');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Wer noch überlegt/));
    expect(said()).toEqual([[title, expect.stringMatching(text)]]);
    expect(sent).toHaveLength(1);
  },
);

it('one of several releases is taken back from the list, and its row says so', async () => {
  const other: OwnExample = { ...offered, id: 'e2', generationId: null, status: 'shown', style: 'Lobby', alias: 'B.' };
  const ended: OwnExample = { ...other, status: 'ended', endedBecause: 'withdrawn' };
  const sent = serve({ 'DELETE /me/examples/e2': { status: 204 } });
  await show(list(offered, other), list(offered, ended), (own) => <Releases own={own} />);
  await press('Freigabe «B.» zurückziehen');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Lobby'));
  expect(document.activeElement?.closest('li')?.textContent).toContain('Von Ihnen zurückgezogen');
  expect(sent).toHaveLength(1);
});
