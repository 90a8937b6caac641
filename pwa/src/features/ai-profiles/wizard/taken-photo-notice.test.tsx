import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetTakenPhoto, keepTakenPhoto, takenPhoto } from '~/lib/device/taken-photo';
import { useDevice } from '../../../../test/device';
import { renderScreen } from '../../../../test/render-screen';
import { TakenPhotoNotice } from './taken-photo-notice';

const title = 'Ihr Foto vom Ausprobieren';

useDevice();
beforeEach(async () => {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  await forgetTakenPhoto();
});

it('offers the photo that waits on the device once, and hands it over only when asked to', async () => {
  await keepTakenPhoto(new Blob(['photo'], { type: 'image/jpeg' }));
  const onFiles = vi.fn<(files: File[]) => void>();
  await renderScreen(<TakenPhotoNotice onFiles={onFiles} />);
  await screen.findByText(title);
  expect(screen.getByRole('img', { name: 'Das mitgenommene Foto' })).toBeTruthy();
  expect(onFiles).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Übernehmen' }));
  expect(onFiles.mock.calls[0]![0].map(({ type, size }) => [type, size])).toEqual([['image/jpeg', 5]]);
  expect(screen.queryByText(title)).toBeNull();
  await waitFor(async () => expect(await takenPhoto()).toBeNull());
});

it('throws it away when asked to, and says nothing where there is none', async () => {
  await keepTakenPhoto(new Blob(['photo'], { type: 'image/jpeg' }));
  const onFiles = vi.fn<(files: File[]) => void>();
  await renderScreen(<TakenPhotoNotice onFiles={onFiles} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Verwerfen' }));
  await waitFor(async () => expect(await takenPhoto()).toBeNull());
  cleanup();
  await renderScreen(<TakenPhotoNotice onFiles={onFiles} />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([screen.queryByText(title), onFiles.mock.calls.length]).toEqual([null, 0]);
});
