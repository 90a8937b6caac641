import { TAB_GUIDE } from '~/lib/device/names';
import type { PromptKey } from './prompts';

interface Kept {
  userId: string;
  /** Null where the draft was still to come: then it is the first one that there is. */
  draftId: string | null;
  done: PromptKey[];
}

/** Which photos of a guided session have been taken or left out, for this tab and this draft of its user: it goes on after a break. */
export function keptSession(userId: string, draftId: string | null): PromptKey[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(TAB_GUIDE) ?? 'null') as Kept | null;
    const isSame = kept?.userId === userId && (kept.draftId === draftId || (kept.draftId === null && draftId !== null));
    return isSame ? kept.done : [];
  } catch {
    return [];
  }
}

export function keepSession(userId: string, draftId: string | null, done: readonly PromptKey[]): void {
  try {
    sessionStorage.setItem(TAB_GUIDE, JSON.stringify({ userId, draftId, done }));
  } catch {
    // begun anew after a reload
  }
}
