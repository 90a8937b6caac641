import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { hostedConsents, studioConsents } from '../../../../test/consents';
import { renderScreen } from '../../../../test/render-screen';
import { serve } from '../../../../test/server';
import { Consents } from './consents';

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'anna' } as Schemas['Me']);
});

it('says all of it again before the consent is given to another version', async () => {
  const earlier: Schemas['Consent'] = {
    id: 'c1',
    kind: 'facial_images',
    version: studioConsents.facial_images.version,
    givenAt: '2026-11-20T08:00:00Z',
    revokedAt: null,
  };
  const sent = serve({ 'POST /consents': { status: 201, body: earlier } });
  await renderScreen(<Consents consents={[earlier]} current={hostedConsents} />);
  expect(screen.getByText('Frühere Fassung')).toBeTruthy();
  expect(document.querySelector('dl')?.textContent).toContain('Replicate (USA)');
  await userEvent.click(screen.getByRole('button', { name: /^Erneut einwilligen:/ }));
  await waitFor(() =>
    expect(messageQueue.visibleToasts.map(({ content }) => content.title)).toEqual(['Einwilligung gegeben']),
  );
  expect(sent[0]?.body).toEqual({ kind: 'facial_images', version: hostedConsents.facial_images.version });
});
