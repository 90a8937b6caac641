// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { serve } from '../../../test/server';
import { noteStatuses, noteTraining } from './status-news';

type Profile = Schemas['AiProfile'];
const profile = (id: string, status: Profile['status']) => ({ id, status, name: 'Bewerbung' }) as Profile;
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);

beforeEach(() => {
  forgetMessages();
  serve({ 'GET /me': { body: { credits: 100 } } });
});

describe('news of profiles', () => {
  it('says once that a training has ended', () => {
    noteStatuses([profile('a', 'training')]);
    noteStatuses([profile('a', 'ready')]);
    noteStatuses([profile('a', 'ready')]);
    expect(said()).toEqual(['Training abgeschlossen']);
  });

  it('says that it failed', () => {
    noteStatuses([profile('b', 'training')]);
    noteStatuses([profile('b', 'failed')]);
    expect(said()).toEqual(['Training fehlgeschlagen']);
  });

  it('says nothing about what was so before', () => {
    noteStatuses([profile('c', 'ready'), profile('d', 'failed')]);
    expect(said()).toEqual([]);
  });

  it('knows from a live event of a training it has never read', () => {
    noteTraining('e');
    noteStatuses([profile('e', 'ready')]);
    expect(said()).toEqual(['Training abgeschlossen']);
  });
});
