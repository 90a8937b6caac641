import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { NewTermsWatch } from './index';

const TEXT = 'Wir schreiben neu, wie lange wir Protokolle aufbewahren.';
const asked = (paidUntil: string | null) => ({
  body: { newTerms: { version: '2027-01', text: TEXT, effectiveFrom: '2026-12-31T23:00:00Z', paidUntil } },
});
const DONE = { body: { newTerms: null } };
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const answers = (sent: ReturnType<typeof serve>) =>
  sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

async function show(question: object, post: Parameters<typeof serve>[0][string] = DONE) {
  const sent = serve({ 'GET /me/new-terms': question, 'POST /me/new-terms': post });
  await renderScreen(<NewTermsWatch />);
  return sent;
}

beforeEach(() => forgetMessages());

it('shows what changes, and accepts the version that was shown, once', async () => {
  const sent = await show(asked(null), [refusal(500, 'internal'), DONE]);
  expect(await screen.findByText(TEXT)).toBeTruthy();
  expect(screen.getByRole('link', { name: /AGB in der neuen Fassung/ }).getAttribute('href')).toBe('/legal/terms');
  await press('Zustimmen');
  await waitFor(() => expect(said()).toEqual(['Die Antwort konnte nicht gespeichert werden.']));
  await press('Zustimmen');
  await waitFor(() => expect(said()).toEqual(['Vielen Dank. Die neuen AGB gelten.']));
  expect(answers(sent)).toEqual(Array.from({ length: 2 }, () => ({ version: '2027-01', answer: 'accepted' })));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says what a refusal ends before it is sent, and can be taken back until then', async () => {
  const sent = await show(asked('2027-01-15T10:00:00Z'));
  await press('Nicht einverstanden');
  expect(screen.getByText(/endet mit der bezahlten Periode am 15\. Januar 2027\. Das kostet nichts\./)).toBeTruthy();
  await press('Zurück');
  expect(await screen.findByText(TEXT)).toBeTruthy();
  expect(answers(sent)).toEqual([]);
  await press('Nicht einverstanden');
  await press('Ablehnen und Abo kündigen');
  await waitFor(() => expect(said()).toEqual(['Sie haben die neuen AGB abgelehnt']));
  expect(answers(sent)).toEqual([{ version: '2027-01', answer: 'refused' }]);
});

it('refused without a network, they stay on the screen until the refusal has arrived', async () => {
  const sent = await show(asked('2027-01-15T10:00:00Z'), [new TypeError('Failed to fetch'), DONE]);
  await press('Nicht einverstanden');
  await press('Ablehnen und Abo kündigen');
  await waitFor(() => expect(said()).toEqual(['Die Antwort konnte nicht gespeichert werden.']));
  expect(screen.getByRole('dialog')).toBeTruthy();
  await press('Ablehnen und Abo kündigen');
  await waitFor(() => expect(said()).toEqual(['Sie haben die neuen AGB abgelehnt']));
  expect(answers(sent)).toEqual(Array.from({ length: 2 }, () => ({ version: '2027-01', answer: 'refused' })));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('speaks of no plan where there is none', async () => {
  await show(asked(null));
  await press('Nicht einverstanden');
  expect(screen.getByText(/Für Sie gelten weiter die bisherigen AGB/)).toBeTruthy();
  expect(screen.queryByText(/Abo/)).toBeNull();
});

it.each([
  ['there is nothing to answer', DONE],
  ['the server does not say', refusal(500, 'internal')],
])('asks nothing where %s', async (_what, question) => {
  const sent = await show(question);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});
