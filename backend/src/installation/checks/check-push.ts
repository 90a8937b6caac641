import webPush from 'web-push';
import { good, off, type Found, type Installation } from './finding.js';

/** A pair is made here; nobody else ever sees it. */
export function checkPush({ config, wantsPush }: Installation): Promise<Found[]> {
  if (config.push) return Promise.resolve([good('Push ist eingerichtet')]);
  if (!wantsPush) return Promise.resolve([off('Push ist nicht eingerichtet; --push macht ein Schlüsselpaar dafür')]);
  return Promise.resolve([
    {
      ...off('Push ist nicht eingerichtet'),
      fix: {
        text: 'Ein Schlüsselpaar für Push machen',
        run: () => {
          const { publicKey, privateKey } = webPush.generateVAPIDKeys();
          return Promise.resolve([`VAPID_PUBLIC_KEY=${publicKey}`, `VAPID_PRIVATE_KEY=${privateKey}`]);
        },
      },
    },
  ]);
}
