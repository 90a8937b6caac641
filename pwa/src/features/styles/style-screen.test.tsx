import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { BildnisError, type Loaded, type Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { StyleScreen } from './style-screen';

type Profile = Schemas['AiProfile'];

const style = {
  id: 's1',
  slug: 'corporate',
  displayName: 'City Daylight',
  description: 'Helle Strasse am Morgen.',
  category: 'city',
  previewUrl: '/previews/city-daylight-640.webp',
} as Schemas['Style'];
const profile = (status: Profile['status']) =>
  ({ id: 'p1', name: 'Bewerbung', status, createdAt: '2026-11-20T12:00:00Z' }) as Profile;
const favourites = { ok: true, value: [] } as const;
const show = (...profiles: Profile[]) =>
  renderScreen(
    <StyleScreen style={{ ok: true, value: style }} favourites={favourites} profiles={{ ok: true, value: profiles }} />,
  );
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Portraits generieren (10 Credits)' });
const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);

const signIn = (credits: number) => beginSession({ id: 'petra', credits } as Schemas['Me']);
beforeEach(() => {
  forgetMessages();
  signIn(40);
});

it('shows the style, what a run costs, and the balance', async () => {
  await show(profile('ready'));
  expect(screen.getByRole('heading', { level: 1, name: 'City Daylight' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /City Daylight/ })).toBeTruthy();
  for (const each of ['Stadt', 'Helle Strasse am Morgen.', 'Ihr Guthaben: 40 Credits'])
    expect(screen.getByText(each)).toBeTruthy();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    '8',
    '10 Credits',
    expect.stringMatching(/^ca\. 2[-–]3 Minuten$/),
    '90 Tage',
  ]);
  expect(screen.getByRole('link', { name: 'Alle Styles' }).getAttribute('href')).toBe('/styles');
});

it('without a profile leads to the wizard, and cannot be started', async () => {
  await show();
  expect(button().disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Sie benötigen ein AI-Profil.' }).getAttribute('href')).toBe(
    '/app/profile-wizard',
  );
});

it.each(['created', 'failed'] as const)('with a profile that is %s cannot be started, and says why', async (status) => {
  await show(profile(status));
  expect(button().disabled).toBe(true);
  expect(screen.getByText('Profil muss trainiert sein')).toBeTruthy();
});

const planned = (slug: string | null) => ({
  body: {
    status: slug ? 'planned' : 'none',
    style: slug ? { id: slug === style.slug ? style.id : 's2', slug, displayName: 'Studio' } : null,
    retouch: slug ? 'subtle' : null,
    reason: null,
    generationId: null,
  },
});
const PLANNED_RUN = '/ai-profiles/p1/planned-run';

it('with a profile in training is chosen ahead, in place of another, and taken back', async () => {
  const sent = serve({
    [`GET ${PLANNED_RUN}`]: planned('studio-grey'),
    [`PUT ${PLANNED_RUN}`]: planned(style.slug),
    [`DELETE ${PLANNED_RUN}`]: { status: 204 },
  });
  await show(profile('training'), { ...profile('created'), id: 'p2' });
  expect(await screen.findByText('Profil muss trainiert sein')).toBeTruthy();
  expect(await screen.findByText(/Vorgemerkt ist bisher «Studio»/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stattdessen diesen Style vormerken (10 Credits)' }));
  expect(await screen.findByText('Dieser Style ist vorgemerkt')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Vormerkung aufheben' });
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  expect(await screen.findByRole('button', { name: 'Style vormerken (10 Credits)' })).toBeTruthy();
  expect(sent.filter(({ method }) => method !== 'GET')).toMatchObject([
    { method: 'PUT', body: { styleId: 's1', retouch: 'subtle' } },
    { method: 'DELETE' },
  ]);
});

it('beside a ready profile is chosen ahead for the one in training, by its name', async () => {
  const sent = serve({ [`GET ${PLANNED_RUN}`]: planned(null), [`PUT ${PLANNED_RUN}`]: planned(style.slug) });
  await show({ ...profile('training'), name: 'Zweites' }, { ...profile('ready'), id: 'p2' });
  expect(screen.getByRole('button', { name: 'Portraits generieren (10 Credits)' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Style vormerken (10 Credits), für «Zweites»' }));
  expect(await screen.findByText('Dieser Style ist vorgemerkt')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

it('is not chosen ahead without the credits: says so, and leads to the prices', async () => {
  serve({ [`GET ${PLANNED_RUN}`]: planned(null), [`PUT ${PLANNED_RUN}`]: refusal(402, 'insufficient_credits') });
  const { path } = await show(profile('training'));
  await userEvent.click(await screen.findByRole('button', { name: 'Style vormerken (10 Credits)' }));
  await waitFor(() => expect(path()).toBe('/pricing'));
  expect(said()).toEqual([['Nicht genug Credits', 'Sie benötigen mindestens 10 Credits.']]);
});

it('that is chosen ahead as the training ends says that it is not in training any more', async () => {
  serve({ [`GET ${PLANNED_RUN}`]: planned(null), [`PUT ${PLANNED_RUN}`]: refusal(409, 'profile_not_in_training') });
  await show(profile('training'));
  await userEvent.click(await screen.findByRole('button', { name: 'Style vormerken (10 Credits)' }));
  await waitFor(() => expect(said()[0]?.[0]).toBe('Fehler'));
});

it('of several without a ready one asks for a choice', async () => {
  await show(profile('failed'), { ...profile('created'), id: 'p2' });
  expect(screen.getByText('Bitte wählen Sie ein Profil aus.')).toBeTruthy();
});

it('says that credits are missing, and leads to the prices', async () => {
  const sent = serve({});
  signIn(9);
  const { path } = await show(profile('ready'));
  // Said before the press, with the way there.
  expect(screen.getByText('Eine Generation kostet 10 Credits. Sie haben 9.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zu den Preisen' }).getAttribute('href')).toBe('/pricing');
  await userEvent.click(button());
  await waitFor(() => expect(path()).toBe('/pricing'));
  expect(said()).toEqual([['Nicht genug Credits', 'Sie benötigen mindestens 10 Credits.']]);
  expect(sent).toEqual([]);
});

it('says that a run has begun', async () => {
  const sent = serve({
    'POST /generations': { status: 202, body: { id: 'g1' } },
    'GET /me': { body: { id: 'petra', credits: 30 } },
  });
  const { path } = await show(profile('ready'));
  await userEvent.click(button());
  await waitFor(() => expect(path()).toBe('/app/generations/g1'));
  expect(said()).toEqual([
    [
      'Generation gestartet',
      expect.stringMatching(/^Ihre Portraits werden erstellt\. Dies dauert ca\. 2[-–]3 Minuten\.$/),
    ],
  ]);
  expect(sent[0]?.body).toEqual({ profileId: 'p1', styleId: 's1' });
});

it('says that there is no such style', async () => {
  await renderScreen(
    <StyleScreen
      favourites={favourites}
      style={{ ok: false, error: new BildnisError({ code: 'not_found', status: 404 }) }}
      profiles={{ ok: true, value: [] }}
    />,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Style nicht gefunden' })).toBeTruthy();
});

it('has a heart on its own page as well, which is kept at the server; none where nobody knows whether it is one', async () => {
  const sent = serve({ 'DELETE /styles/corporate/favourite': { status: 204 } });
  const heart = () => screen.queryByRole('button', { name: 'Style «City Daylight» als Favorit' });
  const showWith = (liked: Loaded<Schemas['Style'][]>) =>
    renderScreen(
      <StyleScreen style={{ ok: true, value: style }} favourites={liked} profiles={{ ok: true, value: [] }} />,
    );
  await showWith({ ok: true, value: [style] });
  expect(heart()?.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(heart()!);
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['DELETE']));
  cleanup();
  await showWith({ ok: false, error: new Error('lost') });
  expect(heart()).toBeNull();
});
