import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { facts } from '~/lib/facts';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import RefineDialog from './refine-dialog';
import { startPart } from './refine-part';
import { portraits, runOf } from './sample-run';

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
  width: 400,
  height: 400,
  url: null as string | null,
  downloadUrl: null as string | null,
} as const;

const show = async () => {
  const onClose = vi.fn();
  await renderScreen(<RefineDialog portrait={portrait} number={1} onClose={onClose} />);
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
