import { beforeEach, expect, it } from 'vitest';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { serve } from '../../../test/server';
import { tellOutcome } from '.';

const style = { id: 's1', slug: 'studio-grey', displayName: 'Studio' };
const answer = (part: object) => ({ body: { style, retouch: 'none', reason: null, generationId: null, ...part } });
const said = () => messageQueue.visibleToasts.map(({ content }) => content.text);
beforeEach(() => forgetMessages());

it('says that a style chosen ahead has started, or once why it did not', async () => {
  serve({
    'GET /ai-profiles/p7/planned-run': answer({ status: 'not_started', reason: 'credits' }),
    'GET /ai-profiles/p8/planned-run': answer({ status: 'started', generationId: 'g1' }),
    'GET /ai-profiles/p9/planned-run': answer({ status: 'planned' }),
  });
  for (const id of ['p7', 'p8', 'p7', 'p9']) await tellOutcome(id);
  expect(said().sort()).toEqual([
    'Die Portraits in «Studio» erscheinen in Ihrer Übersicht.',
    '«Studio» wurde nicht gestartet: Ihre Credits reichen nicht. Abgebucht wurde nichts.',
  ]);
});
