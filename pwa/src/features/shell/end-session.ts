import { api } from '~/lib/api';
import { announceSession, forgetSession, handover, leaveDevice, whileEnding } from '~/lib/session';

/**
 * Signs out on the server and here. Without a network this device is wiped all the same.
 * @param leave leads away; until it is done no guard asks who is signed in
 * @throws BildnisError when the server refuses
 */
export const endSession = (leave?: () => Promise<void>): Promise<void> =>
  whileEnding(async () => {
    const { tellEnd } = await handover();
    await tellEnd(api);
    // Where that fails it is said, and another press tries again.
    await leaveDevice();
    forgetSession();
    announceSession();
    await leave?.();
  });
