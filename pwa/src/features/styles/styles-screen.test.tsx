import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { fakeLiveConnection } from '../../../test/live-connection';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import type { Style } from './styles-data';
import { StylesScreen } from './styles-screen';
import { readStylesSearch, type Choice } from './styles-search';

const style = (slug: string, ...purposes: Style['purposes']) =>
  ({ id: slug, slug, displayName: slug.toUpperCase(), category: 'studio', previewUrl: null, purposes }) as Style;
const ALL = [style('a', 'team'), style('b', 'linkedin'), style('c', 'team', 'linkedin')];

const shown = () => screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace('/app/styles/', ''));
const heart = (name: string) => screen.getByRole('button', { name: `Style «${name}» als Favorit` });
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));

/** The screen as its route shows it. @param liked slugs of the favourites on the server, asked with every load */
async function open(liked: () => readonly string[], first: Choice | null = null) {
  let load = () => undefined as void;
  function Route() {
    const [choice, onChoice] = useState(first);
    const [slugs, setSlugs] = useState(liked);
    load = () => setSlugs(liked());
    const favourites = { ok: true as const, value: ALL.filter(({ slug }) => slugs.includes(slug)) };
    return (
      <StylesScreen
        list={{ ok: true, value: ALL }}
        favourites={favourites}
        profiles={{ ok: true, value: [] }}
        choice={choice}
        onChoice={onChoice}
      />
    );
  }
  await renderScreen(<Route />, '/screen', () => load());
}

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'petra' } as Schemas['Me']);
});
afterEach(() => vi.restoreAllMocks());

it('shows favourites first, and what serves the chosen purpose', async () => {
  await open(() => ['c']);
  expect(shown()).toEqual(['c', 'a', 'b']);
  await choose('Team/Website');
  expect(shown()).toEqual(['c', 'a']);
  await choose('Favoriten');
  expect(shown()).toEqual(['c']);
  await choose('Alle');
  expect(shown()).toEqual(['c', 'a', 'b']);
});

it('leaves the tiles that stay where they are, with their pictures', async () => {
  await open(() => []);
  const tile = () => document.querySelector('a[href="/app/styles/c"]');
  const before = tile();
  expect(before).not.toBeNull();
  await choose('Team/Website');
  expect(tile()).toBe(before);
});

it('a heart is kept at the server, and moves nothing until another choice', async () => {
  const liked = new Set<string>();
  const sent = serve({ 'PUT /styles/b/favourite': { status: 204 }, 'DELETE /styles/b/favourite': { status: 204 } });
  await open(() => [...liked]);
  expect(screen.queryByRole('radio', { name: 'Favoriten' })).toBeNull();
  liked.add('b');
  await userEvent.click(heart('B'));
  expect(heart('B').getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PUT']));
  expect(shown()).toEqual(['a', 'b', 'c']);
  await choose('Favoriten');
  liked.delete('b');
  await userEvent.click(heart('B'));
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PUT', 'DELETE']));
  expect(heart('B').getAttribute('aria-pressed')).toBe('false');
  expect(shown()).toEqual(['b']);
  await choose('Alle');
  expect(shown()).toEqual(['a', 'b', 'c']);
});

it('a heart that the server does not take is taken back, and said', async () => {
  serve({ 'PUT /styles/a/favourite': refusal(503, 'unavailable') });
  await open(() => []);
  await userEvent.click(heart('A'));
  await waitFor(() => expect(messageQueue.visibleToasts[0]?.content.title).toBe('Favorit nicht gespeichert'));
  expect(heart('A').getAttribute('aria-pressed')).toBe('false');
});

it('says how a style becomes a favourite where the address asks for them and there is none', async () => {
  await open(() => [], 'favourites');
  expect(screen.getByText('Noch keine Favoriten')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Favoriten' }).checked).toBe(true);
  expect(readStylesSearch({ favourites: true, purpose: 'team' })).toEqual({ favourites: true });
  expect(readStylesSearch({ favourites: 'x' }).favourites).toBeUndefined();
});

it('shows all styles, and says so, where the address asks for a purpose that none serves', async () => {
  await open(() => [], 'press');
  expect(shown()).toEqual(['a', 'b', 'c']);
  expect(screen.getByText('Für «Presse & Bühne» gibt es zurzeit keinen Style: Sie sehen alle.')).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Presse & Bühne' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Alle' }).checked).toBe(true);
  await choose('Team/Website');
  expect(shown()).toEqual(['a', 'c']);
  expect(screen.queryByText(/gibt es zurzeit keinen Style/)).toBeNull();
});

it('favourites follow what happens on other devices; none vanishes from under the hand, and none moves', async () => {
  const live = fakeLiveConnection();
  const liked = new Set(['b']);
  await open(() => [...liked], 'favourites');
  expect(shown()).toEqual(['b']);
  liked.add('a');
  live.tell('favourite_style.changed', { styleId: 'a' });
  await waitFor(() => expect(shown()).toEqual(['b', 'a']));
  liked.delete('b');
  live.tell('favourite_style.changed', { styleId: 'b' });
  await waitFor(() => expect(heart('B').getAttribute('aria-pressed')).toBe('false'));
  expect(shown()).toEqual(['b', 'a']);
  await choose('Alle');
  await choose('Favoriten');
  expect(shown()).toEqual(['a']);
});
