import type { ComponentType } from 'react';
import { loadTexts } from '~/lib/i18n';

/** A part of push with its texts. Nobody waits for it: where it cannot be fetched, there is nothing. */
export async function fetchPart<Props>(
  part: Promise<{ default: ComponentType<Props> }>,
): Promise<{ default: ComponentType<Props> }> {
  try {
    const [fetched] = await Promise.all([part, loadTexts('push')]);
    return fetched;
  } catch {
    return { default: () => null };
  }
}
