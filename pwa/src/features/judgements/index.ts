import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';

/** Each is fetched when it is shown: below portraits that are finished, and in the settings of who has judged. */
export const JudgeRun = later(async () => (await Promise.all([import('./judge-run'), loadTexts('judgements')]))[0]);
export const OwnJudgements = later(
  async () => (await Promise.all([import('./own-judgements'), loadTexts('judgements')]))[0],
);
