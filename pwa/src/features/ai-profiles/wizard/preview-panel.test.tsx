import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { StateProvider, store } from '~/lib/state';
import { fakeLiveConnection } from '../../../../test/live-connection';
import { refusal, serve } from '../../../../test/server';
import type { Entry } from './entries';
import { PreviewPanel } from './preview-panel';

type Previews = Schemas['Previews'];

const STYLES = ['LinkedIn Clean', 'City Daylight', 'Black Background'];
const previews = (
  status: Previews['status'],
  more: Partial<Previews> & { of?: string; count?: number } = {},
): Previews => {
  const { of = 'photo-1', count = 0, ...rest } = more;
  return {
    status,
    pictures: STYLES.slice(0, count).map((displayName, place) => ({
      style: { id: `style-${place}`, slug: `style-${place}`, displayName },
      photoId: of,
      url: `/media/${of}/${place}`,
      width: 384,
      height: 480,
    })),
    photoId: of,
    renewalsLeft: 5,
    portraitsBy: 'studio',
    ...rest,
  };
};
const good = (photoId: string): Entry => ({
  key: photoId,
  name: photoId,
  preview: '',
  state: 'good',
  fraction: 1,
  photoId,
});
const draft = { known: () => 'p1' };
const ASK = 'POST /ai-profiles/p1/previews';
const LOOK = 'GET /ai-profiles/p1/previews';

let live: ReturnType<typeof fakeLiveConnection>;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  live = fakeLiveConnection();
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
function show(entries: readonly Entry[], isAllowed = true) {
  const panel = (shown: readonly Entry[]) => (
    <StateProvider store={store}>
      <PreviewPanel draft={draft} entries={shown} isAllowed={isAllowed} />
    </StateProvider>
  );
  const { rerender } = render(panel(entries));
  live.tell('connected');
  return (next: readonly Entry[]) => rerender(panel(next));
}
const methods = (sent: { method: string }[]) => sent.map(({ method }) => method);
const alts = () => screen.queryAllByRole('img').map((picture) => picture.getAttribute('alt'));

it('asks for nothing before there are a good photo and the consents', async () => {
  const sent = serve({ [ASK]: { status: 202, body: previews('making') }, [LOOK]: { body: previews('making') } });
  show([{ ...good('photo-1'), state: 'waiting' }]);
  show([good('photo-1')], false);
  show([{ ...good('photo-1'), state: 'checking' }], false);
  await pass(1_000);
  expect([sent, screen.queryByText('So sähe es aus.')]).toEqual([[], null]);
  // With the consents alone it says what comes.
  expect(screen.getAllByText(/^Ab dem ersten guten Foto sehen Sie sich hier in 3 Styles/)).toHaveLength(1);
});

it('has what makes previews get ready while the first photo is on its way, once', async () => {
  const sent = serve({ [ASK]: { status: 202, body: previews('none') } });
  const change = show([{ ...good('photo-1'), state: 'uploading' }]);
  change([{ ...good('photo-1'), state: 'uploading', fraction: 0.5 }]);
  change([{ ...good('photo-1'), state: 'checking' }]);
  await pass(1_000);
  expect([methods(sent), screen.queryByText('So sähe es aus.')]).toEqual([['POST'], null]);
});

it('shows the first photo that is good, picture by picture, and asks once more when they are made', async () => {
  const sent = serve({
    [ASK]: [
      { status: 202, body: previews('making') },
      { status: 202, body: previews('ready', { count: 3 }) },
    ],
    [LOOK]: [
      { body: previews('making') },
      { body: previews('making', { count: 1 }) },
      { body: previews('ready', { count: 3 }) },
    ],
  });
  show([good('photo-1')]);
  await pass(500);
  expect(screen.getByRole('status').textContent).toContain('Ihre Vorschau entsteht');
  expect(alts()).toEqual([]);
  await act(async () => live.tell('previews.changed', { profileId: 'another' }));
  await pass(50);
  expect(methods(sent)).toEqual(['POST', 'GET']);
  await act(async () => live.tell('previews.changed', { profileId: 'p1' }));
  await pass(50);
  expect(alts()).toEqual(['Vorschau im Style LinkedIn Clean']);
  await act(async () => live.tell('previews.changed', { profileId: 'p1' }));
  await pass(50);
  expect(alts()).toEqual(STYLES.map((style) => `Vorschau im Style ${style}`));
  expect(screen.getByRole('status').textContent).toContain('Kostenlos und klein');
  expect(methods(sent)).toEqual(['POST', 'GET', 'GET', 'GET', 'POST']);
});

it('asks again for other good photos, once for several at a time', async () => {
  const sent = serve({ [ASK]: { status: 202, body: previews('ready', { count: 3 }) } });
  const change = show([good('photo-1')]);
  await pass(500);
  change([good('photo-1'), good('photo-2')]);
  await pass(100);
  change([good('photo-1'), good('photo-2'), good('photo-3')]);
  await pass(1_000);
  expect(methods(sent)).toEqual(['POST', 'POST']);
});

it('no longer shows a photo that was removed, and asks until the server knows', async () => {
  const sent = serve({
    [ASK]: [
      { status: 202, body: previews('ready', { count: 3 }) },
      { status: 202, body: previews('ready', { count: 3 }) },
      { status: 202, body: previews('making') },
    ],
    [LOOK]: { body: previews('making') },
  });
  const change = show([good('photo-1'), good('photo-2')]);
  await pass(500);
  expect(alts()).toHaveLength(3);
  change([good('photo-2')]);
  expect(alts()).toEqual([]);
  await pass(500);
  expect(methods(sent)).toEqual(['POST', 'POST']);
  await pass(2_100);
  expect(methods(sent).slice(0, 3)).toEqual(['POST', 'POST', 'POST']);
  expect(screen.getByRole('status').textContent).toContain('Ihre Vorschau entsteht');
});

it.each([
  ['when there are no more for today', { [ASK]: refusal(429, 'rate_limited') }, /Für heute/],
  [
    'when none can be made of the photo',
    { [ASK]: { status: 202, body: previews('failed') } },
    /Mit einem anderen versuchen wir es wieder/,
  ],
  [
    'when there will be none',
    { [ASK]: { status: 202, body: previews('failed', { renewalsLeft: 0 }) } },
    /Das Training geht auch ohne/,
  ],
  [
    'when they will not get better',
    { [ASK]: { status: 202, body: previews('ready', { count: 3, renewalsLeft: 0 }) } },
    /nicht auf Ihren Portraits\.$/,
  ],
  [
    'what is different where a trained model makes the portraits',
    { [ASK]: { status: 202, body: previews('ready', { count: 3, portraitsBy: 'replicate' }) } },
    /Ihre Portraits macht danach ein KI-Modell/,
  ],
])('says %s', async (_, answers, words) => {
  serve(answers);
  show([good('photo-1')]);
  await pass(500);
  expect(screen.getByText(words)).toBeTruthy();
});

it('says nothing of a failure that will pass', async () => {
  serve({ [ASK]: refusal(503, 'unavailable') });
  show([good('photo-1')]);
  await pass(500);
  expect(screen.queryByText('So sähe es aus.')).toBeNull();
});
