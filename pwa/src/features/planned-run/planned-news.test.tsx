import { beforeEach, expect, it } from 'vitest';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { serve } from '../../../test/server';
import { tellIfNotStarted } from '.';

const style = { id: 's1', slug: 'studio-grey', displayName: 'Studio' };
const answer = (part: object) => ({ body: { style, retouch: 'none', reason: null, generationId: null, ...part } });
const said = () => messageQueue.visibleToasts.map(({ content }) => content.text);
beforeEach(() => forgetMessages());

it('says once why a style that was chosen ahead did not start, and nothing of one that did', async () => {
  serve({
    'GET /ai-profiles/p7/planned-run': answer({ status: 'not_started', reason: 'credits' }),
    'GET /ai-profiles/p8/planned-run': answer({ status: 'started', generationId: 'g1' }),
  });
  for (const id of ['p7', 'p8', 'p7']) await tellIfNotStarted(id);
  expect(said()).toEqual(['«Studio» wurde nicht gestartet: Ihre Credits reichen nicht. Abgebucht wurde nichts.']);
});
