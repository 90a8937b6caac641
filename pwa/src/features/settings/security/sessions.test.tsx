import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { Sessions } from './sessions';

type Session = Schemas['Session'];

const session = (id: string, part: Partial<Session> = {}): Session => ({
  id,
  current: false,
  browser: 'Firefox',
  system: 'Windows',
  device: 'desktop',
  address: '203.0.113.0',
  createdAt: '2026-11-20T08:00:00Z',
  lastSeenAt: '2026-11-20T08:12:00Z',
  ...part,
});
const show = (...list: Session[]) => renderScreen(<Sessions sessions={{ ok: true, value: list }} />);

beforeEach(() => forgetMessages());

it('names each device by what is known of it, and ends all but this one', async () => {
  serve({});
  await show(
    session('a', { current: true }),
    session('b', { browser: 'Safari', system: 'iOS' }),
    session('c', { browser: '', system: '', device: 'program' }),
    session('d', { browser: null, system: null, device: 'mobile' }),
  );
  expect(
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual(['Alle anderen abmelden', 'Safari auf iOS abmelden', 'Programm abmelden', 'Unbekanntes Gerät abmelden']);
  expect(screen.getByText('Dieses Gerät')).toBeTruthy();
});

it('says where each signed in from, or that the address is anonymised', async () => {
  serve({});
  await show(session('a', { current: true }), session('b', { browser: 'Safari', system: 'iOS', address: null }));
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([expect.stringContaining('203.0.113.0'), expect.stringContaining('Adresse anonymisiert')]);
});

it('offers nothing to end where there is only this one', async () => {
  serve({});
  await show(session('a', { current: true }));
  expect(screen.queryByRole('button')).toBeNull();
});

it('says in its row where ending a session fails', async () => {
  const sent = serve({ 'DELETE /sessions/b': [refusal(503, 'unavailable'), { status: 204 }] });
  await show(session('a', { current: true }), session('b'));
  await userEvent.click(screen.getByRole('button', { name: 'Firefox auf Windows abmelden' }));
  expect((await screen.findByRole('alert')).closest('li')?.textContent).toContain('Firefox auf Windows');
  await userEvent.click(screen.getByRole('button', { name: 'Firefox auf Windows abmelden' }));
  await waitFor(() =>
    expect(messageQueue.visibleToasts.map(({ content }) => content.title)).toContain('Gerät abgemeldet'),
  );
  expect(sent).toHaveLength(2);
});
