import { readCookieChoice } from '~/lib/cookie-choice';
import { choose, onChoiceElsewhere } from './cookies';

/** The form of /legal/cookies: shows the choice that holds, keeps another, and reloads where something running must stop. */
export function startCookieSettings(): void {
  const form = document.querySelector<HTMLFormElement>('[data-cookie-settings]');
  if (!form) return;
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const status = form.querySelector('[role=status]')!;
  const show = () => {
    const choice = readCookieChoice();
    input('analytics').checked = choice?.analytics ?? false;
    input('marketing').checked = choice?.marketing ?? false;
  };
  show();
  // Said again after the reload that saving may need.
  if ((history.state as { cookiesSaved?: boolean } | null)?.cookiesSaved) {
    status.textContent = form.dataset.saved ?? '';
    history.replaceState(null, '');
  }
  addEventListener('pageshow', show); // back from elsewhere, where something else may have been chosen

  onChoiceElsewhere(() => {
    show();
    status.textContent = '';
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const before = readCookieChoice();
    const choice = { analytics: input('analytics').checked, marketing: input('marketing').checked };
    void choose(choice).then((isKept) => {
      if (!isKept) return void (status.textContent = form.dataset.unkept ?? '');
      // Programs that run already stop with the page they run on.
      const withdraws = (before?.analytics && !choice.analytics) || (before?.marketing && !choice.marketing);
      if (withdraws || (!choice.analytics && !choice.marketing)) {
        history.replaceState({ cookiesSaved: true }, '');
        location.reload();
      } else status.textContent = form.dataset.saved ?? '';
    });
  });
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    show();
    status.textContent = form.dataset.canceled ?? '';
  });
}
