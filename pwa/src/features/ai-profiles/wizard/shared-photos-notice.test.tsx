import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetShared, receiveShared } from '~/lib/shared-photos';
import { renderScreen } from '../../../../test/render-screen';
import { photoOf, withoutShares, withWorker } from '../../../../test/shared-photos';
import SharedPhotosNotice from './shared-photos-notice';

const onFiles = vi.fn<(files: File[]) => Promise<void>>();
const lost = 'Die geteilten Fotos sind nicht mehr da';

beforeEach(() => {
  onFiles.mockClear();
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  forgetShared();
  withoutShares();
});

async function share(...photos: File[]): Promise<void> {
  withWorker(photos);
  await act(async () => receiveShared());
}
const open = (isAllowed = true, path = '/screen?profile=p1&shared=true') =>
  renderScreen(<SharedPhotosNotice isAllowed={isAllowed} onFiles={onFiles} />, path);

it('offers what was shared, and adds it when asked to; the address says nothing of it any more', async () => {
  await share(photoOf('eins'), photoOf('zwei'));
  const { path } = await open();
  expect(screen.getByRole('status').textContent).toContain('2 geteilte Fotos');
  expect(document.querySelectorAll('img')).toHaveLength(2);
  expect(onFiles).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }));
  expect(onFiles.mock.calls.map(([files]) => files.map(({ name }) => name))).toEqual([['eins', 'zwei']]);
  expect(screen.queryByRole('status')).toBeNull();
  expect(path()).toBe('/screen?profile=p1');
});

it('holds on to it until somebody has taken it', async () => {
  let take = (): void => undefined;
  onFiles.mockReturnValueOnce(new Promise((resolve) => (take = resolve)));
  await share(photoOf('eins'));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }));
  expect(screen.getByText('Ein geteiltes Foto')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verwerfen' }).disabled).toBe(true);
  take();
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('discards it when asked to', async () => {
  await share(photoOf('eins'));
  const { path } = await open();
  expect(screen.getByText('Ein geteiltes Foto')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Verwerfen' }));
  expect([onFiles.mock.calls.length, screen.queryByRole('status'), path()]).toEqual([0, null, '/screen?profile=p1']);
  cleanup();
  await open(true, '/screen');
  expect(screen.queryByRole('status')).toBeNull();
});

it('adds nothing before the consent, and lets go of it where the wizard is left without one', async () => {
  await share(photoOf('eins'));
  await open(false);
  expect(screen.getByText('Nach Ihrer Einwilligung können Sie es hinzufügen.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hinzufügen' })).toBeNull();
  cleanup();
  await open(true, '/screen');
  expect(screen.queryByRole('status')).toBeNull();
});

it('still has it after the wizard was left with the consent given', async () => {
  await share(photoOf('eins'));
  await open();
  cleanup();
  await open(true, '/screen');
  expect(screen.getByText('Ein geteiltes Foto')).toBeTruthy();
});

it('says where photos were shared and are lost, until that is closed', async () => {
  const { path } = await open();
  expect(screen.getByText(lost)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Schliessen' }));
  expect([screen.queryByText(lost), path()]).toEqual([null, '/screen?profile=p1']);
});

it('hides a picture that the browser cannot draw, and says how many were too many', async () => {
  await share(...Array.from({ length: 31 }, (_, index) => photoOf(`${index}.heic`)));
  await open();
  const [first] = document.querySelectorAll('img');
  act(() => void first?.dispatchEvent(new Event('error')));
  expect([...document.querySelectorAll('img')].map(({ hidden }) => hidden)).toEqual([true, false, false, false]);
  expect(screen.getByText(/Ein weiteres ist nicht dabei/)).toBeTruthy();
});
