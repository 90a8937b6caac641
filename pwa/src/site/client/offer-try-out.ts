import { say } from './message';

/** Shows the button for trying the styles with one's own photo. What it opens is fetched when it is pressed. */
export function offerTryOut(load: () => Promise<{ openTryOut: (opener: HTMLElement) => void }>): void {
  const button = document.querySelector<HTMLButtonElement>('[data-try-out-open]');
  if (!button || !document.querySelector('[data-try-out]')) return;
  button.disabled = false;
  const { missing = '', missingText } = button.dataset;
  button.addEventListener('click', () => {
    load().then(
      ({ openTryOut }) => openTryOut(button),
      () => say({ title: missing, text: missingText }),
    );
  });
}
