import { TAB_ANSWERS } from '~/lib/device/names';
import type { AiProfile } from '../profiles-data';

export type Answers = Pick<AiProfile, 'name' | 'gender'>;

/** What was answered in the wizard before a draft could keep it, for this tab and the user who is signed in. */
export function keptAnswers(userId: string): Answers | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(TAB_ANSWERS) ?? 'null') as (Answers & { userId: string }) | null;
    return kept?.userId === userId ? { name: kept.name, gender: kept.gender } : null;
  } catch {
    return null;
  }
}

export function keepAnswers(userId: string, { name, gender }: Answers): void {
  try {
    sessionStorage.setItem(TAB_ANSWERS, JSON.stringify({ userId, name, gender }));
  } catch {
    // typed again after a reload
  }
}

/** The draft has them now. */
export function forgetAnswers(): void {
  try {
    sessionStorage.removeItem(TAB_ANSWERS);
  } catch {
    // nothing was kept
  }
}
