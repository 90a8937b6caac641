/** Whose push messages come to this device, and under what id the server knows it. */
export interface PushMark {
  userId: string;
  id: string;
}

const MARK_KEY = 'bildnis.push';
const QUESTION_KEY = 'bildnis.push-question';

/** Null where push is off, and in a browser that keeps nothing. */
export function readMark(): PushMark | null {
  try {
    const found = JSON.parse(localStorage.getItem(MARK_KEY) ?? 'null') as Partial<PushMark> | null;
    return typeof found?.userId === 'string' && typeof found.id === 'string'
      ? { userId: found.userId, id: found.id }
      : null;
  } catch {
    return null;
  }
}

export function writeMark(mark: PushMark | null): void {
  try {
    if (mark) localStorage.setItem(MARK_KEY, JSON.stringify(mark));
    else localStorage.removeItem(MARK_KEY);
  } catch {
    // the server knows the address until its session ends; this device asks anew
  }
}

/** Not now: the question does not come by itself again; the settings still have the switch. */
export function declineQuestion(): void {
  try {
    localStorage.setItem(QUESTION_KEY, 'no');
  } catch {
    // asked again at the next visit
  }
}

/** Whether the customer has declined. */
export function isQuestionDeclined(): boolean {
  try {
    return localStorage.getItem(QUESTION_KEY) !== null;
  } catch {
    return false;
  }
}

/** The answer belongs to the user who gave it. */
export function forgetQuestion(): void {
  try {
    localStorage.removeItem(QUESTION_KEY);
  } catch {
    // nothing was kept
  }
}
