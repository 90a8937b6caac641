import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { keepPhoto, waitingPhotos } from '~/lib/device/photo-queue';
import { beginSession } from '~/lib/session';
import { hostedConsents, studioConsents } from '../../../../test/consents';
import { renderScreen } from '../../../../test/render-screen';
import { serve } from '../../../../test/server';
import { Consents } from './consents';

beforeEach(() => {
  beginSession({ id: 'anna' } as Schemas['Me']);
});

it('leads to where all of it is said before the consent is given to another version', async () => {
  const earlier: Schemas['Consent'] = {
    id: 'c1',
    kind: 'facial_images',
    version: studioConsents.facial_images.version,
    givenAt: '2026-11-20T08:00:00Z',
    revokedAt: null,
  };
  const sent = serve({});
  await renderScreen(<Consents consents={[earlier]} current={hostedConsents} />);
  expect(screen.getByText('Frühere Fassung')).toBeTruthy();
  const link = screen.getByRole('link', { name: /^Erneut einwilligen:/ });
  expect(link.getAttribute('href')).toBe('/app/profile-wizard');
  expect(screen.queryByRole('button', { name: /^Erneut einwilligen:/ })).toBeNull();
  expect(sent).toEqual([]);
});

it('takes what waits on the device along when a consent is withdrawn, also where profiles stay', async () => {
  const photo = { key: 'p', userId: 'anna', profileId: 'd1', name: 'a.jpg', type: 'image/jpeg', queuedAt: 1 };
  await keepPhoto({ ...photo, bytes: new ArrayBuffer(1) });
  const given: Schemas['Consent'] = {
    id: 'c1',
    kind: 'self_and_adult',
    version: studioConsents.self_and_adult.version,
    givenAt: '2026-11-20T08:00:00Z',
    revokedAt: null,
  };
  serve({
    'DELETE /consents/c1?profiles=keep': { body: { ...given, revokedAt: '2026-11-22T08:00:00Z' } },
    'GET /me': { body: { id: 'anna' } },
  });
  await renderScreen(<Consents consents={[given]} current={studioConsents} />);
  await userEvent.click(screen.getByRole('button', { name: /^Widerrufen:/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Widerrufen' }));
  await waitFor(async () => expect(await waitingPhotos('anna')).toEqual([]));
});
