import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { fakeJudge } from '../../../../test/fake-judge';
import { studioConsents } from '../../../../test/consents';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import CameraDialog from './camera/camera-dialog';
import { storedEntries, type Entry } from './entries';
import { draft, photo } from './sample-draft';
import { WizardScreen } from './wizard-screen';

const cameraDialog = (entries: readonly Entry[] = []) => (
  <CameraDialog
    entries={entries}
    judge={fakeJudge()}
    draftId={null}
    shots={[]}
    onShot={vi.fn()}
    taken={0}
    onTaken={vi.fn()}
    onClose={vi.fn()}
  />
);

const accepted = (id: string, setAdvice: string[] = []) => ({
  status: 201,
  body: { accepted: true, photo: photo(id), reason: null, duplicateOf: null, advice: [], count: 1, setAdvice },
});
const rejected = (reason: string) => ({
  status: 201,
  body: { accepted: false, photo: null, reason, duplicateOf: null, advice: [], count: 0, setAdvice: [] },
});
/** A JPEG as far as its first bytes say; each one another. */
const picture = (name: string, type = 'image/jpeg') =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), `${name} and enough bytes to tell`], name, { type });
const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);
const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Training starten' });

function withCamera(getUserMedia: () => Promise<MediaStream>): void {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
}

async function choose(...files: File[]) {
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input.');
  await userEvent.upload(input, files, { applyAccept: false });
}

beforeEach(() => {
  forgetMessages();
  beginSession({ credits: 240, email: 'anna@example.ch' } as Schemas['Me']);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  // The SDK falls back to fetch, which these tests answer.
  vi.stubGlobal('XMLHttpRequest', undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

describe('consent', () => {
  it('stands before the first photo, and both boxes are needed', async () => {
    const sent = serve({ 'POST /consents': { status: 201 } });
    await renderScreen(
      <WizardScreen draft={null} missing={['facial_images', 'self_and_adult']} current={studioConsents} />,
    );
    expect(document.querySelector('input[type=file]')).toBeNull();
    const [first, second] = screen.getAllByRole('checkbox');
    await userEvent.click(first as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: 'Einwilligen und weiter' }));
    expect(screen.getByText('Ohne diese Einwilligung dürfen wir keine Fotos entgegennehmen.')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(second as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: 'Einwilligen und weiter' }));
    await waitFor(() => expect(document.querySelector('input[type=file]')).toBeTruthy());
    expect(sent.map(({ body }) => (body as { kind: string }).kind)).toEqual(['facial_images', 'self_and_adult']);
  });
});

describe('photos', () => {
  it('advises on the set as it is, also when it has changed', async () => {
    serve({
      'POST /ai-profiles': { status: 201, body: draft(0) },
      'POST /ai-profiles/p1/photos': [accepted('n1', ['angles', 'outfits']), accepted('n2', [])],
    });
    await renderScreen(
      <WizardScreen draft={{ ...draft(5), setAdvice: ['light'] }} missing={[]} current={studioConsents} />,
    );
    expect(screen.getByText(/Die meisten Fotos sind dunkel/)).toBeTruthy();
    expect(screen.queryByText('Verschiedene Blickwinkel und Ausdrücke')).toBeNull();
    await choose(picture('a.jpg'));
    expect(await screen.findByText(/Alle Fotos zeigen denselben Blickwinkel/)).toBeTruthy();
    expect(screen.getByText(/tragen Sie Ähnliches/)).toBeTruthy();
    expect(screen.queryByText(/Die meisten Fotos sind dunkel/)).toBeNull();
    await choose(picture('b.jpg'));
    expect(await screen.findByText('Verschiedene Blickwinkel und Ausdrücke')).toBeTruthy();
  });

  it('creates the draft once, uploads, and gives each photo its verdict', async () => {
    const sent = serve({
      'POST /ai-profiles': { status: 201, body: draft(0) },
      'POST /ai-profiles/p1/photos': [accepted('n1'), rejected('blurred'), refusal(500, 'internal')],
    });
    await renderScreen(<WizardScreen draft={null} missing={[]} current={studioConsents} />);
    await choose(picture('eins.jpg'), picture('zwei.jpg'), picture('drei.jpg'));
    const list = screen.getByRole('list', { name: 'Ihre Fotos' });
    await within(list).findByText('Gut');
    await within(list).findByText('Zu unscharf');
    await within(list).findByRole('button', { name: 'Erneut' });
    expect(sent.filter(({ path }) => path === '/api/v1/ai-profiles')).toHaveLength(1);
    expect(said()).toEqual([['Einige Bilder wurden verworfen', 'zwei.jpg']]);
    expect(screen.getByText('1 von 8 Fotos, höchstens 15')).toBeTruthy();
  });

  it('says once how many of those that were chosen are good', async () => {
    serve({ 'POST /ai-profiles/p1/photos': [accepted('n1'), accepted('n2')] });
    await renderScreen(<WizardScreen draft={draft(0)} missing={[]} current={studioConsents} />);
    await choose(picture('eins.jpg'), picture('zwei.jpg'));
    await waitFor(() => expect(said()).toEqual([['Bilder validiert', '2 Fotos sind brauchbar.']]));
  });

  it('counts the same photos on the page and in the camera', async () => {
    serve({});
    withCamera(() => new Promise(() => undefined));
    const photos = [...draft(3).photos, { ...photo('x'), setAside: 'other_person' as const }];
    await renderScreen(cameraDialog(storedEntries(photos, String)));
    expect(screen.getByText('3 von 8 Fotos')).toBeTruthy();
    await renderScreen(<WizardScreen draft={{ ...draft(0), photos }} missing={[]} current={studioConsents} />);
    expect(screen.getByText('3 von 8 Fotos, höchstens 15')).toBeTruthy();
    expect(screen.getByText('Andere Person')).toBeTruthy();
  });

  it('says of each photo why it is but a reserve and what to do, and warns of a set that gives too little', async () => {
    serve({});
    const photos = draft(8).photos.map((each, i) => ({ ...each, doubt: i < 6 ? ('too_close' as const) : null }));
    await renderScreen(<WizardScreen draft={{ ...draft(0), photos }} missing={[]} current={studioConsents} />);
    expect(screen.getAllByText('Reserve: zu nah')).toHaveLength(6);
    expect(screen.getAllByText('Etwas mehr Abstand: Haar und Schultern ganz ins Bild.')).toHaveLength(6);
    expect(screen.getAllByText('Gut')).toHaveLength(2);
    expect(screen.getByText(/sonst werden es kaum 8 gute, verschiedene Portraits/)).toBeTruthy();
  });

  it('keeps to fifteen photos, and says what is left out', async () => {
    const fifteen = [...draft(14).photos, photo('n1')];
    const sent = serve({
      'POST /ai-profiles/p1/photos': { status: 201, body: { ...accepted('n1').body, count: fifteen.length } },
      'DELETE /ai-profiles/p1/photos/old-1': { status: 204 },
      'GET /ai-profiles/p1': { body: { ...draft(0), photos: fifteen.filter(({ id }) => id !== 'old-1') } },
    });
    withCamera(() => new Promise(() => undefined));
    await renderScreen(<WizardScreen draft={draft(14)} missing={[]} current={studioConsents} />);
    const large = Object.defineProperty(picture('gross.jpg'), 'size', { value: 10_000_001 });
    expect(screen.getByRole('button', { name: 'Foto aufnehmen' })).toBeTruthy();
    await choose(picture('a.jpg'), picture('b.jpg'), large);
    await waitFor(() =>
      expect(said().map(([, text]) => text)).toEqual(
        expect.arrayContaining([
          '1 Datei ist grösser als 10\u00a0MB und wurde nicht übernommen.',
          '1 Foto hatte keinen Platz mehr und wurde nicht übernommen. 15 sind das Maximum.',
        ]),
      ),
    );
    expect(sent.map(({ method }) => method)).toEqual(['POST']);
    expect(screen.getByText('15 Fotos, höchstens 15')).toBeTruthy();
    expect(document.querySelector('input[type=file]')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Foto aufnehmen' })).toBeNull();
    // The focus stays among the photos, at the place of the one that has gone.
    screen.getByRole('button', { name: 'Foto 2 entfernen' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Foto 3 entfernen'));
    expect(screen.getByText('14 Fotos, höchstens 15')).toBeTruthy();
  });

  it('wait for a server that does not answer, which can be tried at once; meanwhile the page is not closed unasked', async () => {
    serve({
      'POST /ai-profiles/p1/photos': [new TypeError('Failed to fetch'), accepted('n1')],
      'DELETE /ai-profiles/p1/photos/n1': { status: 204 },
      'GET /ai-profiles/p1': { body: draft(0) },
    });
    await renderScreen(<WizardScreen draft={draft(0)} missing={[]} current={studioConsents} />);
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isAsked()).toBe(false);
    await choose(picture('eins.jpg'));
    const list = within(screen.getByRole('list', { name: 'Ihre Fotos' }));
    await list.findByText('Wartet auf Verbindung');
    // This device keeps nothing.
    expect(isAsked()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Jetzt versuchen' }));
    await list.findByText('Gut');
    expect(isAsked()).toBe(false);
    // It was the last one: the focus goes to the way to add some.
    await userEvent.click(screen.getByRole('button', { name: 'eins.jpg entfernen' }));
    await waitFor(() => expect(document.activeElement?.closest('[data-add]')).toBeTruthy());
  });

  it('refuses other files without sending them', async () => {
    const sent = serve({});
    await renderScreen(<WizardScreen draft={draft(0)} missing={[]} current={studioConsents} />);
    await choose(new File(['%PDF-1.7 and some more bytes'], 'cv.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(said()).not.toEqual([]));
    expect(said()).toEqual([
      ['Ungültige Dateien', 'cv.pdf: Nur Bilddateien sind erlaubt (JPEG, PNG, WebP, GIF, HEIC).'],
    ]);
    expect(sent).toEqual([]);
  });

  it('takes what is dropped beside the place for it, and shows no file in place of the page', async () => {
    serve({});
    await renderScreen(<WizardScreen draft={draft(0)} missing={[]} current={studioConsents} />);
    const drop = (type: string, dataTransfer: object) => {
      const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
      screen.getByRole('heading', { level: 1 }).dispatchEvent(event);
      return event.defaultPrevented;
    };
    const files = [new File(['%PDF-1.7 and some more bytes'], 'cv.pdf', { type: 'application/pdf' })];
    expect(drop('dragover', { types: ['Files'] })).toBe(true);
    expect(drop('drop', { types: ['Files'], files })).toBe(true);
    await waitFor(() => expect(said().map(([title]) => title)).toEqual(['Ungültige Dateien']));
    // Text goes where it always goes.
    expect(drop('drop', { types: ['text/plain'], files: [] })).toBe(false);
  });

  it('takes nothing that is dropped before the consent', async () => {
    serve({});
    await renderScreen(
      <WizardScreen draft={null} missing={['facial_images', 'self_and_adult']} current={studioConsents} />,
    );
    const files = [new File(['%PDF-1.7 and some more bytes'], 'cv.pdf', { type: 'application/pdf' })];
    const event = new Event('drop', { bubbles: true, cancelable: true });
    document.body.dispatchEvent(Object.assign(event, { dataTransfer: { types: ['Files'], files } }));
    expect(event.defaultPrevented).toBe(true);
    expect(said()).toEqual([]);
  });

  it('goes on with what the draft has, and takes a photo out', async () => {
    const sent = serve({
      // Kept for a moment: it can be put back.
      'GET /media/old-0': { body: 'a picture' },
      'DELETE /ai-profiles/p1/photos/old-0': { status: 204 },
      'GET /ai-profiles/p1': {
        body: { ...draft(8, 'Bewerbung'), photos: draft(8).photos.slice(1), setAdvice: ['closer'] },
      },
    });
    await renderScreen(<WizardScreen draft={draft(8, 'Bewerbung')} missing={[]} current={studioConsents} />);
    expect(startButton().disabled).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Foto 1 entfernen' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET']));
    expect(await screen.findByText(/Gehen Sie näher heran/)).toBeTruthy();
    expect(startButton().disabled).toBe(true);
    expect(screen.getByText('Noch ein Foto')).toBeTruthy();
  });

  it('puts a photo back that could not be deleted', async () => {
    serve({ 'DELETE /ai-profiles/p1/photos/old-0': refusal(503, 'unavailable') });
    await renderScreen(<WizardScreen draft={draft(8, 'Bewerbung')} missing={[]} current={studioConsents} />);
    await userEvent.click(screen.getByRole('button', { name: 'Foto 1 entfernen' }));
    await waitFor(() => expect(said()[0]?.[0]).toBe('Fehler beim Löschen'));
    expect(startButton().disabled).toBe(false);
  });
});

describe('a camera that cannot be had', () => {
  it.each([
    ['NotAllowedError', 'Die Kamera ist gesperrt'],
    ['NotFoundError', 'Keine Kamera gefunden'],
    ['NotReadableError', 'Die Kamera ist besetzt'],
  ])('(%s) says so: %s, and can be tried again', async (reason, title) => {
    let refusals = 1;
    withCamera(() => (refusals-- > 0 ? Promise.reject(new DOMException('', reason)) : new Promise(() => undefined)));
    await renderScreen(cameraDialog());
    expect(within(await screen.findByRole('alert')).getByText(title)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(screen.getByRole('button', { name: 'Auslösen' })).toBeTruthy();
  });
});
