import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Loaded, Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { serve } from '../../../test/server';
import { DashboardScreen } from './dashboard-screen';

const me = {
  id: 'u1',
  email: 'petra@example.org',
  displayName: 'Petra Muster',
  credits: 0,
} as unknown as Schemas['Me'];
const training = {
  id: 'p1',
  name: 'Bewerbung',
  status: 'training',
  createdAt: '2026-11-20T12:00:00Z',
  trainingStartedAt: '2026-11-20T12:00:00Z',
  usualSeconds: 3600,
  failure: null,
  progress: null,
  photos: [],
  previewUrl: null,
} as unknown as Schemas['AiProfile'];
const note = 'Der Status wird alle 15 Sekunden aktualisiert.';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve({});
  beginSession(me);
});
afterEach(() => vi.useRealTimers());

const noPlan: Schemas['CurrentSubscription'] = {
  subscription: null,
  grantMissing: false,
  purchasesBlocked: false,
  owedCredits: 0,
  heldCredits: 0,
  nextOrderHeld: false,
};

const show = (
  profiles: Schemas['AiProfile'][],
  billing: Loaded<Schemas['CurrentSubscription']> = { ok: false, error: new Error('lost') },
) =>
  renderScreen(
    <DashboardScreen
      profiles={{ ok: true, value: profiles }}
      generations={{ ok: true, value: [] }}
      billing={billing}
      cameFrom={{ sessionId: undefined, upgraded: undefined, packBought: undefined }}
    />,
  );

it('says how often the state of a training is asked for, once no live connection has come about', async () => {
  await show([training]);
  expect(screen.queryByText(note)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.getByText(note)).toBeTruthy();
});

it('says nothing of it where nothing is in training, and offers no list of runs where there is none', async () => {
  await show([]);
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.queryByText(note)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Alle Generationen' })).toBeNull();
});

it('greets by first name, and says how long portraits are kept and when it writes before they go', async () => {
  await show([]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/, Petra$/);
  expect(
    screen.getByText(
      'Portraits bleiben 90 Tage und werden danach automatisch gelöscht. 7 Tage vorher schreiben wir Ihnen.',
    ),
  ).toBeTruthy();
});

it('leads on: three tiles, of which the last goes down to the subscription', async () => {
  await show([]);
  const tiles = within(screen.getByRole('heading', { name: 'Weiter zu' }).closest('section')!).getAllByRole('link');
  expect(tiles.map((tile) => tile.getAttribute('href'))).toEqual(['/app/profiles', '/app/styles', '/app#abo']);
});

it('begins with three steps and one act, and folds what has no content yet', async () => {
  await show([], { ok: true, value: noPlan });
  const steps = within(
    screen.getByRole('heading', { name: 'Drei Schritte zu Ihren ersten Portraits' }).closest('section')!,
  );
  expect(steps.getAllByRole('listitem').map((step) => step.getAttribute('aria-current'))).toEqual(['step', null, null]);
  expect(steps.getAllByRole('link').map((link) => link.textContent)).toEqual(['AI-Profil erstellen']);
  for (const name of ['Letzte Portraits: noch keine', 'Ihre AI-Profile: noch keines', 'Abo und Credits: noch nichts'])
    expect(screen.getByRole('heading', { name }).closest('details')!.open).toBe(false);
});

it('keeps the place of the subscription open where something of it is', async () => {
  await show([], { ok: true, value: { ...noPlan, owedCredits: 10 } });
  expect(screen.queryByRole('heading', { name: /^Abo und Credits: / })).toBeNull();
});

it('says at its foot and in its steps what was planned during a training, and no longer invites to choose', async () => {
  const style = { id: 's1', slug: 'salbei', displayName: 'Salbei' };
  const sent = serve({
    'GET /ai-profiles/p1/planned-run': {
      body: { status: 'planned', style, retouch: 'none', reason: null, generationId: null },
    },
    'DELETE /ai-profiles/p1/planned-run': { status: 204 },
  });
  beginSession({ ...me, credits: 40 });
  await show([training]);
  const foot = within(screen.getByRole('heading', { name: 'Ihr Profil wird trainiert' }).closest('section')!);
  expect(await foot.findByText('Danach startet «Salbei» von selbst (10 Credits).')).toBeTruthy();
  expect(foot.getByRole('link', { name: 'Ändern' }).getAttribute('href')).toBe('/app/styles');
  const step = within(screen.getByRole('heading', { name: 'Style' }).closest('li')!);
  expect(step.getByText('Vorgemerkt')).toBeTruthy();
  expect(step.getByText('Danach startet «Salbei» von selbst (10 Credits).')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Styles ansehen' })).toBeNull();
  await userEvent
    .setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    .click(foot.getByRole('button', { name: 'Vormerkung aufheben' }));
  await waitFor(() => expect(foot.getByRole('link', { name: 'Style wählen' })).toBeTruthy());
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  // Who pressed the button is still there.
  expect(document.activeElement?.textContent).toMatch(/^Sie können schon jetzt einen Style wählen/);
  expect(step.getByRole('link', { name: 'Styles ansehen' })).toBeTruthy();
});
