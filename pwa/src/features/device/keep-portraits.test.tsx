import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { freshDevice, useDevice } from '../../../test/device';
import { renderScreen } from '../../../test/render-screen';
import type { Schemas } from '~/lib/api';
import { answerKeep } from '~/lib/device';
import { clearDeviceDatabase } from '~/lib/device/database';
import { portraitCache } from '~/lib/device/names';
import { loadTexts } from '~/lib/i18n';
import { beginSession } from '~/lib/session';
import { KeepPortraits } from './keep-portraits';

useDevice();

const PETRA = 'a5a3f1a4-0000-4000-8000-000000000001';
const link = '/api/v1/media/portraits/b5a3f1a4-0000-4000-8000-000000000001/download';
const RUN = {
  id: 'run',
  expiresAt: null,
  portraits: [{ id: 'b5a3f1a4-0000-4000-8000-000000000001', downloadUrl: link, previews: [] }],
} as unknown as Schemas['Generation'];

beforeEach(() => loadTexts('device'));

it('says that portraits are not on the device where there is no space, to whoever relies on it', async () => {
  const all = freshDevice();
  await clearDeviceDatabase();
  beginSession({ id: PETRA } as Schemas['Me']);
  await answerKeep(PETRA, true);
  globalThis.fetch = async () => new Response('bytes');
  await caches.open(portraitCache(PETRA));
  const put = vi
    .spyOn(all.get(portraitCache(PETRA))!, 'put')
    .mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await renderScreen(<KeepPortraits run={RUN} answer isAsked={false} />);
  expect(await screen.findByText('Auf diesem Gerät nicht vollständig gespeichert.')).toBeTruthy();
  // Once there is space again.
  put.mockRestore();
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await screen.findByText('Auf diesem Gerät gespeichert, auch ohne Netz.')).toBeTruthy();
});

it('asks once something was saved, and not before', async () => {
  freshDevice();
  await clearDeviceDatabase();
  beginSession({ id: PETRA } as Schemas['Me']);
  const question = 'Portraits auf diesem Gerät behalten?';
  await renderScreen(<KeepPortraits run={RUN} answer={null} isAsked={false} />);
  expect(screen.queryByText(question)).toBeNull();
  await renderScreen(<KeepPortraits run={RUN} answer={null} isAsked />);
  expect(screen.getByText(question)).toBeTruthy();
});
