import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BildnisError, type Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { PUSH_KEY, withPush } from '../../../test/push-browser';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { GenerationRow } from './generation-row';
import { GenerationScreen } from './generation-screen';
import type { Generation } from './generations-data';
import { portraits, runOf } from './sample-run';

const run = runOf(portraits('a', 'b'));
const GONE = `DELETE /generations/${run.id}`;
const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);

async function show(part: Partial<Generation> = {}) {
  let loads = 0;
  const { path } = await renderScreen(
    <GenerationScreen loaded={{ ok: true, value: { ...run, ...part } }} order="likeness" onOrder={() => undefined} />,
    '/screen',
    () => (loads += 1),
  );
  return { path, loads: () => loads };
}

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'anna', credits: 0 } as Schemas['Me']);
});

afterEach(() => vi.restoreAllMocks());

describe('a run', () => {
  it.each([
    ['completed', 'Fertig', 'Fertig'],
    ['processing', 'In Bearbeitung', 'Wird generiert'],
    ['failed', 'Fehlgeschlagen', 'Fehlgeschlagen'],
    ['queued', 'In Warteschlange', 'In Warteschlange'],
  ] as const)('that is %s says so on its page, and in a list', async (status, label, inList) => {
    serve({});
    await show({ status });
    expect(screen.getByText(label)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zur Übersicht' }).getAttribute('href')).toBe('/app');
    await renderScreen(<GenerationRow generation={{ ...run, status }} />);
    const row = screen.getByRole('link', { name: /^Öffnen: Ihre Portraits/ });
    expect(row.getAttribute('href')).toBe(`/app/generations/${run.id}`);
    expect(within(row.closest('li') ?? document.body).getAllByText(inList).length).toBeGreaterThan(0);
  });

  it('has the name of its style, and is simply the customer’s portraits without one', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1, name: 'Ihre Portraits' })).toBeTruthy();
    await show({
      style: { slug: 'corporate', displayName: 'City Daylight', previewUrl: null } as unknown as Generation['style'],
    });
    expect(screen.getByRole('heading', { level: 1, name: 'City Daylight' })).toBeTruthy();
  });

  it('of samples says so above and below them, and claims no model', async () => {
    serve({});
    await show({ sample: true });
    expect(screen.getByText('Muster, keine fertigen Portraits')).toBeTruthy();
    expect(screen.getByText(/^Muster: um Ihre Fotos gezeichnet.* Jede Datei trägt diesen Vermerk\./)).toBeTruthy();
    expect(screen.queryByText(/KI-generiert|^Bearbeitete Fotos/)).toBeNull();
  });

  it('that failed says what to do, and leads back', async () => {
    await show({ status: 'failed', portraits: [], archiveUrl: null });
    expect(screen.getByText('Erstellung fehlgeschlagen')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zurück zur Übersicht' }).getAttribute('href')).toBe('/app');
  });

  it('whose pictures cannot be loaded says so, and fetches new links once', async () => {
    const { loads } = await show();
    for (const image of screen.getAllByRole('img')) fireEvent.error(image);
    expect(screen.getAllByText('Dieses Portrait lässt sich gerade nicht laden.')).toHaveLength(2);
    expect(screen.getByRole('button', { name: /gerade nicht laden.* Portrait 1 im Vollbild/ })).toBeTruthy();
    await waitFor(() => expect(loads()).toBe(2));
  });

  it('under way asks whether to be told when it is finished', async () => {
    const { browser, remove } = withPush();
    serve({ 'GET /push/key': { body: { publicKey: PUSH_KEY } } });
    await show({ status: 'processing', portraits: [], archiveUrl: null });
    expect(await screen.findByText('Benachrichtigen, sobald sie fertig sind?')).toBeTruthy();
    expect(browser.questions).toBe(0);
    remove();
  });

  it('that is not there, or cannot be loaded, says so', async () => {
    const failing = (code: string, status: number) =>
      renderScreen(
        <GenerationScreen
          loaded={{ ok: false, error: new BildnisError({ code, status }) }}
          order="likeness"
          onOrder={() => undefined}
        />,
      );
    await failing('not_found', 404);
    expect(screen.getByRole('heading', { level: 1, name: 'Generation nicht gefunden' })).toBeTruthy();
    await failing('internal', 500);
    expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy();
  });
});

describe('a free repeat', () => {
  const REPEAT = `POST /generations/${run.id}/repeat`;
  const begin = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Kostenlos wiederholen' }));
    return within(await screen.findByRole('dialog'));
  };

  it('is offered where it can be had, asks for a reason first, and leads to the new run', async () => {
    const sent = serve({ [REPEAT]: { status: 202, body: { ...run, id: 'r2', status: 'queued' } } });
    const { path } = await show({ repeatable: true });
    const dialog = await begin();
    await userEvent.click(dialog.getByRole('button', { name: 'Kostenlos wiederholen' }));
    expect(dialog.getByText('Bitte wählen Sie, was nicht passt.')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('radio', { name: /Das Licht/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Kostenlos wiederholen' }));
    await waitFor(() => expect(path()).toBe('/app/generations/r2'));
    expect(sent.map(({ body }) => body)).toEqual([{ complaint: 'light' }]);
    expect(said()).toEqual([
      ['Wiederholung gestartet', 'Ihre neuen Portraits entstehen. Es werden keine Credits abgebucht.'],
    ]);
  });

  it('of which the answer was lost is asked for once more with the same key', async () => {
    const sent = serve({ [REPEAT]: refusal(504, 'unavailable') });
    await show({ repeatable: true });
    const dialog = await begin();
    await userEvent.click(dialog.getByRole('radio', { name: /Der Ausschnitt/ }));
    for (let time = 0; time < 2; time += 1)
      await userEvent.click(dialog.getByRole('button', { name: 'Kostenlos wiederholen' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('under way says that it is one, and what deleting it means for the right', async () => {
    serve({});
    for (const [previews, says] of [
      [[], /Solange das so bleibt, zählt sie nicht/],
      [[{ index: 0, url: '/x' }], /Eine weitere gibt es für dieses Profil nicht/],
    ] as const) {
      await show({
        status: 'processing',
        portraits: [],
        archiveUrl: null,
        repeatOf: 'r1',
        complaint: 'light',
        previews: [...previews],
      });
      expect(screen.getByText(/^Kostenlose Wiederholung: mit weniger Studiolicht/)).toBeTruthy();
      await userEvent.click(screen.getByRole('button', { name: 'Löschen' }));
      expect(await screen.findByText(says)).toBeTruthy();
      cleanup();
    }
  });

  it('is offered nowhere else, says what it answered, and costs nothing where it fails', async () => {
    serve({});
    await show();
    expect(screen.queryByRole('button', { name: 'Kostenlos wiederholen' })).toBeNull();
    await show({ repeatOf: 'r1', complaint: 'crop' });
    expect(screen.getByText(/^Kostenlose Wiederholung: mit mehr Raum um den Kopf/)).toBeTruthy();
    await show({ status: 'failed', portraits: [], archiveUrl: null, repeatOf: 'r1', complaint: 'crop' });
    expect(screen.getByText(/war kostenlos und zählt nicht/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zur ursprünglichen Generation' }).getAttribute('href')).toBe(
      '/app/generations/r1',
    );
    expect(screen.queryByText(/Credits sind zurück/)).toBeNull();
  });
});

describe('deleting', () => {
  const begin = async () => {
    const menu = screen.queryByRole('button', { name: 'Mehr zu diesen Portraits' });
    if (!menu) return userEvent.click(screen.getByRole('button', { name: 'Löschen' }));
    await userEvent.click(menu);
    return userEvent.click(screen.getByRole('menuitem', { name: 'Löschen' }));
  };
  const confirm = () =>
    userEvent.click(
      within(screen.getByRole('alertdialog', { name: 'Generation löschen?' })).getByRole('button', { name: 'Löschen' }),
    );

  it('is asked first, said, and leads to the dashboard', async () => {
    const sent = serve({ [GONE]: { status: 204 } });
    const { path } = await show();
    await begin();
    expect(sent).toEqual([]);
    await confirm();
    await waitFor(() => expect(path()).toBe('/app'));
    expect(said()).toEqual([['Gelöscht', 'Die Generation wurde gelöscht.']]);
  });

  const entries = (...items: object[]) => ({ 'GET /credits/entries?limit=50': { body: { items, nextCursor: null } } });
  const returned = { reason: 'generation_return', generationId: run.id, delta: 10 };
  const KEPT =
    'Die Generation wurde gelöscht. Die 10 Credits kommen nicht zurück, weil schon Vorschauen zu sehen waren.';

  it.each([
    [
      'before anything is shown',
      10,
      'Ihre 10 Credits kommen zurück, solange das so bleibt.',
      entries(returned),
      'Die Generation wurde gelöscht. 10 Credits sind zurück auf Ihrem Konto.',
    ],
    [
      'after something was shown',
      0,
      'Die 10 Credits kommen nicht zurück.',
      entries({ ...returned, generationId: 'another' }),
      KEPT,
    ],
    ['just when something is shown', 10, 'Ihre 10 Credits kommen zurück, solange das so bleibt.', entries(), KEPT],
    [
      'when the ledger cannot be read',
      10,
      'Ihre 10 Credits kommen zurück, solange das so bleibt.',
      { 'GET /credits/entries?limit=50': refusal(503, 'unavailable') },
      'Die Generation wurde gelöscht.',
    ],
  ])(
    'under way, %s, says what becomes of the credits and what became of them',
    async (_when, creditsReturnedOnDeletion, question, ledger, answer) => {
      serve({ [GONE]: { status: 204 }, ...ledger });
      await show({ status: 'processing', portraits: [], archiveUrl: null, creditsReturnedOnDeletion });
      await begin();
      expect(screen.getByRole('alertdialog').textContent).toContain(question);
      await confirm();
      await waitFor(() => expect(said()).toEqual([['Gelöscht', answer]]));
    },
  );

  it('that fails says why, in the dialog as well, and leads nowhere', async () => {
    serve({ [GONE]: refusal(503, 'unavailable') });
    const { path } = await show();
    await begin();
    await confirm();
    await waitFor(() => expect(said()[0]?.[0]).toBe('Fehler beim Löschen'));
    expect(within(screen.getByRole('alertdialog')).getByRole('alert').textContent).toBe(said()[0]?.[1]);
    expect(path()).toBe('/screen');
  });
});

describe('downloads', () => {
  it('bring all in one file', async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:all';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    serve({ 'GET /archive': { body: {} } });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Alle herunterladen (2)' }));
    await waitFor(() => expect(saved).toEqual(['portraits.zip']));
    expect(said()).toEqual([]);
  });

  it('that fail say so, and links are fetched anew', async () => {
    serve({ 'GET /archive': refusal(404, 'not_found') });
    const { loads } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Alle herunterladen (2)' }));
    await waitFor(() => expect(said()).toEqual([['Download fehlgeschlagen', 'Bitte versuchen Sie es erneut.']]));
    await waitFor(() => expect(loads()).toBe(2));
  });

  // The last one: the page stays offline after it.
  it('of all portraits say offline that they need the network', async () => {
    serve({ 'GET /archive': refusal(503, 'unavailable') });
    const { loads } = await show();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await userEvent.click(screen.getByRole('button', { name: 'Alle herunterladen (2)' }));
    await waitFor(() =>
      expect(said()).toEqual([
        ['Sie sind offline', expect.stringContaining('kommt vom Server und braucht eine Verbindung')],
      ]),
    );
    expect(loads()).toBe(1);
  });
});
