import { TAB_GUIDE } from '~/lib/device/names';
import type { PromptKey } from './prompts';

/** Which photos of a guided session have been taken or left out, for this tab and the user who is signed in: it goes on after a break. */
export function keptSession(userId: string): PromptKey[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(TAB_GUIDE) ?? 'null') as {
      userId: string;
      done: PromptKey[];
    } | null;
    return kept?.userId === userId ? kept.done : [];
  } catch {
    return [];
  }
}

export function keepSession(userId: string, done: readonly PromptKey[]): void {
  try {
    sessionStorage.setItem(TAB_GUIDE, JSON.stringify({ userId, done }));
  } catch {
    // begun anew after a reload
  }
}
