import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';

export { OpenVotes } from './open-votes';
export { VoteScreen } from './vote-screen';

/** Each is fetched when it is shown: below portraits that are finished, and when friends are to be asked. */
export const OwnVotes = later(async () => (await Promise.all([import('./own-votes'), loadTexts('votes')]))[0]);
export const StartVote = later(async () => (await Promise.all([import('./start-vote'), loadTexts('votes')]))[0]);
