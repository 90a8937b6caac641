import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { keepRetouch } from '~/lib/device/retouch';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { GenerateForm } from './generate-form';
import type { Style } from './styles-data';

const profile = (id: string, name: string) =>
  ({ id, name, status: 'ready', createdAt: '2026-11-22T10:00:00Z' }) as Schemas['AiProfile'];
const PROFILES = [profile('p1', 'Bewerbung'), profile('p2', 'Website')];
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /generieren/ });

beforeEach(() => {
  keepRetouch('petra', 'subtle');
  forgetMessages();
  beginSession({ id: 'petra', credits: 100 } as Schemas['Me']);
});

const open = (profiles = PROFILES.slice(0, 1)) =>
  renderScreen(<GenerateForm style={{ id: 's1' } as Style} profiles={profiles} />);

it.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['a word of something before the server', refusal(504, 'unavailable')],
  ['a failure within the server', refusal(500, 'internal')],
])('after %s another press is the same run: it is paid once', async (_what, lost) => {
  const sent = serve({ 'POST /generations': lost });
  await open();
  await userEvent.click(button());
  await userEvent.click(button());
  const keys = sent.filter(({ path }) => path.endsWith('/generations')).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it('after a refusal another press is another run', async () => {
  const sent = serve({ 'POST /generations': refusal(409, 'profile_not_ready') });
  await open();
  await userEvent.click(button());
  await userEvent.click(button());
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(messageQueue.visibleToasts[0]?.content.title).toBe('Fehler');
  expect(button().disabled).toBe(false);
});

it('with another profile it is another run, whatever became of the first', async () => {
  const sent = serve({ 'POST /generations': refusal(504, 'unavailable') });
  await open(PROFILES);
  await userEvent.click(button());
  await userEvent.click(screen.getByRole('button', { name: /Profil/ }));
  await userEvent.click(screen.getByRole('option', { name: /Website/ }));
  await userEvent.click(button());
  expect(sent.map(({ body }) => (body as { profileId: string }).profileId)).toEqual(['p1', 'p2']);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
});

const offering = { ...profile('p3', 'Neu'), offersRetouch: true };
const chosen = () => screen.queryAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

it('offers the retouch of the profile, the subtle one first, and remembers the choice for this customer', async () => {
  const sent = serve({ 'POST /generations': refusal(409, 'profile_not_ready') });
  await open([offering]);
  expect(screen.getByRole('radiogroup', { name: 'Retusche' })).toBeTruthy();
  expect(chosen()).toBe('subtle');
  await userEvent.click(screen.getByRole('radio', { name: 'Mehr' }));
  await userEvent.click(button());
  expect(sent.map(({ body }) => body)).toEqual([{ profileId: 'p3', styleId: 's1', retouch: 'more' }]);
  cleanup();
  await open([offering]);
  expect(chosen()).toBe('more');
  cleanup();
  beginSession({ id: 'urs', credits: 100 } as Schemas['Me']);
  await open([offering]);
  expect(chosen()).toBe('subtle');
});

it('offers no retouch that would change nothing', async () => {
  const sent = serve({ 'POST /generations': refusal(409, 'profile_not_ready') });
  await open();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await userEvent.click(button());
  expect(sent.map(({ body }) => body)).toEqual([{ profileId: 'p1', styleId: 's1' }]);
});
