import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../test/render-screen';
import { invalid, refusal, serve } from '../../../test/server';
import { JudgeRun, OwnJudgements } from './index';

type State = Schemas['RunJudgement'];
type Judgement = Schemas['OwnJudgement'];

const RUN = 'r1';
const [READ, GIVE, WITHDRAW] = ['GET', 'PUT', 'DELETE'].map((method) => `${method} /generations/${RUN}/judgement`) as [
  string,
  string,
  string,
];
const SENTENCE = 'Meine Mutter hat mich erkannt.';
const own: Judgement = {
  generationId: RUN,
  styleName: 'Büro',
  likeness: 4,
  wouldUse: true,
  sentence: SENTENCE,
  consentedAt: '2026-11-20T08:00:00Z',
  reply: null,
  hiddenReason: null,
  judgedAt: '2026-11-20T08:00:00Z',
};
const open: State = { isJudgeable: true, isAsked: false, judgement: null };
const given = (part: Partial<Judgement> = {}): State => ({
  isJudgeable: true,
  isAsked: true,
  judgement: { ...own, ...part },
});

const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Ein Satz dazu/ });
const consent = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Der Satz darf/ });
const question = () => screen.queryByRole('heading', { name: 'Wie gut sind Ihre Portraits?' });
/** What was sent, without what was only read. */
const acts = (sent: ReturnType<typeof serve>) => sent.filter(({ method }) => method !== 'GET');

/** The place below the portraits of a run, with a button in the place of a download. */
function Page() {
  const [isSaved, setSaved] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setSaved(true)}>
        Herunterladen
      </button>
      <JudgeRun runId={RUN} isSaved={isSaved} />
    </>
  );
}

async function show(answers: Parameters<typeof serve>[0]) {
  const sent = serve(answers);
  await renderScreen(<Page />);
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  return sent;
}

async function asked(answers: Parameters<typeof serve>[0] = {}) {
  const sent = await show({ [READ]: { body: open }, ...answers });
  await press('Herunterladen');
  await screen.findByRole('heading', { name: 'Wie gut sind Ihre Portraits?' });
  return sent;
}

beforeEach(() => forgetMessages());

describe('the question about a run', () => {
  it('comes after a download and not before, and not again once it is declined', async () => {
    const sent = await show({ [READ]: { body: open }, [WITHDRAW]: { status: 204 } });
    expect(question()).toBeNull();
    await press('Herunterladen');
    await waitFor(() => expect(question()).toBeTruthy());
    expect(screen.getByRole('status').textContent).toBe('Unter Ihren Portraits steht eine Frage dazu.');
    await press('Nicht jetzt');
    expect(question()).toBeNull();
    await press('Herunterladen');
    expect(question()).toBeNull();
    await waitFor(() => expect(acts(sent).map(({ method }) => method)).toEqual(['DELETE']));
  });

  it.each([
    ['was asked before', { ...open, isAsked: true }],
    ['was not paid for', { ...open, isJudgeable: false }],
  ])('does not come where the run %s', async (_, state) => {
    await show({ [READ]: { body: state } });
    await press('Herunterladen');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('wants both answers, says at each which is missing, and sends them without a sentence', async () => {
    const sent = await asked({ [GIVE]: { body: given({ sentence: null, consentedAt: null }) } });
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([]);
    await press('Urteil abgeben');
    expect(screen.getByText('Bitte wählen Sie eine Antwort von 1 bis 5.')).toBeTruthy();
    expect(screen.getByText('Bitte wählen Sie Ja oder Nein.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toHaveProperty('type', 'radio'));
    expect(acts(sent)).toEqual([]);
    await choose('2: kaum');
    await choose('Nein');
    await press('Urteil abgeben');
    await waitFor(() => expect(said()).toEqual(['Danke für Ihr Urteil']));
    expect(acts(sent).map(({ body }) => body)).toEqual([
      { likeness: 2, wouldUse: false, sentence: null, consentVersion: null },
    ]);
  });

  it('takes a sentence only with a consent that nobody has ticked beforehand', async () => {
    const sent = await asked({ [GIVE]: { body: given() } });
    await choose('4: gut');
    await choose('Ja');
    expect(consent()).toBeNull();
    await userEvent.type(words(), `  ${SENTENCE}{Enter}`);
    expect(consent()!.checked).toBe(false);
    await press('Urteil abgeben');
    expect(screen.getByText(/^Ohne diese Zustimmung behalten wir den Satz nicht/)).toBeTruthy();
    expect(acts(sent)).toEqual([]);
    await userEvent.click(consent()!);
    await press('Urteil abgeben');
    await screen.findByRole('heading', { name: 'Ihr Urteil' });
    expect(acts(sent).map(({ body }) => body)).toEqual([
      { likeness: 4, wouldUse: true, sentence: SENTENCE, consentVersion: facts.consents.judgement },
    ]);
    expect(screen.getByText(`«${SENTENCE}»`)).toBeTruthy();
  });

  it('keeps everything where it does not arrive, and is sent again', async () => {
    const sent = await asked({
      [GIVE]: [
        new TypeError('Failed to fetch'),
        refusal(503, 'unavailable'),
        invalid('sentence'),
        { body: given({ sentence: 'Danke.' }) },
      ],
    });
    await choose('5: sofort');
    await choose('Ja');
    await userEvent.type(words(), 'Mehr auf example.org');
    await userEvent.click(consent()!);
    for (const reason of ['Keine Verbindung', 'nicht erreichbar']) {
      await press('Urteil abgeben');
      await waitFor(() => expect(said()).toEqual(['Urteil nicht gespeichert']));
      expect(screen.getAllByText(new RegExp(reason, 'i')).length).toBeGreaterThan(0);
      expect([words().value, consent()!.checked]).toEqual(['Mehr auf example.org', true]);
      expect(screen.getByRole<HTMLInputElement>('radio', { name: '5: sofort' }).checked).toBe(true);
    }
    await press('Urteil abgeben');
    expect(await screen.findByText('Bitte ohne Links und Adressen.')).toBeTruthy();
    await userEvent.clear(words());
    await userEvent.type(words(), 'Danke.');
    await press('Urteil abgeben');
    await screen.findByRole('heading', { name: 'Ihr Urteil' });
    expect(acts(sent)).toHaveLength(4);
  });
});

describe('the own judgement', () => {
  it('is there without a download, and is changed: the same sentence is agreed to, another one is not', async () => {
    const sent = await show({
      [READ]: { body: given({ reply: 'Das freut uns.' }) },
      [GIVE]: [{ body: given({ likeness: 5 }) }, { body: given({ sentence: 'Anders.' }) }],
    });
    await screen.findByText('Erkannt: gut (4 von 5). Sie würden die Portraits verwenden.');
    expect(screen.getByText('Der Veröffentlichung zugestimmt am 20. November 2026.')).toBeTruthy();
    expect(screen.getByText('Unsere Antwort: Das freut uns.')).toBeTruthy();
    await press('Ändern');
    expect([words().value, consent()]).toEqual([SENTENCE, null]);
    await choose('5: sofort');
    await press('Speichern');
    await waitFor(() => expect(said()).toEqual(['Urteil gespeichert']));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Ihr Urteil' }));
    await press('Ändern');
    await userEvent.clear(words());
    await userEvent.type(words(), 'Anders.');
    expect(consent()!.checked).toBe(false);
    await userEvent.click(consent()!);
    await press('Speichern');
    await waitFor(() => expect(screen.getByText('«Anders.»')).toBeTruthy());
    expect(acts(sent).map(({ body }) => body)).toMatchObject([
      { likeness: 5, sentence: SENTENCE },
      { likeness: 5, sentence: 'Anders.', consentVersion: facts.consents.judgement },
    ]);
  });

  it('is withdrawn after a question, stays where that fails, and nothing is asked again', async () => {
    const sent = await show({
      [READ]: { body: given() },
      [WITHDRAW]: [refusal(503, 'unavailable'), { status: 204 }],
    });
    await screen.findByRole('heading', { name: 'Ihr Urteil' });
    await press('Zurückziehen');
    const dialog = within(screen.getByRole('alertdialog', { name: 'Urteil zurückziehen?' }));
    expect(acts(sent)).toEqual([]);
    const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Zurückziehen' }));
    await confirm();
    expect((await dialog.findByRole('alert')).textContent).toBeTruthy();
    await confirm();
    await waitFor(() => expect(said()).toEqual(['Urteil zurückgezogen']));
    await press('Herunterladen');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(acts(sent).map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  });

  it('stands in the settings, also of a run that has gone; the sentence is taken back alone, and says why it is hidden', async () => {
    const sent = serve({ [GIVE]: { body: given({ sentence: null }) } });
    let loads = 0;
    const judgements = [
      { ...own, hiddenReason: 'Beleidigt jemanden' },
      { ...own, generationId: 'r2', styleName: null, sentence: null },
    ];
    await renderScreen(<OwnJudgements judgements={judgements} />, '/screen', () => (loads += 1));
    const rows = within(await screen.findByRole('list', { name: 'Ihr Urteil' })).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]!.textContent).toMatch(/Grund: Beleidigt jemanden.*zählt trotzdem/);
    expect(within(rows[1]!).queryByRole('button', { name: /^Satz zurücknehmen/ })).toBeNull();
    expect(within(rows[1]!).getByRole('button', { name: 'Urteil zurückziehen: Portraits' })).toBeTruthy();
    await press('Satz zurücknehmen: Büro');
    const dialog = within(screen.getByRole('alertdialog', { name: 'Satz zurücknehmen?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Satz zurücknehmen' }));
    await waitFor(() => expect(said()).toEqual(['Satz zurückgenommen']));
    expect(acts(sent).map(({ body }) => body)).toEqual([
      { likeness: 4, wouldUse: true, sentence: null, consentVersion: null },
    ]);
    await waitFor(() => expect(loads).toBe(2));
  });
});
