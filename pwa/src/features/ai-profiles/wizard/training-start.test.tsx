import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { hostedConsents, studioConsents } from '../../../../test/consents';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { draft } from './sample-draft';
import { WizardScreen } from './wizard-screen';

const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);
const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Training starten' });

beforeEach(() => {
  forgetMessages();
  beginSession({ credits: 240, email: 'anna@example.ch' } as Schemas['Me']);
});

describe('starting the training', () => {
  it('needs a name', async () => {
    serve({});
    await renderScreen(<WizardScreen draft={draft(8)} missing={[]} current={studioConsents} />);
    expect(startButton().disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Profilname'), '   ');
    expect(startButton().disabled).toBe(true);
  });

  it('saves the name, starts once, and goes to the dashboard', async () => {
    const sent = serve({
      'PATCH /ai-profiles/p1': { body: draft(8, 'Bewerbung') },
      'POST /ai-profiles/p1/training': { status: 202, body: draft(8) },
      'GET /me': { body: { credits: 140 } },
    });
    const { path } = await renderScreen(<WizardScreen draft={draft(8)} missing={[]} current={studioConsents} />);
    await userEvent.type(screen.getByLabelText('Profilname'), 'Bewerbung');
    await userEvent.click(startButton());
    await waitFor(() => expect(path()).toBe('/app'));
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ name: 'Bewerbung' }]);
    expect(sent.find(({ path: to }) => to.endsWith('/training'))?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(said()[0]?.[0]).toBe('Training gestartet');
  });

  it('tries again with the same key when the answer got lost', async () => {
    const sent = serve({ 'POST /ai-profiles/p1/training': new TypeError('Failed to fetch') });
    await renderScreen(<WizardScreen draft={draft(8, 'Bewerbung')} missing={[]} current={studioConsents} />);
    await userEvent.click(startButton());
    await screen.findByRole('alert');
    await userEvent.click(startButton());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
  });

  it('asks whom the photos show where they look like nobody the server knows, and goes on with the answer', async () => {
    const sent = serve({
      'POST /ai-profiles/p1/training': [refusal(400, 'attestation_required'), { status: 202, body: draft(8) }],
      'GET /consents/current': { body: hostedConsents },
      'PATCH /ai-profiles/p1': { body: draft(8) },
      'GET /me': { body: { credits: 140 } },
    });
    const { path } = await renderScreen(
      <WizardScreen draft={draft(8, 'Bewerbung')} missing={[]} current={studioConsents} />,
    );
    await userEvent.click(startButton());
    const dialog = within(await screen.findByRole('dialog', { name: 'Wen zeigen diese Fotos?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Training starten' }));
    expect(dialog.getByText('Bitte wählen Sie, wen die Fotos zeigen.')).toBeTruthy();
    expect([said(), sent.map(({ method }) => method)]).toEqual([[], ['POST', 'GET']]);
    await userEvent.click(dialog.getByRole('radio', { name: 'eine andere Person' }));
    // What they attest is on screen before they do: who receives the images, and what is kept.
    for (const part of [/Replicate \(USA\) erhält verkleinerte Kopien/, /^Das trainierte Modell bei Replicate/])
      expect(dialog.getByText(part)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Training starten' }));
    await waitFor(() => expect(path()).toBe('/app'));
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      {
        attestation: {
          subject: 'other',
          consentConfirmed: true,
          version: hostedConsents.facial_images.attestationVersion,
        },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('loads anew what has to be agreed to where the consent is asked for anew', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(403, 'consent_required') });
    const onLoad = vi.fn();
    await renderScreen(
      <WizardScreen draft={draft(8, 'Bewerbung')} missing={[]} current={studioConsents} />,
      '/screen',
      onLoad,
    );
    await userEvent.click(startButton());
    await waitFor(() => expect(onLoad).toHaveBeenCalledTimes(2));
    expect(said()[0]?.[0]).toBe('Training konnte nicht gestartet werden');
  });

  it('says that nobody is signed in any more', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(401, 'unauthenticated') });
    await renderScreen(<WizardScreen draft={draft(8, 'Bewerbung')} missing={[]} current={studioConsents} />);
    await userEvent.click(startButton());
    await waitFor(() => expect(said()[0]).toEqual(['Nicht angemeldet', 'Bitte melden Sie sich zuerst an.']));
  });

  it('explains that credits are missing before anything is sent', async () => {
    const sent = serve({});
    beginSession({ credits: 99, email: 'anna@example.ch' } as Schemas['Me']);
    const { path } = await renderScreen(
      <WizardScreen draft={draft(8, 'Bewerbung')} missing={[]} current={studioConsents} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Plan wählen und starten' }));
    expect(said()[0]?.[0]).toBe('Nicht genug Credits');
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Zu den Preisen' })).toBeTruthy();
    expect(sent).toEqual([]);
    // There is time to read why.
    expect(path()).toBe('/screen');
    await waitFor(() => expect(path()).toBe('/pricing'));
  });
});
