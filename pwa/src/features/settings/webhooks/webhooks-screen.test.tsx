import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { invalid, refusal, serve } from '../../../../test/server';
import type { Delivery, Endpoint } from './event-texts';
import { WebhookScreen } from './webhook-screen';
import { WebhooksScreen } from './webhooks-screen';

const endpoint: Endpoint = {
  id: 'e1',
  url: 'https://intranet.example.org/bildnis',
  events: ['profile.ready', 'credits.low'],
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: '2026-11-20T08:00:00Z',
};
const delivery: Delivery = {
  id: 'd1',
  event: { id: 'msg_1', type: 'profile.ready', createdAt: '2026-11-20T08:00:00Z', data: { profileId: 'p1' } },
  state: 'pending',
  attempts: [{ at: '2026-11-20T08:00:00Z', status: 500, durationMs: 120, error: 'refused' }],
  nextAttemptAt: '2026-11-20T08:01:00Z',
  createdAt: '2026-11-20T08:00:00Z',
};
const showList = (endpoints: Endpoint[] = []) =>
  renderScreen(<WebhooksScreen endpoints={{ ok: true, value: endpoints }} />);
const showOne = (part: Partial<Endpoint> = {}, items: Delivery[] = []) =>
  renderScreen(
    <WebhookScreen
      page={{ ok: true, value: { endpoint: { ...endpoint, ...part }, deliveries: { items, nextCursor: null } } }}
    />,
  );

beforeEach(() => forgetMessages());

describe('a new endpoint', { timeout: 20_000 }, () => {
  async function openForm() {
    await userEvent.click(screen.getByRole('button', { name: 'Endpunkt anlegen' }));
    return screen.findByRole('dialog', { name: 'Neuer Endpunkt' });
  }

  it('needs an address and something to be told', async () => {
    const sent = serve({});
    await showList();
    const dialog = await openForm();
    await userEvent.click(within(dialog).getByLabelText('Adresse'));
    await userEvent.paste('intranet');
    for (const box of within(dialog).getAllByRole('checkbox')) await userEvent.click(box);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Anlegen' }));
    expect(within(dialog).getByText('Bitte geben Sie eine Adresse ein, die mit https:// beginnt.')).toBeTruthy();
    expect(within(dialog).getByText('Bitte wählen Sie mindestens ein Ereignis.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('says beside the field what is wrong with an address, then shows the secret once', async () => {
    const sent = serve({
      'POST /webhook-endpoints': [
        invalid('url', 'address_not_public'),
        { status: 201, body: { endpoint, secret: 'whsec_a1b2' } },
      ],
    });
    await showList();
    const dialog = await openForm();
    await userEvent.click(within(dialog).getByLabelText('Adresse'));
    await userEvent.paste(' https://10.0.0.7/bildnis ');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Portraits fertig/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Anlegen' }));
    await within(dialog).findByText(/^Diese Adresse ist nicht öffentlich\./);
    await userEvent.clear(within(dialog).getByLabelText('Adresse'));
    await userEvent.paste('https://intranet.example.org/bildnis');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Anlegen' }));
    await screen.findByText('whsec_a1b2');
    expect(sent.at(-1)?.body).toEqual({
      url: 'https://intranet.example.org/bildnis',
      events: ['profile.ready', 'profile.failed', 'generation.failed', 'credits.low', 'portraits.expiring'],
    });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('whsec_a1b2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Ich habe es gespeichert' }));
    await waitFor(() => expect(screen.queryByText('whsec_a1b2')).toBeNull());
  });
});

it('says of each endpoint what it is told and how it does', async () => {
  serve({});
  await showList([
    endpoint,
    { ...endpoint, id: 'e2', failingSince: '2026-11-20T08:00:00Z' },
    { ...endpoint, id: 'e3', enabled: false },
  ]);
  expect(screen.getAllByText('Training abgeschlossen, Weniger als 110 Credits')).toHaveLength(3);
  for (const state of ['Aktiv', 'Antwortet nicht richtig', 'Ausgeschaltet'])
    expect(screen.getByText(state)).toBeTruthy();
});

describe('one endpoint', { timeout: 20_000 }, () => {
  it('renews its secret only after asking, and shows the new one once', async () => {
    const sent = serve({
      'POST /webhook-endpoints/e1/secret': { status: 201, body: { endpoint, secret: 'whsec_neu' } },
    });
    await showOne({ previousSecretUntil: '2026-11-21T08:00:00Z' });
    expect(screen.getByText(/^Das bisherige Geheimnis gilt noch bis/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Geheimnis erneuern' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Geheimnis erneuern?' });
    expect(within(dialog).getByText(/noch 24 Stunden/)).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Geheimnis erneuern' }));
    await screen.findByText('whsec_neu');
  });

  it('sends a test, and says how far it is', async () => {
    const sent = serve({ 'POST /webhook-endpoints/e1/test': { status: 202, body: { ...delivery, attempts: [] } } });
    await showOne();
    await userEvent.click(screen.getByRole('button', { name: 'Test senden' }));
    await screen.findByText('Die Testnachricht ist unterwegs');
    expect(sent).toHaveLength(1);
  });

  it('says how a test went once that is known', async () => {
    serve({ 'POST /webhook-endpoints/e1/test': { status: 202, body: delivery } });
    await showOne({}, [delivery]);
    await userEvent.click(screen.getByRole('button', { name: 'Test senden' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Ihr Endpunkt hat die Testnachricht nicht angenommen')).toBeTruthy();
    expect(within(alert).getByText('Status 500 nach 120 ms')).toBeTruthy();
  });

  it('shows how each message went, and sends one again', async () => {
    const sent = serve({ 'POST /webhook-endpoints/e1/deliveries/d1/replay': { status: 202, body: delivery } });
    await showOne({}, [delivery]);
    expect(screen.getByText('Unterwegs')).toBeTruthy();
    expect(screen.getByText(/^1 Versuch · Status 500 nach 120 ms · nächster Versuch/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Training abgeschlossen, .*: erneut senden$/ }));
    await waitFor(() =>
      expect(messageQueue.visibleToasts.map(({ content }) => content.title)).toContain('Wird erneut gesendet'),
    );
    expect(sent).toHaveLength(1);
  });

  it('that was switched off says why, and sends nothing', async () => {
    const sent = serve({ 'PATCH /webhook-endpoints/e1': { status: 200, body: endpoint } });
    await showOne({ enabled: false, disabledReason: 'failing', disabledAt: '2026-11-20T08:00:00Z' }, [delivery]);
    expect(screen.getByText('Der Endpunkt hat seit 5 Tagen nichts mehr angenommen')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Test senden' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: /erneut senden$/ })).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Nachrichten senden' }));
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ enabled: true }));
  });

  it('goes only after asking, and leads back to the others', async () => {
    const sent = serve({ 'DELETE /webhook-endpoints/e1': [refusal(503, 'unavailable'), { status: 204 }] });
    const { path } = await showOne();
    await userEvent.click(screen.getByRole('button', { name: 'Löschen' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Endpunkt löschen?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Löschen' }));
    await within(dialog).findByRole('alert');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Löschen' }));
    await waitFor(() => expect(path()).toBe('/app/settings/webhooks'));
    expect(sent).toHaveLength(2);
  });
});
