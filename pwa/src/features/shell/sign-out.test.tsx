import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession, forgetSession, hasSession, type Me } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { useSignOut } from './sign-out';

const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);

function Out() {
  const signOut = useSignOut();
  return (
    <button type="button" onClick={() => void signOut()}>
      Abmelden
    </button>
  );
}

beforeEach(() => {
  forgetMessages();
  forgetSession();
});

it('says at once that it is under way, and ends no session before the server has answered', async () => {
  serve({ 'POST /auth/logout': refusal(500, 'internal'), 'GET /me': refusal(401, 'unauthenticated') });
  beginSession({ id: 'u1', email: 'anna@example.ch', credits: 0 } as Me);
  const answers = globalThis.fetch;
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  globalThis.fetch = async (...asked) => (await late, answers(...asked));
  await renderScreen(<Out />);
  await userEvent.click(screen.getByRole('button'));
  expect(said()).toEqual(['Abmelden\u00a0…']);
  expect(hasSession()).toBe(true);
  answer();
  await vi.waitFor(() => expect(said()).toEqual(['Abmelden fehlgeschlagen']));
  expect(hasSession()).toBe(true);
});
