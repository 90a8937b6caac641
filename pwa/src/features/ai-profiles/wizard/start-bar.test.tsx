import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { wipeDevice } from '~/lib/device';
import { keepWayBack, keptWayBack } from '~/lib/device/way-back';
import { keepWishedStyle, takeWishedStyle } from '~/lib/wished-style';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession, noteCredits } from '~/lib/session';
import { oncePack, plans } from '../../../../test/billing';
import { studioConsents } from '../../../../test/consents';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { PhotoPart } from './later-photo-part';
import { WizardScreen } from './wizard-screen';

const photo = (id: string) =>
  ({
    id,
    url: `/media/${id}`,
    width: 900,
    height: 1200,
    quality: 0.9,
    setAside: null,
    doubt: null,
  }) as Schemas['Photo'];
const draft = (photos: number, name: string | null = 'Bewerbung') =>
  ({
    id: 'p1',
    name,
    gender: 'male',
    status: 'created',
    setAdvice: [],
    photos: Array.from({ length: photos }, (_, n) => photo(`old-${n}`)),
  }) as unknown as Schemas['AiProfile'];

/** Somebody with so many credits, without a plan or with one. */
function enter(credits: number, part: Partial<Schemas['Me']> = {}): void {
  beginSession({ id: 'anna', credits, hasActiveSubscription: false, nextGrant: null, ...part } as Schemas['Me']);
}
const withPlan = { hasActiveSubscription: true };
const show = (profile = draft(8), sold: Schemas['CreditPack'][] = []) =>
  renderScreen(<WizardScreen draft={profile} missing={[]} current={studioConsents} plan={plans[0]} packs={sold} />);
const button = (name: string | RegExp = /starten$/) => screen.getByRole<HTMLButtonElement>('button', { name });
// Amounts have a space that does not break.
const texts = () => document.body.textContent.replaceAll('\u00a0', ' ');
const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);
/** With its title word for word; of what is sold only where it is. */
const lacking = (where: string) => ['Nicht genug Credits', `Für ein Training benötigen Sie 100 Credits. ${where}`];
const PLANS = 'Auf der Preisseite finden Sie die Abos.';

beforeAll(PhotoPart.load);

beforeEach(async () => {
  forgetMessages();
  // Nobody's: the next session takes it without wiping it in the middle of a test.
  await wipeDevice();
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  // The SDK falls back to fetch, which these tests answer.
  vi.stubGlobal('XMLHttpRequest', undefined);
  serve({});
});

describe('the button', () => {
  it.each([
    [100, {}, 'Training starten', 'Für Portraits brauchen Sie danach weitere Credits'],
    [120, withPlan, 'Training starten', 'Danach reichen Ihre Credits für 16 Portraits'],
    [99, {}, 'Plan wählen und starten', 'Mit Starter: Ihr Profil und 16 Portraits für CHF 9.90 im Monat'],
    [99, withPlan, 'Credits holen und starten', 'Ihnen fehlt noch ein Credit'],
    [
      40,
      { ...withPlan, nextGrant: { credits: 120, at: '2026-12-03T12:00:00Z' } },
      'Credits holen und starten',
      'Ihnen fehlen noch 60 Credits; am 3. Dez. bringt Ihr Abo 120 neue',
    ],
  ])('of somebody with %i credits and %j says «%s», and what comes of it: %s', async (credits, part, label, gives) => {
    enter(credits, part);
    await show();
    expect(button().textContent).toBe(label);
    expect(texts()).toContain(gives);
    expect(texts()).toContain('100 Credits, bei Misserfolg zurück');
  });

  it.each([
    [0, [oncePack], 'Credits holen und starten', 'Einmalig, kein Abo: Ihr Profil und 8 Portraits für CHF 14.90'],
    [
      60,
      [oncePack],
      'Credits holen und starten',
      'Einmalig, kein Abo, mit Ihren Credits: Ihr Profil und 56 Portraits für CHF 14.90',
    ],
    // Too small to begin with: of plans alone.
    [0, [{ ...oncePack, credits: 50 }], 'Plan wählen und starten', null],
    [
      60,
      [{ ...oncePack, credits: 50 }],
      'Credits holen und starten',
      'Einmalig, kein Abo, mit Ihren Credits: Ihr Profil und 8 Portraits',
    ],
  ])('of somebody with %i credits without a plan who may buy %j says «%s»: %s', async (credits, sold, label, gives) => {
    enter(credits);
    await show(draft(8), sold);
    expect(button().textContent).toBe(label);
    expect(texts()).toContain('Mit Starter: Ihr Profil und 16 Portraits für CHF 9.90 im Monat');
    if (gives) expect(texts()).toContain(gives);
    else expect(texts()).not.toContain('Einmalig');
  });

  it('says nothing of plans that could not be loaded', async () => {
    enter(0);
    await renderScreen(<WizardScreen draft={draft(8)} missing={[]} current={studioConsents} />);
    expect(button('Plan wählen und starten').disabled).toBe(false);
    expect(texts()).not.toContain('im Monat');
  });

  it('follows credits that come while the page is open', async () => {
    enter(0);
    await show();
    expect(button().textContent).toBe('Plan wählen und starten');
    noteCredits(120);
    await waitFor(() => expect(button('Training starten').disabled).toBe(false));
  });
});

describe('what is missing', () => {
  it.each([
    [5, 'Bewerbung', 'Noch 3 Fotos', true],
    [7, 'Bewerbung', 'Noch ein Foto', true],
    [7, null, 'Noch ein Foto und ein Profilname', true],
    [8, ' ', 'Noch ein Profilname', true],
    [8, 'Bewerbung', null, false],
  ])('with %i photos and the name %j: «%s»', async (photos, name, missing, isDisabled) => {
    enter(100);
    await show(draft(photos, name));
    // The number itself only below the fewest.
    expect(screen.queryByText(/^\d von 8 Fotos$/)?.textContent ?? null).toBe(
      photos < 8 ? `${photos} von 8 Fotos` : null,
    );
    expect(screen.queryByText(/^Noch /)?.textContent ?? null).toBe(missing);
    expect(button('Training starten').disabled).toBe(isDisabled);
  });

  it.each([
    [0, null, 'Noch 8 Fotos und ein Profilname', true],
    [1, null, 'Noch 7 Fotos und ein Profilname', false],
    [8, 'Bewerbung', null, false],
  ])(
    'with %i photos and the name %j keeps nobody from paying first but without a photo',
    async (photos, name, missing, isDisabled) => {
      for (const part of [{}, withPlan]) {
        enter(0, part);
        await show(draft(photos, name));
        expect(screen.queryByText(/^Noch /)?.textContent ?? null).toBe(missing);
        expect(button().disabled).toBe(isDisabled);
        document.body.replaceChildren();
      }
    },
  );

  it.each([
    [0, 'Plan wählen und starten'],
    [100, 'Training starten'],
  ])('with %i credits nothing begins while a photo is on its way', async (credits, label) => {
    enter(credits);
    let arrive = (): void => undefined;
    const way = new Promise<void>((resolve) => (arrive = resolve));
    serve({
      'POST /ai-profiles/p1/photos': {
        status: 201,
        body: {
          accepted: true,
          photo: photo('n'),
          reason: null,
          duplicateOf: null,
          advice: [],
          count: 9,
          setAdvice: [],
        },
      },
    });
    const answer = globalThis.fetch;
    globalThis.fetch = async (...request) => (await way, answer(...request));
    await show();
    expect(button(label).disabled).toBe(false);
    const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'and enough bytes to tell'], 'a.jpg');
    await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, jpeg, {
      applyAccept: false,
    });
    await screen.findByText('Ihre Fotos werden noch hochgeladen');
    expect(button(label).disabled).toBe(true);
    arrive();
    await waitFor(() => expect(button(label).disabled).toBe(false));
  });
});

describe('paying first', () => {
  it.each([
    [{}, [], 'Plan wählen und starten', PLANS, 'Zu den Preisen', '/pricing'],
    [
      {},
      [oncePack],
      'Credits holen und starten',
      'Auf der Preisseite finden Sie Abos und Credit-Pakete.',
      'Zu den Preisen',
      '/pricing',
    ],
    [
      withPlan,
      [oncePack],
      'Credits holen und starten',
      'In der Übersicht steht, wie Sie zu weiteren Credits kommen.',
      'Zu Ihrem Abo',
      '/app#abo',
    ],
  ])(
    'with %j and %j on sale «%s» saves the name, remembers the draft, says why and leads on',
    async (part, sold, label, where, link, target) => {
      const sent = serve({ 'PATCH /ai-profiles/p1': { body: draft(1) } });
      enter(99, part);
      const { path } = await show(draft(1, null), sold);
      await userEvent.type(screen.getByLabelText('Profilname'), 'Bewerbung');
      await userEvent.click(button(label));
      const notice = within(await screen.findByRole('alert'));
      expect(notice.getByRole('link', { name: link }).getAttribute('href')).toBe(target);
      expect(said()).toEqual([lacking(where)]);
      expect(sent.map(({ method, body }) => [method, body])).toEqual([['PATCH', { name: 'Bewerbung' }]]);
      expect(keptWayBack('anna')).toBe('p1');
      // There is time to read why, and pressing again does nothing.
      expect(path()).toBe('/screen');
      fireEvent.click(button('Lädt...'));
      await waitFor(() => expect(path()).toBe(target));
      expect(said()).toEqual([lacking(where)]);
    },
  );

  it('stays here with a name that cannot be saved', async () => {
    serve({ 'PATCH /ai-profiles/p1': refusal(503, 'unavailable') });
    enter(0);
    await show(draft(1, null));
    await userEvent.type(screen.getByLabelText('Profilname'), 'Bewerbung');
    await userEvent.click(button());
    await screen.findByRole('alert');
    expect(said().map(([title]) => title)).toEqual(['Training konnte nicht gestartet werden']);
    expect(keptWayBack('anna')).toBeNull();
  });

  it('leads there too when only the server knows that credits are missing', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(402, 'insufficient_credits') });
    enter(100);
    const { path } = await show();
    await userEvent.click(button('Training starten'));
    await waitFor(() => expect(path()).toBe('/pricing'));
    expect(said()).toEqual([lacking(PLANS)]);
    expect(keptWayBack('anna')).toBe('p1');
  });
});

it.each([
  ['p1', null],
  ['another', 'another'],
])('a start ends the way back to its own draft: to %s leads %s', async (kept, left) => {
  serve({
    'POST /ai-profiles/p1/training': { status: 202, body: draft(8) },
    'GET /me': { body: { id: 'anna', credits: 0 } },
  });
  enter(100);
  keepWayBack('anna', kept);
  const { path } = await show();
  await userEvent.click(button('Training starten'));
  await waitFor(() => expect(path()).toBe('/app'));
  expect(keptWayBack('anna')).toBe(left);
});

it('a start leads who came for a style back to it, once', async () => {
  serve({
    'POST /ai-profiles/p1/training': { status: 202, body: draft(8) },
    'GET /me': { body: { id: 'anna', credits: 0 } },
  });
  enter(100);
  keepWishedStyle('anna', 'im-park');
  const { path } = await show();
  await userEvent.click(button('Training starten'));
  await waitFor(() => expect(path()).toBe('/app/styles/im-park'));
  expect(takeWishedStyle('anna')).toBeNull();
});
