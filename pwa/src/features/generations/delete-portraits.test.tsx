import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshDevice, useDevice } from '../../../test/device';
import { clearDeviceDatabase } from '~/lib/device/database';
import type { Schemas } from '~/lib/api';
import { waitingAtom } from '~/lib/deletions/waiting';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { store } from '~/lib/state';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { FavouritesScreen } from './favourites-screen';
import { GenerationScreen } from './generation-screen';
import { portraits, runOf } from './sample-run';

useDevice();
beforeEach(async () => {
  freshDevice();
  await clearDeviceDatabase();
  store.set(waitingAtom, new Set<string>());
  forgetMessages();
  beginSession({ id: 'anna' } as Schemas['Me']);
});

const run = runOf(portraits('a', 'b', 'c'));
const GONE = { status: 204 };
const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const shown = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
const question = () => screen.getByRole('alertdialog');
const confirm = () => userEvent.click(within(question()).getByRole('button', { name: 'Löschen' }));
const deletions = (sent: { method: string; path: string }[]) =>
  sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path.replace('/api/v1', ''));

async function show() {
  let loads = 0;
  const { path } = await renderScreen(
    <GenerationScreen loaded={{ ok: true, value: run }} order="likeness" onOrder={() => undefined} />,
    '/screen',
    () => (loads += 1),
  );
  return { path, loads: () => loads };
}
async function choose(...numbers: number[]) {
  await press('Auswählen');
  for (const number of numbers) await press(`Portrait ${number} auswählen`);
  await press('Auswahl löschen');
}

describe('deleting portraits', () => {
  it('that are picked out asks first, says that nothing comes back, and leaves the others', async () => {
    const sent = serve({ 'DELETE /portraits/a': GONE, 'DELETE /portraits/c': GONE });
    const { path, loads } = await show();
    await press('Auswählen');
    expect(screen.getByRole('button', { name: 'Auswahl löschen' }).hasAttribute('disabled')).toBe(true);
    await press('Auswahl beenden');
    await choose(1, 3);
    expect(question().textContent).toContain('2 Portraits löschen?');
    expect(question().textContent).toMatch(/kann nicht rückgängig gemacht werden.*Credits kommen keine zurück/);
    expect(question().textContent).not.toContain('ganze Generation');
    await userEvent.click(within(question()).getByRole('button', { name: 'Abbrechen' }));
    expect(deletions(sent)).toEqual([]);
    await press('Auswahl löschen');
    await confirm();
    await waitFor(() => expect(said()).toEqual([['Gelöscht', '2 Portraits wurden gelöscht.']]));
    expect(deletions(sent)).toEqual(['/portraits/a', '/portraits/c']);
    await waitFor(() => expect(shown()).toEqual(['/b/preview-960']));
    await waitFor(() => expect([path(), loads()]).toEqual(['/screen', 2]));
    expect(screen.queryByRole('button', { name: 'Auswahl beenden' })).toBeNull();
  });

  it('all of a run deletes the run, and says so before', async () => {
    const sent = serve({ [`DELETE /generations/${run.id}`]: GONE });
    const { path } = await show();
    await choose(1, 2, 3);
    expect(question().textContent).toContain('Damit ist die ganze Generation gelöscht.');
    await confirm();
    await waitFor(() => expect(path()).toBe('/app'));
    expect(deletions(sent)).toEqual([`/generations/${run.id}`]);
    expect(said()).toEqual([['Gelöscht', 'Die Generation wurde gelöscht.']]);
  });

  it('that fails half-way says why, keeps what is left and goes on with it', async () => {
    const sent = serve({
      'DELETE /portraits/a': [GONE, refusal(404, 'not_found')],
      'DELETE /portraits/b': [refusal(503, 'unavailable'), GONE],
    });
    await show();
    await choose(1, 2);
    await confirm();
    await waitFor(() => expect(said()[0]?.[0]).toBe('Nicht alles gelöscht'));
    expect(within(question()).getByRole('alert').textContent).toBe(said()[0]?.[1]);
    await confirm();
    await waitFor(() => expect(said().map(([title]) => title)).toContain('Gelöscht'));
    expect(deletions(sent)).toEqual(['/portraits/a', '/portraits/b', '/portraits/a', '/portraits/b']);
    await waitFor(() => expect(shown()).toEqual(['/c/preview-960']));
  });

  it('waits without a network, and is gone from the screen at once', async () => {
    serve({ 'DELETE /portraits/b': new TypeError('Failed to fetch') });
    await show();
    await choose(2);
    await confirm();
    await waitFor(() => expect(said()).toEqual([['Löschung vorgemerkt', 'wird gelöscht, sobald Sie online sind']]));
    await waitFor(() => expect(shown()).toEqual(['/a/preview-960', '/c/preview']));
    // Its turn has come, and the next answer has not.
    act(() => store.set(waitingAtom, new Set<string>()));
    expect(shown()).toEqual(['/a/preview-960', '/c/preview']);
    expect(screen.getByRole('button', { name: 'Alle herunterladen (2)' })).toBeTruthy();
  });

  it('from the viewer goes on with the next one, and with the one before after the last', async () => {
    const sent = serve({ 'DELETE /portraits/b': GONE, 'DELETE /portraits/c': GONE });
    await show();
    await press('Portrait 2 im Vollbild');
    const viewer = () => within(screen.getByRole('dialog', { name: 'Portraits im Vollbild' }));
    const position = () => viewer().getAllByRole('status')[0]!.textContent;
    const removed = async (number: number) => {
      await userEvent.click(viewer().getByRole('button', { name: `Portrait ${number} löschen` }));
      expect(question().textContent).toContain('Portrait löschen?');
      await confirm();
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await removed(2);
    expect(position()).toBe('2 / 2');
    await removed(2);
    expect(position()).toBe('1 / 1');
    expect(deletions(sent)).toEqual(['/portraits/b', '/portraits/c']);
    expect(said()).toEqual([['Gelöscht', 'Das Portrait wurde gelöscht.']]);
  });

  it('that is seen closer shows the next one whole', async () => {
    serve({ 'DELETE /portraits/b': GONE });
    await show();
    await press('Portrait 2 im Vollbild');
    const viewer = within(screen.getByRole('dialog', { name: 'Portraits im Vollbild' }));
    const state = () => viewer.getAllByRole('status').map(({ textContent }) => textContent?.replaceAll(/\s/gu, ''));
    await userEvent.click(viewer.getByRole('button', { name: 'Vergrössern' }));
    expect(state()).toEqual(['2/3', '150%']);
    await userEvent.click(viewer.getByRole('button', { name: 'Portrait 2 löschen' }));
    await confirm();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(state()).toEqual(['2/2', '100%']);
  });

  it('among the favourites takes them off that screen, of whichever run', async () => {
    const sent = serve({ 'DELETE /portraits/a': GONE, 'DELETE /portraits/b': GONE });
    const favourites = portraits('a', 'b').map((portrait) => ({ ...portrait, favourite: true }));
    await renderScreen(<FavouritesScreen list={{ ok: true, value: favourites }} />);
    await choose(1, 2);
    await confirm();
    expect(await screen.findByText('Noch keine Favoriten')).toBeTruthy();
    expect(deletions(sent)).toEqual(['/portraits/a', '/portraits/b']);
  });
});
