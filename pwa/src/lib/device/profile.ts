import { DEVICE_PROFILE } from './names';

/** The profile that was chosen last on this device, by its id; null where none was. Whether it is the customer's own is for the caller to see. */
export function keptProfile(): string | null {
  try {
    return localStorage.getItem(DEVICE_PROFILE);
  } catch {
    return null;
  }
}

export function keepProfile(id: string): void {
  try {
    localStorage.setItem(DEVICE_PROFILE, id);
  } catch {
    // chosen again the next time
  }
}
