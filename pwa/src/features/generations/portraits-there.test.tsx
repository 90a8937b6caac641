import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { waitingAtom } from '~/lib/deletions/waiting';
import { beginSession } from '~/lib/session';
import { store } from '~/lib/state';
import { renderScreen } from '../../../test/render-screen';
import { serve } from '../../../test/server';
import { GenerationRow } from './generation-row';
import { GenerationScreen } from './generation-screen';
import { portraits, runOf } from './sample-run';

const run = runOf(portraits('a', 'b', 'c'));
const vote = {
  id: 'v1',
  open: false,
  createdAt: '2026-11-28T08:00:00.000Z',
  endsAt: '2026-12-05T08:00:00.000Z',
  choices: ['a', 'b'].map((portraitId, index) => ({
    number: index + 1,
    portraitId,
    generationId: run.id,
    votes: 1,
    previewUrl: `/voted/${portraitId}`,
  })),
};
const sources = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
const waits = (id: string) => act(() => store.set(waitingAtom, (ids) => new Set(ids).add(id)));
const showRun = () =>
  renderScreen(<GenerationScreen loaded={{ ok: true, value: run }} order="likeness" onOrder={() => undefined} />);

beforeEach(() => {
  beginSession({ id: 'anna' } as Schemas['Me']);
  serve({ 'GET /votes': { body: { items: [vote] } } });
});

it('a portrait whose deletion waits is counted nowhere on the page of its run', async () => {
  await showRun();
  expect(screen.getByRole('button', { name: 'Alle herunterladen (3)' })).toBeTruthy();
  await waitFor(() =>
    expect(sources()).toEqual(['/a/preview-960', '/b/preview', '/c/preview', '/a/preview', '/b/preview']),
  );
  waits('a');
  expect(screen.getByRole('button', { name: 'Alle herunterladen (2)' })).toBeTruthy();
  expect(sources()).toEqual(['/b/preview-960', '/c/preview', '/b/preview']);
  expect(screen.getByText('Gelöschtes oder nicht mehr geladenes Portrait')).toBeTruthy();
});

it('nor in the row of its run, whose picture is the next one’s; a run that is left without any goes', async () => {
  await renderScreen(<GenerationRow generation={run} />);
  expect(screen.getByText(/3 Portraits/)).toBeTruthy();
  waits('a');
  expect(screen.getByText(/2 Portraits/)).toBeTruthy();
  expect(sources()).toEqual(['/b/preview']);
  waits('b');
  waits('c');
  expect(screen.getByText('wird gelöscht, sobald Sie online sind')).toBeTruthy();
  expect(screen.queryByText(/\d Portrait/)).toBeNull();
});

it('a run whose last portrait waits offers nothing to do with it', async () => {
  await showRun();
  for (const id of ['a', 'b', 'c']) waits(id);
  expect(screen.getByText('Löschung vorgemerkt')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /herunterladen|Auswählen/ })).toBeNull();
});
