import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { hostedConsents, studioConsents } from '../../../../test/consents';
import { renderScreen } from '../../../../test/render-screen';
import { serve } from '../../../../test/server';
import { WizardScreen } from './wizard-screen';

const { attestationVersion } = studioConsents.facial_images;
/** A draft of somebody else, attested when nobody else received the images. */
const draft = {
  id: 'p1',
  name: 'Kundin',
  gender: 'female',
  status: 'created',
  attestation: { subject: 'other', attestedAt: '2026-11-22T09:00:00Z', version: attestationVersion },
  createdAt: '2026-11-20T12:00:00Z',
  setAdvice: [],
  photos: [],
} as unknown as Schemas['AiProfile'];
const title = () => screen.queryByRole('heading', { name: 'Einwilligung der anderen Person' });
const show = (current: typeof studioConsents) =>
  renderScreen(<WizardScreen draft={draft} missing={[]} current={current} />);

beforeEach(() => {
  beginSession({ id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me']);
});

it('asks for the consent of somebody else anew before the next photo, once others receive the images', async () => {
  const sent = serve({ 'PATCH /ai-profiles/p1': { body: draft }, 'GET /ai-profiles/p1': { body: draft } });
  await show(hostedConsents);
  expect(title()).toBeTruthy();
  const said = document.querySelector('dl')?.textContent ?? '';
  for (const part of ['Replicate (USA)', 'löschen Sie das Profil und die Portraits.']) expect(said).toContain(part);
  const button = screen.getByRole('button', { name: 'Bestätigen und weiter' });
  await userEvent.click(button);
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(button);
  await waitFor(() => expect(title()).toBeNull());
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { attestation: { subject: 'other', consentConfirmed: true, version: `${attestationVersion}+replicate` } },
  ]);
});

it('attests the words on screen alone, whatever newer ones the server has', async () => {
  const newer = { ...studioConsents.facial_images, attestationVersion: '2099-01' };
  const sent = serve({ 'PATCH /ai-profiles/p1': { status: 409, body: { code: 'conflict' } } });
  await show({ ...studioConsents, facial_images: newer });
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Bestätigen und weiter' }));
  expect(await screen.findByText('Dieser Text wurde geändert')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { attestation: { subject: 'other', consentConfirmed: true, version: attestationVersion } },
  ]);
});

it('asks nothing while the attestation names who receives the images', async () => {
  await show(studioConsents);
  expect(title()).toBeNull();
});
