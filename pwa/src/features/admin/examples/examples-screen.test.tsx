import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { ExamplesScreen } from './examples-screen';

type Example = Schemas['AdminExample'];

const offered: Example = {
  id: 'e1',
  account: { id: 'u1', email: 'anna@example.org' },
  alias: 'Anna B.',
  styleId: 's1',
  status: 'offered',
  places: ['home', 'styles'],
  months: 6,
  releaseReference: '2026-11',
  releasedAt: '2026-11-27T08:00:00Z',
  createdAt: '2026-11-27T08:00:00Z',
  shownAt: null,
  endsAt: '2026-12-27T08:00:00Z',
  endedAt: null,
  endedBecause: null,
  pictures: [{ id: 'p1', kind: 'portrait', isReady: true, width: 800, height: 1000 }],
};
const own: Example = { ...offered, status: 'preparing', account: null, months: null, releaseReference: 'Ordner 3' };

const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function show(answers: Parameters<typeof serve>[0], ...items: Example[]) {
  const sent = serve(answers);
  let loads = 0;
  const styles = [{ id: 's1', displayName: 'Büro' }] as Schemas['AdminStyle'][];
  await renderScreen(
    <ExamplesScreen
      register={{ ok: true, value: { items, rewardCredits: 20 } }}
      styles={{ ok: true, value: styles }}
    />,
    '/screen',
    () => (loads += 1),
  );
  return { sent, loads: () => loads };
}

beforeEach(() => forgetMessages());
afterEach(() => vi.useRealTimers());

it('accepts an offer once it was said where it will stand and what the person gets', async () => {
  const { sent, loads } = await show({ 'POST /admin/examples/e1/show': { body: offered } }, offered);
  const row = screen.getByRole('list', { name: 'Bilder von «Anna B.»' }).closest('li')!;
  expect(row.textContent).toMatch(/Angeboten von anna@example\.org, vom .*6 Monate ab Annahme/);
  await press('Angebot «Anna B.» annehmen und zeigen');
  const asked = screen.getByRole('alertdialog').textContent;
  expect(asked).toContain('Startseite, Seiten der Styles');
  expect(asked).toContain('Die Person erhält 20 Credits');
  expect(sent).toEqual([]);
  await press('Annehmen und zeigen');
  await waitFor(() => expect(said()).toEqual(['Beispiel ist zu sehen']));
  expect(sent.map(({ body }) => body)).toEqual([{ pictureIds: ['p1'] }]);
  expect(loads()).toBe(2);
});

it('refuses an offer with a reason, and not without', async () => {
  const { sent } = await show({ 'POST /admin/examples/e1/end': { body: offered } }, offered);
  await press('Angebot «Anna B.» ablehnen');
  await press('Ablehnen');
  expect(sent).toEqual([]);
  await userEvent.type(within(screen.getByRole('dialog')).getByRole('textbox'), ' Zu dunkel ');
  await press('Ablehnen');
  await waitFor(() => expect(said()).toEqual(['Beendet']));
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Zu dunkel' }]);
});

it('shows the pictures that have arrived before one that fails, and says when a release has ended', async () => {
  const { sent, loads } = await show(
    {
      'POST /admin/examples/e1/uploads/portrait': [
        { body: { accepted: true, reason: null } },
        refusal(413, 'file_too_large'),
      ],
    },
    own,
    { ...offered, id: 'e2', status: 'ended', endedAt: '2026-11-27T08:00:00Z', endedBecause: 'withdrawn' },
  );
  expect(screen.getByText(/zurückgezogen am 27\. November 2026/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Bilder von «Anna B.»' }));
  const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, [file('a.jpg'), file('b.jpg')]);
  await waitFor(() => expect(said()).toEqual(['Bild nicht hochgeladen']));
  expect(sent).toHaveLength(2);
  expect(loads()).toBe(2);
});

it('looks again by itself while pictures are being copied, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { loads } = await show({}, { ...own, pictures: [{ ...own.pictures[0]!, isReady: false }] });
  expect(screen.getByText('Wird vorbereitet')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(loads()).toBe(3);
  document.body.replaceChildren();
  const { loads: again } = await show({}, own);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(again()).toBe(1);
});
