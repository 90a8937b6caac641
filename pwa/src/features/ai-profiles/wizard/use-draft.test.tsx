import { useDevice } from '../../../../test/device';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReactNode } from 'react';
import type { Schemas } from '~/lib/api';
import { clearDeviceDatabase } from '~/lib/device/database';
import { wipeDevice } from '~/lib/device';
import { keepPhoto, waitingPhotos } from '~/lib/device/photo-queue';
import { keepWayBack, keptWayBack } from '~/lib/device/way-back';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { StateProvider, store } from '~/lib/state';
import { refusal, serve } from '../../../../test/server';
import { useDraft } from './use-draft';

useDevice();

const draft = (id: string, part: object = {}) => ({
  id,
  name: null,
  gender: 'male',
  status: 'created',
  photos: [],
  ...part,
});
const show = () =>
  renderHook(() => useDraft(null), {
    wrapper: ({ children }: { children: ReactNode }) => <StateProvider store={store}>{children}</StateProvider>,
  }).result;
const lost = new TypeError('Failed to fetch');
/** The name that a new profile has until somebody chooses one. */
const SUGGESTED = /^Portraits \p{L}+ \d{4}$/u;

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'anna' } as Schemas['Me']);
});
afterEach(() => {
  sessionStorage.clear();
  return clearDeviceDatabase();
});

describe('a draft that is created late', () => {
  it('has the answers of that moment, whichever rendering asked for it', async () => {
    const sent = serve({
      'POST /ai-profiles': { status: 201, body: draft('d1', { gender: 'female', name: 'Bewerbung' }) },
    });
    const result = show();
    const askedFirst = result.current;
    act(() => result.current.setName(' Bewerbung '));
    await act(() => result.current.chooseGender('female'));
    expect(await act(() => askedFirst.id())).toBe('d1');
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Bewerbung', gender: 'female' }]);
  });

  it('is where work goes on: no payment leads back to another one', async () => {
    serve({ 'POST /ai-profiles': { status: 201, body: draft('d2') } });
    keepWayBack('anna', 'd1');
    const result = show();
    expect(keptWayBack('anna')).toBe('d1');
    await act(() => result.current.id());
    expect(keptWayBack('anna')).toBeNull();
  });

  it('is found again when its creation was not heard of, and never made twice', async () => {
    const result = show();
    const sent = serve({
      'POST /ai-profiles': lost,
      'GET /ai-profiles': {
        body: { items: [draft('full', { photos: [{}] }), draft('d1', { name: result.current.name })] },
      },
    });
    await expect(act(() => result.current.id())).rejects.toMatchObject({ code: 'network' });
    expect(messageQueue.visibleToasts).toEqual([]);
    expect(await act(() => result.current.id())).toBe('d1');
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('is asked for again when it was not created', async () => {
    const sent = serve({
      'POST /ai-profiles': [lost, { status: 201, body: draft('d1') }],
      'GET /ai-profiles': { body: { items: [draft('other', { name: 'Bewerbung' })] } },
    });
    const result = show();
    await expect(act(() => result.current.id())).rejects.toMatchObject({ code: 'network' });
    expect(await act(() => result.current.id())).toBe('d1');
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  it('says what went wrong unless it is only the network', async () => {
    serve({ 'POST /ai-profiles': refusal(409, 'conflict') });
    const result = show();
    await expect(act(() => result.current.id())).rejects.toMatchObject({ code: 'conflict' });
    expect(messageQueue.visibleToasts[0]?.content.title).toBe('Der Entwurf konnte nicht angelegt werden.');
  });
});

describe('what is answered before there is a draft', () => {
  it('is there again after a reload of the tab, until the draft has it', async () => {
    serve({ 'POST /ai-profiles': { status: 201, body: draft('d1', { name: 'Bewerbung', gender: 'female' }) } });
    const before = show();
    act(() => before.current.setName('Bewerbung'));
    await act(() => before.current.chooseGender('female'));
    const after = show();
    expect([after.current.name, after.current.gender]).toEqual(['Bewerbung', 'female']);
    await act(() => after.current.id());
    expect(show().current.name).toMatch(SUGGESTED);
  });

  it('is not shown to anybody else', () => {
    const before = show();
    act(() => before.current.setName('Bewerbung'));
    beginSession({ id: 'bruno' } as Schemas['Me']);
    expect(show().current.name).toMatch(SUGGESTED);
  });

  it('goes with the session', async () => {
    const before = show();
    act(() => before.current.setName('Bewerbung'));
    await wipeDevice();
    expect(show().current.name).toMatch(SUGGESTED);
  });
});

describe('the photos that wait for it', () => {
  const photo = (key: string, profileId: string | null) =>
    keepPhoto({
      key,
      userId: 'anna',
      profileId,
      name: `${key}.jpg`,
      type: 'image/jpeg',
      bytes: new ArrayBuffer(1),
      queuedAt: 1,
    });

  it('get it with its creation', async () => {
    await photo('a', null);
    serve({ 'POST /ai-profiles': { status: 201, body: draft('d1') } });
    const result = show();
    await act(() => result.current.id('a'));
    expect((await waitingPhotos('anna')).map(({ profileId }) => profileId)).toEqual(['d1']);
  });

  it('bring the one that another tab has given them', async () => {
    await photo('a', 'd2');
    const sent = serve({});
    const result = show();
    expect(await act(() => result.current.id('a'))).toBe('d2');
    expect([result.current.known(), sent]).toEqual(['d2', []]);
  });

  it('may be all gone with another tab: its draft is taken over', async () => {
    serve({ 'GET /ai-profiles': { body: { items: [draft('d3', { name: 'Bewerbung', gender: 'female' })] } } });
    const result = show();
    expect(await act(() => result.current.adopt())).toBe('d3');
    expect([result.current.known(), result.current.name, result.current.gender]).toEqual(['d3', 'Bewerbung', 'female']);
  });
});
