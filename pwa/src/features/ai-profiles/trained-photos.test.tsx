import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useReducer } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import type { AiProfile, TrainedPhoto } from './profiles-data';
import { ProfilesScreen } from './profiles-screen';

const photo = (number: number, part: object = {}) =>
  ({ id: `f${number}`, number, used: true, reason: null, choice: 'auto', pictureUrl: null, ...part }) as TrainedPhoto;
const unused = (number: number, reason: string) => photo(number, { used: false, choice: null, reason });
const profile = (...trainedPhotos: TrainedPhoto[]) =>
  ({
    id: 'p1',
    name: 'Bewerbung',
    gender: 'female',
    status: 'ready',
    createdAt: '2026-11-20T12:00:00Z',
    failure: null,
    progress: null,
    photos: [],
    trainedPhotos,
    previewUrl: null,
  }) as unknown as AiProfile;

/** What the server has; read again whenever the screen is loaded anew. */
let server: AiProfile;
let redraw = () => {};
function Profiles() {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    redraw = draw;
  }, []);
  return <ProfilesScreen list={{ ok: true, value: [server] }} />;
}

async function open(...photos: TrainedPhoto[]): Promise<void> {
  server = profile(...photos);
  await renderScreen(<Profiles />, '/screen', () => redraw());
  await userEvent.click(screen.getByRole('button', { name: 'Fotos: Bewerbung' }));
  await screen.findByRole('region', { name: 'Ihre Fotos' });
}
const list = (name: string) => screen.queryByRole('list', { name });
const names = (name: string) =>
  within(list(name)!)
    .getAllByText(/^Foto \d+$/)
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const PATCH = (id: string) => `PATCH /ai-profiles/p1/photos/${id}`;

beforeEach(() => {
  forgetMessages();
  redraw = () => {};
  beginSession({ id: 'petra', credits: 100 } as Schemas['Me']);
});

describe('the photos of a profile', () => {
  it('say which are used, and of the others why not, each reason once, also one that is new to this version', async () => {
    await open(
      photo(4),
      photo(1, { reason: 'expression' }),
      photo(2),
      unused(7, 'outline_unclear'),
      unused(3, 'outline_unclear'),
      unused(5, 'too_shiny'),
    );
    expect(screen.getByText(/ · 3 von 6 Fotos verwendet$/)).toBeTruthy();
    expect(names('Für Portraits verwendet')).toEqual(['Foto 4', 'Foto 1', 'Foto 2']);
    expect(screen.getByText(/^Als Reserve dabei\. Augen oder Mund/)).toBeTruthy();
    expect(
      within(list('Nicht verwendet')!)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Fotos 3, 7Der Umriss ist unklar. Nächstes Mal: vor eine ruhige Wand treten.', 'Foto 5Nicht geeignet.']);
  });

  it('are counted by reason beside how many are used, without being opened, also those the customer took out', async () => {
    server = profile(
      photo(1),
      photo(2, { choice: 'exclude' }),
      unused(3, 'near_duplicate'),
      unused(4, 'enough_better'),
      unused(5, 'enough_better'),
    );
    await renderScreen(<Profiles />);
    const reasons = () => within(list('Nicht verwendet')!).getAllByRole('listitem');
    expect(reasons().map(({ textContent }) => textContent)).toEqual([
      '2 nicht verwendet: Die anderen Fotos eignen sich noch besser.',
      '1 nicht verwendet: Von Ihnen ausgeschlossen.',
      '1 nicht verwendet: Fast gleich wie ein besseres Foto. Verschiedene Momente bringen mehr.',
    ]);
    server = profile(photo(1), photo(2, { reason: 'expression' }));
    redraw();
    await waitFor(() => expect(list('Nicht verwendet')).toBeNull());
  });

  it('are not offered where nothing is known of them', async () => {
    server = { ...profile(), trainedPhotos: null };
    await renderScreen(<Profiles />);
    expect(screen.queryByRole('button', { name: 'Fotos: Bewerbung' })).toBeNull();
    expect(screen.queryByText(/verwendet/)).toBeNull();
  });

  it('move to the others at once when excluded, with the focus on the next one, and back', async () => {
    const sent = serve({ [PATCH('f2')]: { body: {} } });
    await open(photo(1), photo(2), photo(3), photo(4));
    server = profile(photo(1), photo(2, { choice: 'exclude' }), photo(3), photo(4));
    await userEvent.click(button('Nicht verwenden: Foto 2'));
    expect(names('Für Portraits verwendet')).toEqual(['Foto 1', 'Foto 3', 'Foto 4']);
    expect(names('Von Ihnen ausgeschlossen')).toEqual(['Foto 2']);
    expect(screen.getByText('Foto 2 wird nicht mehr verwendet.').getAttribute('role')).toBe('status');
    await waitFor(() => expect(document.activeElement).toBe(button('Nicht verwenden: Foto 3')));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ choice: 'exclude' }]));
    await screen.findByText(/ · 3 von 4 Fotos verwendet$/);
    server = profile(photo(1), photo(2), photo(3), photo(4));
    await userEvent.click(button('Wieder verwenden: Foto 2'));
    await waitFor(() => expect(document.activeElement).toBe(button('Nicht verwenden: Foto 4')));
    expect(list('Von Ihnen ausgeschlossen')).toBeNull();
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ choice: 'auto' }));
  });

  it('are preferred and left to the engine again with one button', async () => {
    const sent = serve({ [PATCH('f3')]: { body: {} } });
    await open(photo(1), photo(2), photo(3));
    const prefer = button('Bevorzugen: Foto 3');
    server = profile(photo(1), photo(2), photo(3, { choice: 'prefer' }));
    await userEvent.click(prefer);
    expect(prefer.getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(sent).toHaveLength(1));
    server = profile(photo(1), photo(2), photo(3));
    await userEvent.click(prefer);
    expect(prefer.getAttribute('aria-pressed')).toBe('false');
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ choice: 'prefer' }, { choice: 'auto' }]));
  });

  it('come back where the server does not take it, and it says why', async () => {
    serve({ [PATCH('f1')]: refusal(409, 'last_photo') });
    await open(photo(1), photo(2));
    await userEvent.click(button('Nicht verwenden: Foto 1'));
    await waitFor(() =>
      expect(messageQueue.visibleToasts.map(({ content }) => [content.title, content.text])).toEqual([
        ['Nicht gespeichert', expect.stringMatching(/^Mindestens ein Foto muss verwendet werden\./)],
      ]),
    );
    expect(names('Für Portraits verwendet')).toEqual(['Foto 1', 'Foto 2']);
  });

  it('keep the last one, and say that few photos make portraits that look alike', async () => {
    await open(photo(1), photo(2, { choice: 'exclude' }));
    expect(screen.queryByRole('button', { name: 'Nicht verwenden: Foto 1' })).toBeNull();
    expect(screen.getByText('Ein Foto muss verwendet werden.')).toBeTruthy();
    expect(screen.getByText('Mit nur einem Foto werden sich die 8 Portraits stark ähneln.')).toBeTruthy();
  });

  // The last one: the page stays offline after it.
  it('are shown without a network, and cannot be changed there', async () => {
    await open(photo(1), photo(2), photo(3), photo(4, { choice: 'exclude' }));
    window.dispatchEvent(new Event('offline'));
    await screen.findByText('Ohne Internetverbindung lässt sich hier nichts ändern.');
    for (const name of ['Bevorzugen: Foto 1', 'Nicht verwenden: Foto 1', 'Wieder verwenden: Foto 4'])
      expect(button(name).disabled, name).toBe(true);
    expect(names('Für Portraits verwendet')).toHaveLength(3);
  });
});
