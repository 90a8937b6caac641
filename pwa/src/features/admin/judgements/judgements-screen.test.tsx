import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { BildnisError, type Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { invalid, refusal, serve } from '../../../../test/server';
import type { JudgementsPage } from '../load';
import { JudgementsScreen } from './judgements-screen';

const SENTENCE = 'Es ging so.';
const sentence = (part: Partial<Schemas['AdminSentence']> = {}): Schemas['AdminSentence'] => ({
  id: 's1',
  styleName: 'Büro',
  sentence: SENTENCE,
  likeness: 2,
  wouldUse: false,
  judgedAt: '2026-11-20T08:00:00Z',
  reply: null,
  hiddenReason: null,
  ...part,
});
const figures: Schemas['JudgementFigures'] = {
  judgements: 24,
  customers: 17,
  from: '2026-11-01',
  to: '2026-11-20',
  likeness: [1, 2, 3, 8, 10],
  wouldUse: 19,
};
const failed = { ok: false, error: new BildnisError({ code: 'internal', status: 500 }) } as const;

const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const rows = () => within(screen.getByRole('list', { name: 'Sätze' })).getAllByRole('listitem');
const dialog = () => within(screen.getByRole('dialog'));
const send = (name: string) => userEvent.click(dialog().getByRole('button', { name }));

/** The screen over what each load of its route answers; the last answer stays. */
async function show(answers: Parameters<typeof serve>[0], ...pages: Partial<JudgementsPage>[]) {
  const sent = serve(answers);
  let load = () => {};
  function Screen() {
    const [loads, setLoads] = useState(0);
    useEffect(() => {
      load = () => setLoads((before) => before + 1);
    }, []);
    return (
      <JudgementsScreen
        figures={{ ok: true, value: { all: figures, styles: [], sentences: 1, hiddenSentences: 0 } }}
        sentences={{ ok: true, value: { items: [sentence()], nextCursor: null } }}
        {...pages[Math.min(loads, pages.length - 1)]}
      />
    );
  }
  await renderScreen(<Screen />, '/screen', () => load());
  return sent;
}
const first = (...items: Schemas['AdminSentence'][]): Partial<JudgementsPage> => ({
  sentences: { ok: true, value: { items, nextCursor: null } },
});

beforeEach(() => forgetMessages());

it('counts all judgements, and says of each sentence what its author answered, without a name', async () => {
  await show(
    {},
    {
      figures: {
        ok: true,
        value: {
          all: figures,
          styles: [
            { styleName: 'Büro', figures: { ...figures, judgements: 5, likeness: [0, 0, 1, 1, 3], wouldUse: 4 } },
          ],
          sentences: 1,
          hiddenSentences: 0,
        },
      },
    },
  );
  const cells = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('gridcell')
      .map(({ textContent }) => textContent),
  );
  expect(cells.slice(1)).toEqual([
    ['24', '17', '18 von 24', '19 von 24'],
    ['5', '17', '4 von 5', '4 von 5'],
  ]);
  expect(rows()[0]!.textContent).toMatch(
    /«Es ging so\.».*Büro · .*November 2026 · Erkannt: 2 von 5 · würde es nicht verwenden/,
  );
});

it('replies in public, says what a reply may not hold, and takes it away where it is emptied', async () => {
  const sent = await show(
    { 'PUT /admin/judgements/s1/reply': [invalid('reply'), { status: 204 }] },
    first(sentence()),
    first(sentence({ reply: 'Das tut uns leid.' })),
    first(sentence()),
  );
  await press(`Antwort auf «${SENTENCE}»`);
  const field = () => dialog().getByRole<HTMLTextAreaElement>('textbox', { name: /^Antwort/ });
  await userEvent.type(field(), 'Siehe example.org');
  await send('Speichern');
  expect(await dialog().findByText('Bitte ohne Links und Adressen.')).toBeTruthy();
  expect(field().value).toBe('Siehe example.org');
  await userEvent.clear(field());
  await userEvent.type(field(), ' Das tut{Enter}uns leid. ');
  await send('Speichern');
  await waitFor(() => expect(screen.getByText('Ihre Antwort: Das tut uns leid.')).toBeTruthy());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(`Antwort auf «${SENTENCE}»`);
  await userEvent.clear(field());
  await send('Speichern');
  await waitFor(() => expect(screen.queryByText(/^Ihre Antwort/)).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { sentence: SENTENCE, reply: 'Siehe example.org' },
    { sentence: SENTENCE, reply: 'Das tut uns leid.' },
    { sentence: SENTENCE, reply: null },
  ]);
});

it('hides only with a reason, stays where its author has changed it meanwhile, and shows again', async () => {
  const sent = await show(
    {
      'POST /admin/judgements/s1/hiding': [refusal(409, 'conflict'), { status: 204 }],
      'POST /admin/judgements/s1/showing': { status: 204 },
    },
    first(sentence()),
    first(sentence({ hiddenReason: 'Art. 177 StGB' })),
    first(sentence()),
  );
  await press(`«${SENTENCE}» ausblenden`);
  expect(dialog().getByText(/^Nur, was gegen das Gesetz verstösst/)).toBeTruthy();
  await send('Ausblenden');
  expect(dialog().getByText('Bitte geben Sie einen Grund an.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(dialog().getByLabelText('Grund'), 'Art. 177 StGB');
  await send('Ausblenden');
  expect((await dialog().findByRole('alert')).textContent).toBeTruthy();
  expect(dialog().getByLabelText<HTMLTextAreaElement>('Grund').value).toBe('Art. 177 StGB');
  await send('Ausblenden');
  expect(await screen.findByText('Ausgeblendet. Grund: Art. 177 StGB')).toBeTruthy();
  expect(said()).toEqual(['Satz ausgeblendet']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(`«${SENTENCE}» wieder zeigen`);
  await userEvent.type(dialog().getByLabelText('Grund'), 'Irrtum');
  await send('Wieder zeigen');
  await waitFor(() => expect(screen.queryByText(/^Ausgeblendet/)).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { sentence: SENTENCE, reason: 'Art. 177 StGB' },
    { sentence: SENTENCE, reason: 'Art. 177 StGB' },
    { sentence: SENTENCE, reason: 'Irrtum' },
  ]);
});

it('shows what was done to a sentence that came with a later page, and keeps that page', async () => {
  await show(
    {
      'GET /admin/judgements?cursor=c1': {
        body: { items: [sentence({ id: 's2', sentence: 'Unerhört.' })], nextCursor: null },
      },
      'POST /admin/judgements/s2/hiding': { status: 204 },
    },
    { sentences: { ok: true, value: { items: [sentence()], nextCursor: 'c1' } } },
  );
  await press('Mehr laden');
  await screen.findByText('«Unerhört.»');
  await press('«Unerhört.» ausblenden');
  await userEvent.type(dialog().getByLabelText('Grund'), 'Art. 177 StGB');
  await send('Ausblenden');
  await waitFor(() => expect(rows()[1]!.textContent).toContain('Ausgeblendet. Grund: Art. 177 StGB'));
  expect(rows()[0]!.textContent).not.toContain('Ausgeblendet');
});

it('says that there are none, and what could not be loaded', async () => {
  await show(
    {},
    {
      figures: { ok: true, value: { all: null, styles: [], sentences: 0, hiddenSentences: 0 } },
      ...first(),
    },
  );
  expect([screen.getByText('Noch kein Urteil.'), screen.getByText('Noch kein Satz.')]).toHaveLength(2);
});

it('says of each part that it could not be loaded, and tries again', async () => {
  await show({}, { figures: failed, sentences: failed }, first(sentence()));
  expect(screen.getAllByText('Die Urteile konnten nicht geladen werden.')).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: 'Erneut versuchen' })[0]!);
  expect(await screen.findByText(`«${SENTENCE}»`)).toBeTruthy();
});
