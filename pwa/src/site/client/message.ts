import { takeMessage } from '~/lib/messages/next-page';

/** Says something at the top of the content, in place of what was said before. */
export function say(message: { title: string; text?: string }): void {
  const place = document.querySelector<HTMLElement>('[data-message]');
  if (!place) return;
  for (const said of place.querySelectorAll('strong, span')) said.remove();
  const [title, text] = ['strong', 'span'].map((name) => document.createElement(name));
  title!.textContent = message.title;
  text!.textContent = message.text ?? '';
  place.prepend(title!, text!);
  place.hidden = false;
  place.scrollIntoView({ block: 'nearest' });
}

/** Shows what the app had to say when it sent the visitor here. */
export function startMessage(): void {
  const place = document.querySelector<HTMLElement>('[data-message]');
  place?.querySelector('button')?.addEventListener('click', () => (place.hidden = true));
  const message = takeMessage();
  if (message) say(message);
}
