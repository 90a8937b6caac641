import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { beforeEach, expect, it } from 'vitest';
import { BildnisError, type Schemas } from '~/lib/api';
import { LANGUAGE } from '~/lib/language';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { UsersScreen } from './users-screen';

const user: Schemas['AdminUser'] = {
  id: 'u2',
  email: 'petra@example.org',
  displayName: 'Petra Muster',
  role: 'user',
  isBlocked: false,
  blockedReason: null,
  credits: 50,
  hasActiveSubscription: false,
  createdAt: '2026-11-20T08:00:00Z',
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** The dialog of an act on the user. */
async function choose(act: string) {
  await renderScreen(
    <I18nProvider locale={LANGUAGE}>
      <UsersScreen users={{ ok: true, value: { items: [user], nextCursor: null } }} search={{}} />
    </I18nProvider>,
  );
  await press(`Aktionen für ${user.email}`);
  await userEvent.click(screen.getByRole('menuitem', { name: act }));
  return within(await screen.findByRole('dialog'));
}

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'u1', email: 'admin@example.org', credits: 0, role: 'admin' } as unknown as Schemas['Me']);
});

it('moves whole credits within bounds, with a reason, and not below zero', async () => {
  const sent = serve({
    'POST /admin/users/u2/credits': [refusal(409, 'balance_negative'), { body: { credits: 30 } }],
  });
  const dialog = await choose('Credits anpassen');
  const amount = dialog.getByRole('textbox', { name: 'Anzahl Credits' });
  const give = async (value: string) => (await userEvent.clear(amount), await userEvent.paste(value));
  for (const wrong of ['0', '1.5', '99999']) {
    await give(wrong);
    await press('Hinzufügen');
    expect(dialog.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 10’000 ein.'), wrong).toBeTruthy();
  }
  await give('51');
  await press('Abziehen');
  expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Grund'), ' Irrtum ');
  await press('Abziehen');
  expect(await dialog.findByText('Credits können nicht negativ sein')).toBeTruthy();
  await give('20');
  await press('Abziehen');
  await waitFor(() =>
    expect(messageQueue.visibleToasts.map(({ content }) => content.text)).toEqual(['Änderung −20, neuer Stand 30.']),
  );
  expect(sent[1]?.body).toEqual({ direction: 'subtract', amount: 20, reason: 'Irrtum' });
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
});

it('blocks nobody without a reason', async () => {
  const sent = serve({ 'POST /admin/users/u2/block': { body: { ...user, isBlocked: true } } });
  const dialog = await choose('Blockieren');
  await press('Blockieren');
  expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Grund'), 'Missbrauch');
  await press('Blockieren');
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Missbrauch' }]));
});

it('tells an admin without a second factor, where one is needed, what to do', async () => {
  const error = new BildnisError({ code: 'second_factor_required', status: 403 });
  await renderScreen(<UsersScreen users={{ ok: false, error }} search={{}} />);
  expect(screen.getByText(/Dafür braucht Ihr Konto einen zweiten Faktor/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Zu den Einstellungen' });
  expect(link.getAttribute('href')).toBe('/app/settings/sicherheit');
});
