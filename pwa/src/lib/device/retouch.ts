import { DEVICE_RETOUCH } from './names';

/** From least to most. */
export const RETOUCHES = ['none', 'subtle', 'more'] as const;
export type Retouch = (typeof RETOUCHES)[number];

/** What this customer chose last on this device. */
export function keptRetouch(userId: string): Retouch {
  try {
    const [owner, chosen] = (localStorage.getItem(DEVICE_RETOUCH) ?? '').split(':');
    return (owner === userId && RETOUCHES.find((one) => one === chosen)) || 'subtle';
  } catch {
    return 'subtle';
  }
}

export function keepRetouch(userId: string, retouch: Retouch): void {
  try {
    localStorage.setItem(DEVICE_RETOUCH, `${userId}:${retouch}`);
  } catch {
    // chosen again the next time
  }
}
