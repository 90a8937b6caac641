import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatDate, formatDay } from '~/lib/formats';
import { text } from '~/lib/i18n';
import type { Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { PUSH_KEY, withPush } from '../../../test/push-browser';
import { renderScreen } from '../../../test/render-screen';
import { serve } from '../../../test/server';
import { ProfileRow } from './profile-row';
import type { AiProfile } from './profiles-data';
import { timeLeft } from './time-left';

const profile = (part: object) =>
  ({
    id: 'p1',
    name: 'Bewerbung',
    status: 'training',
    createdAt: '2026-11-20T12:00:00Z',
    trainingStartedAt: new Date().toISOString(),
    estimateSeconds: null,
    usualSeconds: 3600,
    failure: null,
    progress: { stage: 'learning', fraction: 0.5 },
    photos: [],
    previewUrl: null,
    ...part,
  }) as unknown as AiProfile;

describe('a profile in a list', () => {
  it('shows how far its training is', async () => {
    await renderScreen(<ProfileRow profile={profile({})} />);
    expect(screen.getByRole('progressbar', { name: 'Training von Bewerbung' })).toBeTruthy();
  });

  it('says how long its training takes yet, where that was measured', async () => {
    serve({});
    await renderScreen(<ProfileRow profile={profile({ estimateSeconds: 100 })} />);
    expect(screen.getByText(/ · noch etwa 2 Minuten$/)).toBeTruthy();
    expect([60, 30, 4, -9].map((seconds) => timeLeft(seconds, text))).toEqual([
      'noch etwa eine Minute',
      'noch etwa 30 Sekunden',
      'gleich fertig',
      'gleich fertig',
    ]);
  });

  it('says beside its training which style starts after it', async () => {
    const style = { id: 's1', slug: 'studio-grey', displayName: 'Studio' };
    serve({
      'GET /ai-profiles/p1/planned-run': {
        body: { status: 'planned', style, retouch: 'none', reason: null, generationId: null },
      },
    });
    await renderScreen(<ProfileRow profile={profile({})} />);
    expect(await screen.findByText('Danach startet «Studio» von selbst (10 Credits).')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ändern' }).getAttribute('href')).toBe('/app/styles');
  });

  it('asks beside its training whether to be told when it is over', async () => {
    const { browser, remove } = withPush();
    beginSession({ id: 'u1', notifyByPush: true } as Schemas['Me']);
    serve({ 'GET /push/key': { body: { publicKey: PUSH_KEY } } });
    await renderScreen(<ProfileRow profile={profile({})} />);
    expect(await screen.findByText('Benachrichtigen, sobald das Training fertig ist?')).toBeTruthy();
    expect(browser.questions).toBe(0);
    remove();
  });

  it('shows its state and its day where the progress stands elsewhere', async () => {
    await renderScreen(<ProfileRow profile={profile({})} isProgressElsewhere />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('Training')).toBeTruthy();
    expect(screen.getByText(`Erstellt am ${formatDate('2026-11-20T12:00:00Z')}`)).toBeTruthy();
  });

  it('counts the photos of a draft without those that were set aside', async () => {
    await renderScreen(
      <ProfileRow
        profile={profile({
          status: 'created',
          progress: null,
          photos: [{ setAside: null }, { setAside: 'other_person' }, { setAside: null }, { setAside: 'surplus' }],
        })}
      />,
    );
    expect(screen.getByText(/ · 2 Fotos$/)).toBeTruthy();
  });

  it('says until which day and hour it can be trained again for nothing', async () => {
    const retryUntil = '2026-11-23T02:45:00Z';
    await renderScreen(
      <ProfileRow
        profile={profile({ status: 'failed', failure: { reason: 'engine', attemptsLeft: 2, retryUntil } })}
      />,
    );
    expect(
      screen.getByText(
        new RegExp(
          `^Noch 2 kostenlose Versuche bis ${formatDay(retryUntil).replaceAll('.', '\\.')}, \\d\\d\\.\\d\\d Uhr\\.$`,
        ),
      ),
    ).toBeTruthy();
  });
});
