import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
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
