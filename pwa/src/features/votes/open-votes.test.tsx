import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../test/render-screen';
import { serve } from '../../../test/server';
import { OpenVotes } from './open-votes';

const vote = (id: string, votes: number[], part: Partial<Schemas['OwnVote']> = {}): Schemas['OwnVote'] => ({
  id,
  open: true,
  createdAt: '2026-11-28T08:00:00.000Z',
  endsAt: '2026-12-05T08:00:00.000Z',
  choices: votes.map((count, at) => ({
    number: at + 1,
    portraitId: `${id}${at}`,
    generationId: 'g',
    votes: count,
    previewUrl: `/${id}${at}/preview`,
  })),
  ...part,
});
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const show = async (votes: Schemas['OwnVote'][]) => {
  let loads = 0;
  await renderScreen(<OpenVotes own={votes} />, '/screen', () => (loads += 1));
  return () => loads;
};

beforeEach(forgetMessages);

describe('the open votes', () => {
  it('each say what they show, until when, and how many have voted', async () => {
    await show([
      vote('v0', [4, 1], { open: false }),
      vote('v1', [3, 1, 0]),
      vote('v2', [0, 0], { createdAt: '2026-11-27T08:00:00.000Z' }),
    ]);
    const [first, second] = within(screen.getByRole('list', { name: 'Offene Abstimmungen' }))
      .getAllByRole('listitem')
      .filter((item) => item.textContent);
    expect(first!.textContent).toMatch(/3 Portraits, seit 28\. November.*4 Stimmen · offen bis 5\. Dezember/);
    expect(
      within(first!)
        .getAllByRole('img')
        .map((image) => image.getAttribute('src')),
    ).toEqual(['/v10/preview', '/v11/preview', '/v12/preview']);
    expect(second!.textContent).toMatch(/2 Portraits, seit 27\. November.*Noch keine Stimme/);
  });

  it('end after a question, and what is open is asked for anew', async () => {
    const sent = serve({ 'DELETE /votes/v1': { status: 204 } });
    const loads = await show([vote('v1', [1, 0])]);
    await userEvent.click(screen.getByRole('button', { name: /^Abstimmung vom 28\. November.* beenden$/ }));
    const question = screen.getByRole('alertdialog');
    expect(question.textContent).toContain('Der Link öffnet danach nichts mehr.');
    expect(sent).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Jetzt beenden' }));
    await waitFor(() => expect(said()).toEqual(['Abstimmung beendet']));
    expect(sent.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/api/v1/votes/v1']]);
    await waitFor(() => expect(loads()).toBe(2));
  });

  it('are none: one sentence says that nothing can be seen', async () => {
    await show([vote('v0', [4, 1], { open: false })]);
    expect(
      screen.getByText('Keine Abstimmung ist offen: Unter keinem Link sind Portraits von Ihnen zu sehen.'),
    ).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });
});
