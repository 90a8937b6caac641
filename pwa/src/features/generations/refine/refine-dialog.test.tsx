import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { facts } from '~/lib/facts';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import RefineDialog from './refine-dialog';
import { startPart } from './part';
import { portraits, runOf } from '../sample-run';

const [portrait] = portraits('a') as [ReturnType<typeof portraits>[number]];
const REFINE = `POST /portraits/${portrait.id}/versions`;
const RUN = `GET /generations/${portrait.generationId}`;
const version = {
  id: 'v1',
  number: 1,
  format: 'linkedin',
  part: { left: 0, top: 0, width: 0.5 },
  brightness: 0,
  warmth: 0,
  retouch: null,
  background: null,
  width: 400,
  height: 400,
  url: null as string | null,
  downloadUrl: null as string | null,
} as const;

const show = async (of: typeof portrait = portrait) => {
  const onClose = vi.fn();
  await renderScreen(<RefineDialog portrait={of} number={1} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Feinschliff: Portrait 1' }));
  return { dialog, onClose };
};
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);

beforeEach(forgetMessages);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('what is seen is what is asked for: larger, moved, warmer', async () => {
  const sent = serve({ [REFINE]: refusal(409, 'too_many_versions') });
  const { dialog, onClose } = await show();
  const start = startPart('linkedin', portrait);
  const set = (name: string, value: string) =>
    fireEvent.change(dialog.getByRole('slider', { name }), { target: { value } });
  set('Grösse', '2');
  set('Nach links oder rechts', '0.9');
  await userEvent.click(dialog.getByRole('tab', { name: 'Licht' }));
  set('Wärme', '0.5');
  expect(document.querySelector('feColorMatrix')!.getAttribute('values')).toContain(
    String(1 + facts.refinement.warmth / 2),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Speichern und herunterladen' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const body = sent[0]!.body as { left: number; width: number };
  expect(body).toMatchObject({ format: 'linkedin', warmth: 0.5, brightness: 0 });
  expect(body.width).toBeLessThan(start.width);
  expect(body.left).toBeGreaterThan(start.left);
  // What went wrong stands there, and nothing that was set is lost.
  expect(await dialog.findByText(/Mehr Fassungen sind nicht möglich/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('that could not be made is said, and no file is promised', async () => {
  serve({ [REFINE]: { status: 202, body: version }, [RUN]: { body: runOf([portrait]) } });
  const { dialog, onClose } = await show();
  await userEvent.click(dialog.getByRole('button', { name: 'Speichern und herunterladen' }));
  await waitFor(() => expect(said()).toEqual(['Nicht gespeichert']), { timeout: 5_000 });
  expect(onClose).not.toHaveBeenCalled();
});

it('is saved as soon as it is made', async () => {
  const saved: string[] = [];
  const made = { ...version, url: '/v1', downloadUrl: '/v1/download' };
  const withVersion = (one: object) => ({ body: { ...runOf([{ ...portrait, versions: [one as typeof version] }]) } });
  serve({
    [REFINE]: { status: 202, body: version },
    [RUN]: [withVersion(version), withVersion(made)],
    'GET /v1/download': { body: {} },
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { dialog, onClose } = await show();
  await userEvent.click(dialog.getByRole('button', { name: 'Speichern und herunterladen' }));
  await waitFor(() => expect(saved).toEqual(['portrait-1-linkedin-v1.jpg']), { timeout: 5_000 });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(said()).toEqual(['Fassung gespeichert']);
});

describe('another background, photo or retouch', () => {
  const refinable = { ...portrait, refinable: true };
  const LAYERS = `POST /portraits/${portrait.id}/layers`;
  const layers = {
    id: 'l1',
    layers: { width: 1024, height: 1280, face: portrait.face!, personUrl: '/person', backgroundUrl: '/background' },
  };
  const photo = { number: 3, used: true, reason: null, choice: 'auto', pictureUrl: '/photo' };
  const answers = {
    [RUN]: { body: { ...runOf([refinable]), profileId: 'p1', retouch: 'subtle' } },
    'GET /ai-profiles/p1': {
      body: {
        offersRetouch: true,
        trainedPhotos: [
          { ...photo, id: 'f1', number: 1 },
          { ...photo, id: 'f3' },
          { ...photo, id: 'f4', choice: 'exclude' },
        ],
      },
    },
    [LAYERS]: { status: 202, body: layers },
    [REFINE]: refusal(409, 'too_many_versions'),
  };
  const pictures = () =>
    Array.from(document.querySelectorAll<HTMLImageElement>('[role=dialog] img'), (image) => image.getAttribute('src'));
  const tab = (dialog: ReturnType<typeof within>, name: string) => userEvent.click(dialog.getByRole('tab', { name }));

  it('a colour stands behind the person at once, and is asked for with the layers that show it', async () => {
    const sent = serve(answers);
    const { dialog } = await show(refinable);
    expect(pictures()).toEqual(['/a/preview-960']);
    await tab(dialog, 'Hintergrund');
    await userEvent.click(dialog.getByRole('radio', { name: 'Farbe' }));
    await waitFor(() => expect(pictures()).toEqual(['/person']));
    const own = dialog.getByRole('textbox', { name: 'Ihre Farbe (Hex)' });
    await userEvent.clear(own);
    await userEvent.type(own, 'E2001');
    expect(dialog.getByText('Bitte geben Sie die Farbe so ein: #16294d')).toBeTruthy();
    await userEvent.type(own, 'A');
    expect(dialog.queryByText('Bitte geben Sie die Farbe so ein: #16294d')).toBeNull();
    expect(document.querySelector<HTMLElement>('[style*="rgb(226, 0, 26)"]')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Speichern und herunterladen' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/versions'))?.body).toMatchObject({
        layersId: 'l1',
        background: { kind: 'colour', colour: '#e2001a' },
      }),
    );
  });

  it('the scene behind is darker while the person stays; back at the middle the portrait itself is shown', async () => {
    serve(answers);
    const { dialog } = await show(refinable);
    await tab(dialog, 'Hintergrund');
    const slider = () => dialog.getByRole('slider', { name: 'Helligkeit' });
    fireEvent.change(slider(), { target: { value: '-1' } });
    await waitFor(() => expect(pictures()).toEqual(['/background', '/person']));
    const [person, scene] = Array.from(document.querySelectorAll('feColorMatrix'), (each) =>
      each.getAttribute('values'),
    );
    expect(person).toMatch(/^1 0/);
    expect(scene).toMatch(new RegExp(`^${1 - facts.refinement.background.brightness} 0`));
    fireEvent.change(slider(), { target: { value: '0' } });
    expect(pictures()).toEqual(['/a/preview-960']);
  });

  it('another photo is asked for, of those that may be used, and the part follows its face', async () => {
    const face = { x: 0.4, y: 0.5, height: 0.3 };
    const sent = serve({
      ...answers,
      [LAYERS]: { status: 202, body: { ...layers, layers: { ...layers.layers, face } } },
    });
    const { dialog } = await show(refinable);
    await tab(dialog, 'Person');
    expect(
      (await dialog.findAllByRole('radio', { name: /^Foto/ })).map((each) => each.closest('label')?.textContent),
    ).toHaveLength(2);
    await userEvent.click(dialog.getByRole('radio', { name: 'Foto 3' }));
    await waitFor(() => expect(pictures()).toContain('/person'));
    expect(sent.find(({ path }) => path.endsWith('/layers'))?.body).toEqual({ photoId: 'f3' });
    await userEvent.click(dialog.getByRole('button', { name: 'Speichern und herunterladen' }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/versions'))).toBe(true));
    const { left, width, top } = startPart('linkedin', { ...refinable, face });
    expect(sent.find(({ path }) => path.endsWith('/versions'))?.body).toMatchObject({ left, width, top });
  });

  it('that cannot be made is said, and the portrait stays in sight', async () => {
    serve({ ...answers, [LAYERS]: refusal(409, 'conflict') });
    const { dialog } = await show(refinable);
    await tab(dialog, 'Hintergrund');
    await userEvent.click(dialog.getByRole('radio', { name: 'Ohne' }));
    expect(await dialog.findByText(/lässt sich nicht mehr neu berechnen/)).toBeTruthy();
    expect(pictures()).toEqual(['/a/preview-960']);
  });

  it('that failed once is asked for again by a button', async () => {
    serve({
      ...answers,
      [LAYERS]: [refusal(503, 'unavailable'), refusal(503, 'unavailable'), { status: 202, body: layers }],
    });
    const { dialog } = await show(refinable);
    await tab(dialog, 'Hintergrund');
    await userEvent.click(dialog.getByRole('radio', { name: 'Ohne' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Erneut versuchen' }));
    await waitFor(() => expect(pictures()).toEqual(['/person']));
  });

  it('saved before it is to be seen is cut about the face of the new photo', async () => {
    const face = { x: 0.4, y: 0.5, height: 0.3 };
    const sent = serve({
      ...answers,
      [LAYERS]: { status: 202, body: { ...layers, layers: { ...layers.layers, face } } },
    });
    const { dialog } = await show(refinable);
    await tab(dialog, 'Person');
    await userEvent.click(await dialog.findByRole('radio', { name: 'Foto 3' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Speichern und herunterladen' }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/versions'))).toBe(true));
    const { left, top, width } = startPart('linkedin', { ...refinable, face });
    expect(sent.find(({ path }) => path.endsWith('/versions'))?.body).toMatchObject({ left, top, width });
  });

  it('a colour that is none yet is not saved', async () => {
    const sent = serve(answers);
    const { dialog } = await show(refinable);
    await tab(dialog, 'Hintergrund');
    await userEvent.click(dialog.getByRole('radio', { name: 'Farbe' }));
    const own = dialog.getByRole('textbox', { name: 'Ihre Farbe (Hex)' });
    await userEvent.clear(own);
    await userEvent.type(own, '#12');
    await tab(dialog, 'Licht');
    await userEvent.click(dialog.getByRole('button', { name: 'Speichern und herunterladen' }));
    expect(dialog.getByText('Bitte geben Sie die Farbe so ein: #16294d')).toBeTruthy();
    expect(sent.some(({ path }) => path.endsWith('/versions'))).toBe(false);
  });

  it('is not offered where nothing is kept that it could be made of', async () => {
    serve({});
    const { dialog } = await show();
    expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Ausschnitt', 'Licht']);
  });
});
