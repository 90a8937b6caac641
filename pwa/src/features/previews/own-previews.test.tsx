import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { keepProfile } from '~/lib/device/profile';
import { createStore, StateProvider, store } from '~/lib/state';
import { fakeLiveConnection } from '../../../test/live-connection';
import { refusal, serve } from '../../../test/server';
import { firstReady } from './chosen-profile';
import { showByPhoto, useChosenProfile, useOwnPreviews, type Previews } from '.';

const previews = (status: Previews['status'], count: number, photoId = 'photo-1'): Previews => ({
  status,
  photoId,
  pictures: Array.from({ length: count }, (_, place) => ({
    style: { id: `style-${place}`, slug: `style-${place}`, displayName: `Style ${place}` },
    photoId,
    url: `/media/${photoId}/${place}`,
    width: 256,
    height: 320,
  })),
  renewalsLeft: 0,
  portraitsBy: 'studio',
});
const routes = (id: string) => [`GET /ai-profiles/${id}/previews`, `POST /ai-profiles/${id}/previews`] as const;
const methods = (sent: { method: string }[]) => sent.map(({ method }) => method);
const profile = (id: string, status: Schemas['AiProfile']['status']) => ({ id, status }) as Schemas['AiProfile'];

let live: ReturnType<typeof fakeLiveConnection>;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  live = fakeLiveConnection();
});
afterEach(() => vi.useRealTimers());
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function Shown({ id }: { id: string | null }) {
  const own = useOwnPreviews(id);
  return <p>{own ? `${own.status} ${own.pictures.map(({ url }) => url).join(' ')}` : 'none'}</p>;
}
const show = (part: React.ReactNode) => {
  const shown = render(<StateProvider store={store}>{part}</StateProvider>);
  live.tell('connected');
  return shown;
};
const text = () => screen.getByRole('paragraph').textContent;

it('shows what there is, has the missing ones made once a visit, and fetches them as they come', async () => {
  const [get, post] = routes('a');
  const seen = { body: previews('ready', 1) };
  const sent = serve({ [get]: seen, [post]: { status: 202, body: previews('making', 1) } });
  const first = show(<Shown id="a" />);
  expect(text()).toBe('none');
  await pass(50);
  expect(methods(sent)).toContain('POST');
  seen.body = previews('ready', 3);
  for (let picture = 0; picture < 5; picture += 1) live.tell('previews.changed', { profileId: 'a' });
  live.tell('previews.changed', { profileId: 'somebody else’s' });
  await pass(1_000);
  expect(text()).toBe('ready /media/photo-1/0 /media/photo-1/1 /media/photo-1/2');
  expect(methods(sent).filter((method) => method === 'POST')).toHaveLength(1);
  // Another screen has them at once, and asks for nothing to be made.
  first.unmount();
  show(<Shown id="a" />);
  expect(text()).toContain('ready');
  await pass(100);
  expect(methods(sent).filter((method) => method === 'POST')).toHaveLength(1);
});

it('is none without a profile, and where previews cannot be had', async () => {
  const [get] = routes('b');
  const sent = serve({ [get]: refusal(503, 'unavailable') });
  const { rerender } = show(<Shown id={null} />);
  await pass(50);
  expect([text(), sent]).toEqual(['none', []]);
  rerender(
    <StateProvider store={store}>
      <Shown id="b" />
    </StateProvider>,
  );
  await pass(50);
  expect(text()).toBe('none');
});

it('shows another photo as soon as it is asked for', async () => {
  const [get, post] = routes('c');
  const sent = serve({
    [get]: [{ body: previews('ready', 2) }, { body: previews('making', 1, 'photo-2') }],
    [post]: { status: 202, body: previews('making', 1, 'photo-2') },
  });
  show(<Shown id="c" />);
  await pass(50);
  await act(() => showByPhoto('c', 'photo-2'));
  expect(text()).toBe('making /media/photo-2/0');
  expect(sent.at(-1)?.body).toEqual({ photoId: 'photo-2' });
});

it('takes the first ready profile until another ready one is chosen, on every screen', async () => {
  const profiles = [profile('1', 'training'), profile('2', 'ready'), profile('3', 'ready')];
  expect([firstReady(profiles), firstReady(profiles.slice(0, 1))]).toEqual(['2', null]);
  function Choice({ of = profiles }: { of?: typeof profiles }) {
    const [id, choose] = useChosenProfile(of);
    return <button onClick={() => choose('3')}>{id}</button>;
  }
  const first = show(<Choice />);
  expect(screen.getByRole('button').textContent).toBe('2');
  act(() => screen.getByRole('button').click());
  expect(screen.getByRole('button').textContent).toBe('3');
  first.unmount();
  const second = show(<Choice />);
  expect(screen.getByRole('button').textContent).toBe('3');
  second.unmount();
  const third = show(<Choice of={profiles.slice(0, 2)} />);
  expect(screen.getByRole('button').textContent).toBe('2');
  third.unmount();
  // What a reload leaves.
  render(<StateProvider store={createStore()}>{<Choice />}</StateProvider>);
  expect(screen.getByRole('button').textContent).toBe('3');
});

it('takes the first ready profile where the kept one is not there any more', async () => {
  keepProfile('gone');
  function Choice() {
    return <p>{useChosenProfile([profile('1', 'training'), profile('2', 'ready')])[0]}</p>;
  }
  render(<StateProvider store={createStore()}>{<Choice />}</StateProvider>);
  expect(text()).toBe('2');
});
