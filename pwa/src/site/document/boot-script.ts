import { facts } from '~/lib/facts';
import { COOKIE_KEYS } from '~/lib/cookie-choice';
import { SIGNED_IN_KEY } from '~/lib/session/signed-in-mark';

/**
 * Runs before anything is drawn, so that the page does not change under the visitor's eyes: whether somebody is signed in here (a mark
 * only, never the session itself), and whether there is a choice about cookies that has not been made or holds no more.
 * Its hash stands in the Content-Security-Policy.
 */
export const BOOT_SCRIPT = [
  '(function(e,s){try{s=localStorage;',
  `if(s.getItem("${SIGNED_IN_KEY}"))e.dataset.session="in";`,
  `var d=Date.parse(s.getItem("${COOKIE_KEYS.analyticsDate}"));`,
  `if(s.getItem("${COOKIE_KEYS.version}")==="${facts.cookies.version}"&&Date.now()-d<${facts.cookies.consentYears * 365 * 86_400_000})return`,
  '}catch(_){}s=e.dataset;if(s.matomoUrl||s.pixelId)s.cookies="open"})(document.documentElement)',
].join('');
