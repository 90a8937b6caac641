import { readCookieChoice } from '~/lib/cookie-choice';
import { choose, onChoiceElsewhere } from './cookies';

/** The form of /legal/cookies: shows the choice that holds, keeps another, and reloads where something running must stop. */
export function startCookieSettings(): void {
  const form = document.querySelector<HTMLFormElement>('[data-cookie-settings]');
  if (!form) return;
  /** Nothing where no service of the kind is configured. */
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  const isOn = (name: string) => input(name)?.checked ?? false;
  const set = (name: string, isChecked = false) => {
    const found = input(name);
    if (found) found.checked = isChecked;
  };
  const status = form.querySelector('[role=status]')!;
  const show = () => {
    const choice = readCookieChoice();
    set('analytics', choice?.analytics);
    set('marketing', choice?.marketing);
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
    const choice = { analytics: isOn('analytics'), marketing: isOn('marketing') };
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
