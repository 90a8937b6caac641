import type { Schemas } from '~/lib/api';
import { api } from '../api';
import { startPicture } from './picture';

/** By what state of the page an answer is told. */
function stateOf({ result, sourceType, sample, reason }: Schemas['ImageCheck'], page: HTMLElement): string {
  const named = result === 'marked' ? `marked.${sample ? 'sample' : (sourceType ?? '')}` : (reason ?? '');
  // A newer server may know reasons that this page does not.
  return page.querySelector(`template[data-state='${CSS.escape(named)}']`) ? named : result;
}

export function startImageCheck(page: HTMLElement): void {
  startPicture(page, async (file, signal) => ({
    state: stateOf(await api.uploads.imageCheck({ file, signal }), page),
  }));
}
