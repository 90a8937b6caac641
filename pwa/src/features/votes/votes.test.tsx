import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { OwnVotes, StartVote, VoteScreen } from './index';

const [START, LIST, OPEN, BALLOT] = ['POST /votes', 'GET /votes', 'POST /open-votes', 'POST /open-votes/ballots'] as [
  string,
  string,
  string,
  string,
];
const TOKEN = 'a'.repeat(32);
const own: Schemas['OwnVote'] = {
  id: 'v1',
  open: true,
  createdAt: '2026-11-28T08:00:00.000Z',
  endsAt: '2026-12-05T08:00:00.000Z',
  choices: [
    { number: 1, portraitId: 'a', generationId: 'g', votes: 3, previewUrl: null },
    { number: 2, portraitId: 'b', generationId: 'g', votes: 1, previewUrl: null },
  ],
};
const open = (
  chosen: number | null = null,
  picture: string | null = 'data:image/webp;base64,AA',
): Schemas['OpenVote'] => ({
  endsAt: own.endsAt,
  choices: [1, 2].map((number) => ({ number, picture })),
  chosen,
});
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const PICTURE = { name: /^Portrait \d von \d$/ };
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);

beforeEach(forgetMessages);
afterEach(cleanup);

describe('asking friends', () => {
  const show = async () => {
    const [onStarted, onDone] = [vi.fn(), vi.fn()];
    await renderScreen(
      <StartVote portraitIds={['a', 'b']} onClose={() => undefined} onStarted={onStarted} onDone={onDone} />,
    );
    await screen.findByRole('dialog');
    return { onStarted, onDone };
  };

  it('says what they see and for how long, and hands the link over once', async () => {
    const sent = serve({ [START]: { status: 201, body: { vote: own, token: TOKEN } } });
    const { onStarted, onDone } = await show();
    expect(screen.getByText(/2 Portraits unter einem Link: klein/)).toBeTruthy();
    expect(screen.getByText(new RegExp(`nach ${facts.votes.days} Tagen`))).toBeTruthy();
    await press('Link erstellen');
    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link für Ihre Freunde' });
    // The secret stands behind `#`, where no server sees it.
    expect(link.value).toBe(`${location.origin}/auswahl#${TOKEN}`);
    expect(sent.map(({ body }) => body)).toEqual([{ portraitIds: ['a', 'b'], personAgrees: false }]);
    expect(onStarted).toHaveBeenCalledOnce();
    await press('Schliessen');
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('asks for the word of the person pictured only where that is somebody else', async () => {
    const sent = serve({
      [START]: [refusal(403, 'person_must_agree'), { status: 201, body: { vote: own, token: TOKEN } }],
    });
    await show();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await press('Link erstellen');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Die abgebildete Person ist einverstanden.' }));
    await press('Link erstellen');
    await screen.findByRole('textbox', { name: 'Link für Ihre Freunde' });
    expect(sent.at(-1)!.body).toMatchObject({ personAgrees: true });
  });
});

describe('the own votes below portraits', () => {
  const portraits = [
    { id: 'a', previewUrl: '/a' },
    { id: 'b', previewUrl: '/b' },
  ];

  it('show how often each was chosen, and end with one act', async () => {
    const sent = serve({
      [LIST]: [{ body: { items: [own] } }, { body: { items: [{ ...own, open: false }] } }],
      'DELETE /votes/v1': { status: 204 },
    });
    await renderScreen(<OwnVotes portraits={portraits} />);
    await screen.findByRole('heading', { name: 'Abstimmung unter Freunden' });
    expect(screen.getByText(/4 Stimmen/).textContent).toContain('offen bis 5. Dezember 2026');
    expect(screen.getByRole('img', { name: 'Portrait mit 3 Stimmen' })).toBeTruthy();
    await press('Jetzt beenden');
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Jetzt beenden' }));
    await waitFor(() => expect(screen.getByText(/beendet am/)).toBeTruthy());
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET']);
    expect(screen.queryByRole('button', { name: 'Stimmen neu zählen' })).toBeNull();
  });

  it('of other portraits are not shown here', async () => {
    serve({ [LIST]: { body: { items: [own] } } });
    await renderScreen(<OwnVotes portraits={[{ id: 'c', previewUrl: '/c' }]} />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('heading', { name: 'Abstimmung unter Freunden' })).toBeNull();
  });
});

describe('while friends vote', () => {
  it('is looked at again when the customer comes back to the page, as long as it is open', async () => {
    const more = { ...own, choices: own.choices.map((choice) => ({ ...choice, votes: choice.votes + 1 })) };
    // Also of a page that was opened in the background.
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const sent = serve({ [LIST]: [{ body: { items: [own] } }, { body: { items: [{ ...more, open: false }] } }] });
    await renderScreen(<OwnVotes portraits={[{ id: 'a', previewUrl: '/a' }]} />);
    await screen.findByText(/^4 Stimmen/);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toHaveLength(1);
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await screen.findByText(/^6 Stimmen/);
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).toHaveLength(2);
  });
});

describe('behind the link', () => {
  const vote = async (number: number) => {
    await userEvent.click(await screen.findByRole('button', { name: `Portrait ${number} wählen` }));
    await press(`Für Portrait ${number} stimmen`);
  };

  it('one portrait is chosen, by the same number of this browser each time', async () => {
    const sent = serve({ [OPEN]: { body: open() }, [BALLOT]: { body: open(2) } });
    await renderScreen(<VoteScreen token={TOKEN} />);
    await vote(2);
    expect(await screen.findByText('Danke, Ihre Stimme zählt.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /(wählen|stimmen)$/ })).toBeNull();
    const [read, ballot] = sent.map(({ body }) => body as { token: string; voter: string; number?: number });
    // Who only looks is given no number.
    expect(read!.voter).toBeNull();
    expect(ballot).toEqual({ token: TOKEN, voter: expect.stringMatching(/^[0-9a-f-]{36}$/), number: 2 });
  });

  it('a tap on the wrong portrait is taken back by a tap on the right one: only what is confirmed is sent', async () => {
    const sent = serve({ [OPEN]: { body: open() }, [BALLOT]: { body: open(2) } });
    await renderScreen(<VoteScreen token={TOKEN} />);
    await userEvent.click((await screen.findAllByRole('img', PICTURE))[0]!);
    expect(screen.getByText(/^Sie können noch wechseln\./).getAttribute('role')).toBe('status');
    const isPressed = () =>
      screen.getAllByRole('button', { name: /wählen$/ }).map((button) => button.getAttribute('aria-pressed'));
    expect(isPressed()).toEqual(['true', 'false']);
    await press('Portrait 2 wählen');
    expect(isPressed()).toEqual(['false', 'true']);
    expect(sent.map(({ path }) => path)).toEqual(['/api/v1/open-votes']);
    await press('Für Portrait 2 stimmen');
    await screen.findByText('Danke, Ihre Stimme zählt.');
    expect(sent.slice(1).map(({ body }) => (body as { number: number }).number)).toEqual([2]);
  });

  it('pictures that are still being made are waited for', async () => {
    serve({ [OPEN]: [{ body: open(null, null) }, { body: open() }] });
    await renderScreen(<VoteScreen token={TOKEN} />);
    expect(await screen.findAllByText('Das Bild kommt gleich.')).toHaveLength(2);
    expect(await screen.findAllByRole('img', PICTURE, { timeout: 8_000 })).toHaveLength(2);
  }, 10_000);

  it.each([
    ['that has ended', TOKEN, refusal(404, 'not_found')],
    ['without its secret', '', refusal(404, 'not_found')],
    ['whose link was copied in part', 'a', refusal(400, 'validation')],
  ])('a vote %s shows no pictures and says why', async (_, token, answer) => {
    serve({ [OPEN]: answer });
    await renderScreen(<VoteScreen token={token} />);
    expect(await screen.findByRole('heading', { name: 'Diese Abstimmung ist vorbei' })).toBeTruthy();
    expect(screen.queryByRole('img', PICTURE)).toBeNull();
  });

  it('a vote that cannot be loaded is a page with a heading, and can be asked for again', async () => {
    serve({ [OPEN]: [new TypeError('no network'), { body: open() }] });
    await renderScreen(<VoteScreen token={TOKEN} />);
    await screen.findByRole('heading', { level: 1, name: 'Die Abstimmung lässt sich gerade nicht laden.' });
    await press('Erneut versuchen');
    expect(await screen.findAllByRole('img', PICTURE)).toHaveLength(2);
  });

  it('a choice that does not arrive is said, and can be made again', async () => {
    serve({ [OPEN]: { body: open() }, [BALLOT]: [new TypeError('no network'), { body: open(1) }] });
    await renderScreen(<VoteScreen token={TOKEN} />);
    await vote(1);
    await waitFor(() => expect(said()).toEqual(['Nicht gezählt']));
    await press('Für Portrait 1 stimmen');
    expect(await screen.findByText('Danke, Ihre Stimme zählt.')).toBeTruthy();
  });

  it('who has chosen in another tab sees that choice', async () => {
    serve({ [OPEN]: [{ body: open() }, { body: open(1) }], [BALLOT]: refusal(409, 'conflict') });
    await renderScreen(<VoteScreen token={TOKEN} />);
    await vote(2);
    expect(await screen.findByText(/Sie haben Portrait 1 gewählt/, {}, { timeout: 5_000 })).toBeTruthy();
  });
});
