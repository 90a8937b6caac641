import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { QUIET_MS } from '~/lib/reload';
import { beginSession } from '~/lib/session';
import { fakeLiveConnection } from '../../../test/live-connection';
import { renderScreen } from '../../../test/render-screen';
import { serve } from '../../../test/server';
import { GenerationScreen } from './generation-screen';
import { portraits, runOf } from './sample-run';

const ids = ['a', 'b', 'c', 'd'];
const run = runOf(portraits(...ids));
let live: ReturnType<typeof fakeLiveConnection>;
let loads: number;
const quiet = () => new Promise((resolve) => setTimeout(resolve, 2 * QUIET_MS));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tell = (portraitId: string) => live.tell('portrait.changed', { generationId: run.id, portraitId });

beforeEach(() => {
  live = fakeLiveConnection();
  beginSession({ id: 'anna' } as Schemas['Me']);
  loads = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const show = () =>
  renderScreen(
    <GenerationScreen loaded={{ ok: true, value: run }} order="likeness" onOrder={() => undefined} />,
    '/screen',
    () => (loads += 1),
  );

it('many portraits that are deleted elsewhere in a row load the screen anew once, after the last', async () => {
  serve({});
  await show();
  vi.useFakeTimers();
  for (const id of ids) {
    tell(id);
    await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
  }
  expect(loads).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await waitFor(() => expect(loads).toBe(2));
  await quiet();
  expect(loads).toBe(2);
});

it('those that are deleted here load it once as well, however long each of them takes', async () => {
  serve({});
  const answered: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const { method, url } = input instanceof Request ? input : new Request(input, init);
    if (method !== 'DELETE') return fetch(input, init);
    const id = url.split('/').at(-1)!;
    answered.push(id);
    tell(id);
    await quiet();
    return new Response(null, { status: 204 });
  };
  await show();
  await press('Auswählen');
  for (const number of [1, 2, 3]) await press(`Portrait ${number} auswählen`);
  await press('Auswahl löschen');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Löschen' }));
  await waitFor(() => expect(answered).toEqual(['a', 'b', 'c']));
  expect(loads).toBe(1);
  await waitFor(() => expect(loads).toBe(2));
  await quiet();
  expect(loads).toBe(2);
});
