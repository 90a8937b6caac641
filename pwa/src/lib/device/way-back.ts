import { facts } from '~/lib/facts';
import { DEVICE_WAY_BACK } from './names';

const LIFETIME_MS = facts.cookies.wayBackHours * 3_600_000;

interface WayBack {
  userId: string;
  profileId: string;
}

/** What is kept, of any user; nothing once its time is over. */
function read(): WayBack | null {
  const [userId, profileId, since] = (localStorage.getItem(DEVICE_WAY_BACK) ?? '').split(' ');
  if (!userId || !profileId) return null;
  const age = Date.now() - Number(since);
  return age >= 0 && age < LIFETIME_MS ? { userId, profileId } : null;
}

/** The draft for which this customer has gone to get credits: a payment leads back to it. */
export function keptWayBack(userId: string): string | null {
  try {
    const kept = read();
    return kept?.userId === userId ? kept.profileId : null;
  } catch {
    return null;
  }
}

/** Whether any draft is kept to come back to; whose it is, only its customer's session says. */
export function isWayBackKept(): boolean {
  try {
    return read() !== null;
  } catch {
    return false;
  }
}

export function keepWayBack(userId: string, profileId: string): void {
  try {
    localStorage.setItem(DEVICE_WAY_BACK, `${userId} ${profileId} ${Date.now()}`);
  } catch {
    // the dashboard leads to the draft as well
  }
}

/** @param profileId only if it leads to this draft; without it in any case */
export function forgetWayBack(profileId?: string): void {
  try {
    if (!profileId || read()?.profileId === profileId) localStorage.removeItem(DEVICE_WAY_BACK);
  } catch {
    // nothing is kept there
  }
}

/** Removes a way back whose time is over, also where nobody asks for it any more. */
export function sweepWayBack(): void {
  try {
    if (!read()) localStorage.removeItem(DEVICE_WAY_BACK);
  } catch {
    // nothing is kept there
  }
}
