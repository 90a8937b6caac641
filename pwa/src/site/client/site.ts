import { startCookieSettings } from './cookie-settings';
import { startCookies } from './cookies';
import { startFilter } from './filter';
import { startJudgements } from './start-judgements';
import { startMenu } from './menu';
import { startMessage } from './message';
import { watchForm } from './missing-form';
import { offerTryOut } from './offer-try-out';
import { startQuestions } from './questions';
import { startRefresh } from './refresh';
import { startMember, startSession } from './session';

startSession();
startCookies();
startCookieSettings();
startMenu();
startFilter();
startMessage();
startQuestions();
startRefresh();
startJudgements();
watchForm();
offerTryOut(() => import('./try-out/open-try-out'));
startMember();
if (document.querySelector('[data-examples]'))
  addEventListener('load', () => void import('./examples').then(({ keepAllExamples }) => keepAllExamples()), {
    once: true,
  });
