import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { slugOf } from '~/site/content/markdown';
import { hostedConsents, studioConsents } from '../../../../test/consents';
import { renderScreen } from '../../../../test/render-screen';
import { serve } from '../../../../test/server';
import { FACES_SECTION } from './consent-facts';
import { ConsentStep } from './consent-step';

const show = (current: typeof studioConsents) =>
  renderScreen(<ConsentStep missing={['facial_images']} current={current} onGiven={() => undefined} />);

describe('the consent to facial images', () => {
  it('says what is measured, what goes, what stays and how to take it back, and leads to the policy beside it', async () => {
    await show(studioConsents);
    const said = document.querySelector('dl')?.textContent ?? '';
    for (const part of ['Ähnlichkeitsvektor', '24 Stunden', 'Arbeitsausschnitte', 'kein fremder KI-Dienst', '«Daten»'])
      expect(said).toContain(part);
    expect(said).not.toContain('Replicate');
    const link = screen.getByRole('link', { name: /Datenschutzerklärung/ });
    expect([link.getAttribute('target'), link.getAttribute('href')]).toEqual(['_blank', FACES_SECTION]);
    const policy = readFileSync(join(import.meta.dirname, '../../../content/legal/privacy.md'), 'utf8');
    const headings = [...policy.matchAll(/^## (.+)$/gm)].map(([, heading]) => `/legal/privacy#${slugOf(heading!)}`);
    expect(headings).toContain(FACES_SECTION);
  });

  it('names the provider, its country and the basis where portraits are made there, and agrees to just that', async () => {
    const sent = serve({ 'POST /consents': { status: 201 } });
    await show(hostedConsents);
    const said = document.querySelector('dl')?.textContent ?? '';
    for (const part of ['Replicate (USA)', 'Standardvertragsklauseln', 'trainierte Modell bei Replicate'])
      expect(said).toContain(part);
    expect(said).not.toMatch(/kein fremder KI-Dienst|Arbeitsausschnitte/);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Einwilligen und weiter' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ kind: 'facial_images', version: hostedConsents.facial_images.version });
  });

  it('agrees to nothing where the server asks for other words than those on screen: the page is to be loaded anew', async () => {
    const { facial_images: faces } = studioConsents;
    const newer = { ...studioConsents, facial_images: { ...faces, version: '2099-01' } };
    const sent = serve({ 'POST /consents': { status: 201 } });
    await show(newer);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Einwilligen und weiter' }));
    expect(await screen.findByText('Dieser Text wurde geändert')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Seite neu laden' })).toBeTruthy();
    expect(sent).toEqual([]);
  });
});
