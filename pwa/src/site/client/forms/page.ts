import { BildnisError } from '@bildnis/sdk';
import { copyOf } from '../template';

/** What an error says; the texts came with the page, as the network may be gone by now. */
export function failureText(page: HTMLElement, error: unknown): string {
  const texts = JSON.parse(page.dataset.failures ?? '{}') as Record<string, string>;
  return texts[error instanceof BildnisError ? error.code : ''] ?? texts.unexpected ?? '';
}

/** Puts another stage in the place of the form, says so to who listens, and begins at its top. */
export function showStage(page: HTMLElement, name: string, values: Record<string, string> = {}): void {
  page.querySelector('div[data-stage]')!.replaceChildren(copyOf(page, `[data-stage='${name}']`, values));
  if (page.querySelector(`template[data-announcement='${name}']`))
    page.querySelector('[data-announced]')!.replaceChildren(copyOf(page, `[data-announcement='${name}']`, values));
  document.getElementById('content')?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}
