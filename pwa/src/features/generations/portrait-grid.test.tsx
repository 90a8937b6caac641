import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastArea } from '~/ui';
import type { Schemas } from '~/lib/api';
import { messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { GenerationScreen } from './generation-screen';
import type { PortraitOrder } from './portrait-order';
import { portraits, runOf } from './sample-run';

beforeEach(() => beginSession({ id: 'anna' } as Schemas['Me']));

/** The screen as its route shows it. @param onServer which portraits are favourites there, asked with every load */
async function show(onServer: () => string[], list = portraits('a', 'b', 'c')) {
  const onOrder = vi.fn();
  let load = () => {};
  function Screen() {
    const [order, setOrder] = useState<PortraitOrder>('likeness');
    const [favourites, setFavourites] = useState(onServer);
    useEffect(() => {
      load = () => setFavourites(onServer());
    }, []);
    const value = runOf(list.map((portrait) => ({ ...portrait, favourite: favourites.includes(portrait.id) })));
    return (
      <>
        <GenerationScreen
          loaded={{ ok: true, value }}
          order={order}
          onOrder={(chosen) => {
            onOrder(chosen);
            setOrder(chosen);
          }}
        />
        <ToastArea queue={messageQueue} label="Meldungen" closeLabel="Schliessen" />
      </>
    );
  }
  await renderScreen(<Screen />, '/screen', () => load());
  return onOrder;
}

const heart = (number: number) => screen.getByRole('button', { name: `Portrait ${number} als Favorit` });
const isOn = (number: number) => heart(number).getAttribute('aria-pressed') === 'true';

describe('favourites', () => {
  it('follow the hand at once, one request after the other, of which only the last wish counts', async () => {
    const sent = serve({
      'PUT /portraits/b/favourite': { status: 204 },
      'DELETE /portraits/b/favourite': { status: 204 },
    });
    await show(() => (sent.at(-1)?.method === 'PUT' ? ['b'] : []));
    fireEvent.click(heart(2));
    expect(isOn(2)).toBe(true);
    // Before the first answer: taken back, and wished for again.
    fireEvent.click(heart(2));
    expect(isOn(2)).toBe(false);
    fireEvent.click(heart(2));
    expect(isOn(2)).toBe(true);
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PUT']));
    expect([isOn(1), isOn(2), isOn(3)]).toEqual([false, true, false]);
    await userEvent.click(heart(2));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PUT', 'DELETE']));
    await waitFor(() => expect(isOn(2)).toBe(false));
  });

  it('are taken back where the server refuses, and it is said', async () => {
    serve({ 'PUT /portraits/a/favourite': refusal(503, 'unavailable') });
    await show(() => []);
    await userEvent.click(heart(1));
    expect(await screen.findByText('Favorit nicht gespeichert')).toBeTruthy();
    await waitFor(() => expect(isOn(1)).toBe(false));
  });
});

describe('the order', () => {
  it('is chosen from three, of which the first says what the portraits are ordered by', async () => {
    const onOrder = await show(() => ['c']);
    await userEvent.click(screen.getByRole('button', { name: /Reihenfolge$/ }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Am ähnlichsten zuerst',
      'Favoriten zuerst',
      'In der Reihenfolge der Entstehung',
    ]);
    await userEvent.click(screen.getByRole('option', { name: 'Favoriten zuerst' }));
    expect(onOrder).toHaveBeenCalledExactlyOnceWith('favourites');
    // Once the list has closed: while it is open, nothing else is there for a reader.
    await waitFor(() => expect(screen.getAllByRole('img')[0]?.getAttribute('src')).toBe('/c/preview-960'));
    expect(isOn(1)).toBe(true);
  });

  it('says the size of a portrait whose photo was too small for the usual one', async () => {
    const [large, small] = portraits('a', 'b');
    await show(() => [], [large!, { ...small!, width: 704, height: 880 }]);
    expect(screen.getByText('704 × 880 Pixel: Mehr gibt das Foto nicht her.')).toBeTruthy();
    expect(screen.queryByText(/1024 × 1280 Pixel/)).toBeNull();
  });

  it('speaks of the best where faces are not compared, and calls none the most alike', async () => {
    await show(
      () => [],
      portraits('a', 'b').map((portrait) => ({ ...portrait, likeness: null })),
    );
    expect(screen.queryByText('Am ähnlichsten')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Reihenfolge$/ }));
    expect(screen.getAllByRole('option')[0]?.textContent).toBe('Beste zuerst');
  });
});

describe('the viewer', () => {
  it('saves a portrait, and offers to hand it on only where files can be shared', async () => {
    await show(() => []);
    await userEvent.click(screen.getByRole('button', { name: 'Portrait 1 im Vollbild' }));
    const viewer = () => within(screen.getByRole('dialog', { name: 'Portraits im Vollbild' }));
    expect(viewer().getByRole('button', { name: 'Herunterladen' })).toBeTruthy();
    expect(viewer().queryByRole('button', { name: /teilen$/ })).toBeNull();
    Object.assign(navigator, { share: async () => undefined, canShare: () => true });
    await userEvent.click(viewer().getByRole('button', { name: 'Nächstes Portrait' }));
    expect(viewer().getByRole('button', { name: 'Portrait 2 teilen' })).toBeTruthy();
    for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
  });
});

describe('portraits that are picked out', () => {
  const pick = (number: number) =>
    userEvent.click(screen.getByRole('button', { name: `Portrait ${number} auswählen` }));
  const act = (name: string) => screen.getByRole('button', { name });

  it('are chosen by a tap, saved together, and compared where there are two; nothing else is done to them meanwhile', async () => {
    const [fetched, saved]: [string[], string[]] = [[], []];
    serve({});
    await show(() => []);
    globalThis.fetch = async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
      // Asked by itself after calls that got no answer, also those of an earlier test.
      if (pathname !== '/api/v1/health/live') fetched.push(pathname);
      return new Response('jpeg');
    };
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await userEvent.click(act('Auswählen'));
    expect(act('Herunterladen').hasAttribute('disabled')).toBe(true);
    await pick(1);
    expect(act('Zwei vergleichen').hasAttribute('disabled')).toBe(true);
    expect(act('Freunde fragen').hasAttribute('disabled')).toBe(true);
    await pick(3);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(act('Portrait 3 auswählen').getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(act('Herunterladen (2)'));
    await waitFor(() => expect(saved).toEqual(['portrait-1.jpg', 'portrait-3.jpg']));
    expect(fetched).toEqual(['/a/download', '/c/download']);
    await userEvent.click(act('Zwei vergleichen'));
    const pair = within(await screen.findByRole('dialog', { name: 'Nebeneinander' }));
    expect(pair.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Portrait 1', 'Portrait 3']);
    await userEvent.click(pair.getByRole('button', { name: 'Schliessen' }));
    await pick(3);
    expect(act('Herunterladen (1)')).toBeTruthy();
    await userEvent.click(act('Auswahl beenden'));
    // The keyboard goes on where it came from.
    expect(document.activeElement).toBe(act('Auswählen'));
    expect(act('Portrait 1 im Vollbild')).toBeTruthy();
  });
});

describe('what stands above the portraits', () => {
  it('says until when they are there, and links nothing to an original', async () => {
    await show(() => []);
    expect(screen.getByText('Verfügbar bis 20. Februar 2027')).toBeTruthy();
    expect(screen.getByText(/^22\. November 2026/).textContent).toBe(
      '22. November 2026 · Retusche dezent · Verfügbar bis 20. Februar 2027',
    );
    for (const image of screen.getAllByRole('img'))
      expect([image.getAttribute('src'), image.getAttribute('srcset')].join()).not.toContain('original');
  });
});
